interface VersionedName {
  readonly base: string;
  readonly version: number;
  readonly ending: string;
}

/** A name with the number at its end, as agents count generations: `session_v2`, `sessions2`, `chats-v3.db`. */
function versionedName(name: string): VersionedName {
  const [, base = '', marked, bare, ending = ''] =
    /^(.+?)(?:[-_.]?v(\d{1,2})|[-_.]?(\d))?(\.[A-Za-z]+)?$/i.exec(name) ?? [];
  return { base: base.toLowerCase(), version: Number(marked ?? bare ?? 1), ending };
}

/**
 * Names of what is likely to be a newer generation of something that is known: the same with a higher number.
 * A date or a word after it suggests a copy that somebody made.
 *
 * @param known names of what is read.
 */
export function newerNames(names: Iterable<string>, known: readonly string[]): readonly string[] {
  const newest = new Map<string, number>();
  const keyOf = ({ base, ending }: VersionedName) => `${base}\n${ending}`;
  for (const one of known.map(versionedName)) {
    newest.set(keyOf(one), Math.max(one.version, newest.get(keyOf(one)) ?? 0));
  }
  return [...names].filter((name) => {
    const one = versionedName(name);
    return one.version > (newest.get(keyOf(one)) ?? Infinity);
  });
}
