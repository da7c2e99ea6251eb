import type { FileSystem } from '../disk/fileSystem.ts';
import { matchesName, type PathStyle } from '../disk/pathStyle.ts';

interface Tools {
  readonly fileSystem: FileSystem;
  readonly style: PathStyle;
}

/** The folders or files that a root’s pattern matches; they may be missing or empty. See `StoreRoot`. */
export function expanded({ fileSystem, style }: Tools, pattern: string): readonly string[] {
  const [start = '', ...levels] = pattern.split(/[\\/](?=\*(?:[\\/]|$))/);
  // A parent that cannot be listed contains no readable sessions of this agent.
  const entriesOf = (folder: string) => {
    const listed = fileSystem.list(folder);
    return listed.ok ? listed.value : [];
  };
  let roots = [start];
  for (const level of levels) {
    const rest = level.slice(2);
    roots = roots.flatMap((folder) =>
      entriesOf(folder)
        .filter(({ kind }) => kind === 'folder' || kind === 'link')
        .map(({ name }) => style.join(folder, name, rest)),
    );
  }
  if (!isFilePattern(style.split(pattern).name)) {
    return roots;
  }
  return roots.flatMap((root) => {
    const { folder, name } = style.split(root);
    return entriesOf(folder)
      .filter((entry) => entry.kind !== 'folder' && matchesName(name, entry.name))
      .map((entry) => style.below(folder, entry.name));
  });
}

/** A name with more than one `*` alone, which stands for any folder. */
export function isFilePattern(name: string): boolean {
  return name !== '*' && name.includes('*');
}

/** Of files whose names end with a number, that with the highest. */
export function highest(paths: readonly string[]): string | undefined {
  const numberIn = (path: string) => Number(/(\d+)\D*$/.exec(path)?.[1] ?? -1);
  return [...paths].sort((a, b) => numberIn(a) - numberIn(b)).at(-1);
}
