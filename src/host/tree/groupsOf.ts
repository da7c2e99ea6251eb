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
    let end = start + 1;
    let after = items.length;
    while (end < after) {
      const middle = (end + after) >> 1;
      const item = items[middle];
      if (item !== undefined && keyOf(item) === key) {
        end = middle + 1;
      } else {
        after = middle;
      }
    }
    groups.set(key, [...(groups.get(key) ?? []), ...items.slice(start, end)]);
    start = end;
  }
  return groups;
}
