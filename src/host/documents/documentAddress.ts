import * as z from 'zod/mini';
import type { RowPart } from '#core/replay/row.ts';

/** What a read-only document shows: a part of a row, or a side of a recorded diff. */
export type DocumentAddress =
  | {
      readonly show: 'part';
      readonly session: string;
      readonly rowId: string;
      readonly part: RowPart;
    }
  | { readonly show: 'before' | 'after'; readonly session: string; readonly rowId: string };

const rowId = z.string().check(z.maxLength(64));
const session = z.string().check(z.minLength(1), z.maxLength(8_192));
const schema = z.union([
  z.object({
    show: z.literal('part'),
    session,
    rowId,
    part: z.enum(['text', 'input', 'output', 'raw'] satisfies RowPart[]),
  }),
  z.object({ show: z.enum(['before', 'after']), session, rowId }),
]);

/** The query part of a document's URI. */
export function formatAddress(address: DocumentAddress): string {
  return JSON.stringify(address);
}

/** Parses the query; undefined for anything else, such as a made-up link. */
export function readAddress(query: string): DocumentAddress | undefined {
  let value: unknown;
  try {
    value = JSON.parse(query);
  } catch {
    // Not one of ours: the return value says so.
    return undefined;
  }
  const result = schema.safeParse(value);
  return result.success ? result.data : undefined;
}
