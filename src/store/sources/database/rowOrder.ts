import type { SqlValue } from './sqliteModule.ts';

/** The number of a row, a whole number of 64 bits, as `plainRow` gave it; undefined for anything else. */
export function rowNumberIn(value: unknown): bigint | undefined {
  const text = String(value);
  return /^-?\d+$/.test(text) ? BigInt(text) : undefined;
}

/** Where a row is in its table: its number, or the text by which it is found. */
export function placeOf(place: unknown): bigint | string {
  return rowNumberIn(place) ?? String(place);
}

/** In SQLite's order. */
export function isAfter(place: bigint | string, before: SqlValue): boolean {
  return typeof place === 'bigint'
    ? before === null || (typeof before === 'bigint' && place > before)
    : before === null || Buffer.compare(Buffer.from(place), Buffer.from(String(before))) > 0;
}
