/** Pages that lie beside a database, by their numbers. */
export interface PagesBeside {
  readonly pageBytes: number;
  /** Of the database with them. */
  readonly count: number;
  /** Where each begins in the file. */
  readonly offsets: ReadonlyMap<number, number>;
}

export function isPageSize(bytes: number): boolean {
  return bytes >= 512 && bytes <= 65_536 && (bytes & (bytes - 1)) === 0;
}
