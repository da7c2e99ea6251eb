/** Drops undefined members: plain data has none. */
export function defined<const T extends object>(members: T): Defined<T> {
  const found: Partial<T> = {};
  for (const name in members) {
    if (members[name] !== undefined) {
      found[name] = members[name];
    }
  }
  return found as never;
}

type OptionalKeys<T> = { [Key in keyof T]: undefined extends T[Key] ? Key : never }[keyof T];
type Defined<T> = Omit<T, OptionalKeys<T>> & {
  [Key in OptionalKeys<T>]?: Exclude<T[Key], undefined>;
};
