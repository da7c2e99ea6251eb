/**
 * Adds items to the end of a list. `push(...items)` puts every one of them on the stack, which holds
 * some 100,000.
 */
export function append<T>(list: T[], items: Iterable<T>): void {
  for (const item of items) {
    list.push(item);
  }
}
