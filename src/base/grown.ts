interface Column<T> {
  set(from: T): void;
}

/** A typed array of another length that begins with what another one holds; the rest is zeros. */
export function grown<T extends Column<T>>(column: T, length: number): T {
  const larger = new (column.constructor as new (size: number) => T)(length);
  larger.set(column);
  return larger;
}
