import * as z from 'zod/mini';
import type { RowPart } from '#core/rows/row.ts';

const rowId = z.string().check(z.maxLength(128));
const session = z.string().check(z.minLength(1), z.maxLength(8_192));
const schema = z.union([
  z.object({
    show: z.literal('report'),
    /** Tells a report from an earlier one. */
    at: z.number(),
  }),
  z.object({
    show: z.literal('part'),
    session,
    rowId,
    part: z.enum(['text', 'input', 'output', 'raw'] satisfies RowPart[]),
  }),
  z.object({ show: z.enum(['before', 'after']), session, rowId }),
  z.object({
    show: z.enum(['fileBefore', 'fileAfter']),
    session,
    /** As in `ChangedFile`. */
    file: z.string().check(z.maxLength(8_192)),
    from: z.exactOptional(rowId),
    to: z.exactOptional(rowId),
    oneTurn: z.exactOptional(z.literal(true)),
  }),
]);

/**
 * What a read-only document shows: a part of a row, a side of a recorded diff, or a side of all
 * recorded diffs of a file in a range of rows; or a report on what is on this machine.
 */
export type DocumentAddress = Readonly<z.infer<typeof schema>>;
export type ReportAddress = Extract<DocumentAddress, { show: 'report' }>;

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
