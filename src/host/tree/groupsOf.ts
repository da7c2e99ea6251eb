import { firstPlace } from '#base/binarySearch.ts';

/**
 * Groups items by key, for long lists in which equal keys stand together: binary search finds the
 * end of each group, so few items need their key computed. A recurring key joins its earlier group.
 */
export function groupsOf<Item extends object, Key>(
  items: readonly Item[],
  keyOf: (item: Item) => Key,
): ReadonlyMap<Key, readonly Item[]> {
  const groups = new Map<Key, readonly Item[]>();
  for (let start = 0, first = items[0]; first !== undefined; first = items[start]) {
    const key = keyOf(first);
    const end = firstPlace(start + 1, items.length, (at) => {
      const item = items[at];
      return item === undefined || keyOf(item) !== key;
    });
    groups.set(key, [...(groups.get(key) ?? []), ...items.slice(start, end)]);
    start = end;
  }
  return groups;
}
