import type { SqlValue } from './sqliteModule.ts';

/** Numbers of rows are whole numbers of 64 bits. */
export function placeOf(place: unknown): bigint | string {
  const text = String(place);
  return /^-?\d+$/.test(text) ? BigInt(text) : text;
}

/** In SQLite's order. */
export function isAfter(place: bigint | string, before: SqlValue): boolean {
  return typeof place === 'bigint'
    ? before === null || (typeof before === 'bigint' && place > before)
    : before === null || Buffer.compare(Buffer.from(place), Buffer.from(String(before))) > 0;
}
