import * as z from 'zod/mini';
import { checkedBy, pageFault } from './checkedHandlers.ts';
import {
  longestDrawn,
  longestFilter,
  longestViewName,
  protocolVersion,
  type FilterView,
  type HostContract,
  type PageAction,
  type RowFilter,
  type RowLevel,
  type SelectedRows,
  mostDrawn,
} from './page.ts';
import type { RowPart } from '#core/rows/row.ts';
import type { StepUnit, StopKind } from '#core/lens/steps.ts';

/*
 * What the replay page sends, and what VS Code kept of it. Messages and states are JSON and have no
 * undefined members, so an optional member is there or absent.
 */

/** With the calls that lead to it, if it is in a sub-agent. */
export const rowId = z.string().check(z.maxLength(128), z.regex(/^[\w.:-]+$/));
const opened = z.exactOptional(z.array(rowId).check(z.maxLength(1_000)));
const levels: readonly string[] = [
  'prompts',
  'dialogue',
  'skim',
  'all',
  'trouble',
] satisfies RowLevel[];
export const filter = z.pipe(
  z.string().check(
    z.maxLength(longestFilter),
    z.refine((text) => levels.includes(text.split(' ', 1)[0] ?? '')),
  ),
  z.transform((text) => text as RowFilter),
);
const viewName = z.string().check(z.minLength(1), z.maxLength(longestViewName));
const nothing = z.object({});
const part = z.enum(['text', 'input', 'output', 'raw'] satisfies RowPart[]);
const action = z.enum([
  'resumeInChat',
  'resumeInTerminal',
  'fork',
  'exportConversation',
  'openRawLog',
] satisfies PageAction[]);
const selectedRows = z.object({ filter, from: rowId, to: rowId });
export const leaf = z.int().check(z.positive());
const sessionLink = z.object({
  path: z.exactOptional(z.string().check(z.minLength(1), z.maxLength(8_192))),
  id: z.exactOptional(z.string().check(z.minLength(1), z.maxLength(512))),
});
const range = z.object({
  from: z.exactOptional(rowId),
  to: z.exactOptional(rowId),
  oneTurn: z.exactOptional(z.literal(true)),
});
const longPath = z.string().check(z.minLength(1), z.maxLength(4_096));
const position = z.int().check(z.positive(), z.maximum(10_000_000));
/** No message has more images than this; a larger index is a mistake. */
const imageIndex = z.int().check(z.nonnegative(), z.maximum(10_000));
const query = z.string().check(z.minLength(1), z.maxLength(1_000));
export const findOptions = { matchCase: z.boolean(), wholeWord: z.boolean(), regex: z.boolean() };
const texts = z.array(z.string().check(z.maxLength(longestDrawn))).check(z.maxLength(mostDrawn));
const start = z.int().check(z.nonnegative());
const agent = z.int().check(z.nonnegative(), z.maximum(1_000));
const count = z.int().check(z.positive(), z.maximum(200));
const page = z.object({ start, count });
const row = z.object({ rowId });
export const unit = z.enum(['event', 'call', 'turn'] satisfies StepUnit[]);
export const stops = z
  .array(z.enum(['error', 'compaction', 'edit'] satisfies StopKind[]))
  .check(z.maxLength(3));

/** The page's handlers behind their schemas. */
export const checkedHandlers = checkedBy<HostContract>({
  requests: {
    ready: z.object({ version: z.literal(protocolVersion) }),
    'outline/read': page,
    'outline/locate': row,
    'rows/read': z.object({ filter, opened, start, count }),
    'messages/read': page,
    'problems/read': page,
    'find/run': z.object({ filter, opened, query, ...findOptions, from: start }),
    'find/places': z.object({ query, ...findOptions, texts }),
    'row/locate': z.object({ filter, opened, rowId }),
    'filter/values': nothing,
    'views/read': nothing,
    'views/save': z.object({ filter }),
    'views/delete': z.object({ name: viewName }),
    'timeline/read': z.object({ bins: z.int().check(z.positive(), z.maximum(2_000)) }),
    'step/find': z.object({
      filter,
      opened,
      rowId,
      by: z.literal([1, -1]),
      unit,
      stops,
      count: z.int().check(z.positive(), z.maximum(50)),
    }),
    'messages/find': z.object({ query, ...findOptions, from: start }),
    'context/at': row,
    // An absent leaf means the same as none.
    'branch/show': z.pipe(
      z.object({ leaf: z.optional(leaf) }),
      z.transform((body) => ({ leaf: body.leaf })),
    ),
    'image/read': z.object({ rowId, index: imageIndex }),
    'messageImage/read': z.object({ message: start, index: imageIndex }),
    'agent/read': z.object({ rowId, agent, start, count }),
    'files/read': range,
    'edits/check': z.object({ rowIds: z.array(rowId).check(z.maxLength(200)) }),
    'rows/copy': selectedRows,
    'row/copyLink': row,
    'row/copyOutput': row,
    // More than this for the clipboard is a mistake; the full text of a row opens in an editor.
    'clipboard/write': z.object({ text: z.string().check(z.maxLength(10_000_000)) }),
    'part/copy': z.object({ rowId, part }),
  },
  notices: {
    'row/open': z.object({ rowId, part }),
    'line/open': z.object({ line: z.int().check(z.positive()) }),
    'diff/open': row,
    'changes/open': z.extend(range, {
      file: z.exactOptional(z.string().check(z.maxLength(4_096))),
    }),
    'file/open': z.object({
      path: longPath,
      line: z.exactOptional(position),
      column: z.exactOptional(position),
    }),
    'command/insert': row,
    'row/fork': row,
    'row/resumeBefore': row,
    'rows/export': selectedRows,
    'row/missing': row,
    'link/open': z.object({ href: z.string().check(z.maxLength(2_048)) }),
    'session/open': z.object({ link: sessionLink, rowId: z.exactOptional(rowId) }),
    'agent/open': z.object({ rowId, agent }),
    'action/run': z.object({ action }),
    'log/error': pageFault,
  },
});

const filterView = z.object({ name: viewName, filter });

/** Stored views of filters, as far as they are valid: a newer version may have stored others. */
export function readFilterViews(stored: unknown): readonly FilterView[] {
  return (Array.isArray(stored) ? stored : []).flatMap((view: unknown) => {
    const result = filterView.safeParse(view);
    return result.success ? result.data : [];
  });
}

/** Selected rows in a command's argument; undefined if it is something else. */
export function readSelectedRows(value: unknown): SelectedRows | undefined {
  const result = selectedRows.safeParse(value);
  return result.success ? result.data : undefined;
}
