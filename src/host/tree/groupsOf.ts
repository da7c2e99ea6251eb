import { firstPlace } from '#base/binarySearch.ts';

/**
 * Items by their keys, for long lists in which equal keys stand together: the end of each group is
 * found by halving, so keys are made for few of the items. A key that comes again joins its group.
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
