/** Instead of the hash of lines that no commit has. */
export const uncommitted = 'uncommitted';

/**
 * The commits of lines, each once, in the order of the lines.
 *
 * @param blame what `git blame` prints, a line for each of the file.
 * @param first and `last` from 0.
 */
export function commitsIn(blame: string, first: number, last: number): readonly string[] {
  const hashes = blame
    .split('\n')
    .slice(first, last + 1)
    .flatMap((line) => /^\^?([0-9a-f]{7,64}) /.exec(line)?.[1] ?? []);
  return [...new Set(hashes.map((hash) => (/^0+$/.test(hash) ? uncommitted : hash)))];
}
