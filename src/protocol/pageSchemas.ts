import * as z from 'zod/mini';
import type { Handlers } from './endpoint.ts';
import {
  longestFilter,
  longestViewName,
  protocolVersion,
  type FilterView,
  type HostContract,
  type OpenedRuns,
  type PageAction,
  type RowFilter,
  type RowLevel,
  type SelectedRows,
} from './page.ts';
import type { RowPart } from '#core/replay/row.ts';
import type { StepUnit, StopKind } from '#core/replay/steps.ts';

/*
 * What the page sends is checked before anybody sees it: the page shows foreign text, and a state
 * that VS Code kept may come from an older version.
 */

/** With the calls that lead to it, if it is in a sub-agent. */
export const rowId = z.string().check(z.maxLength(128), z.regex(/^[\w.:-]+$/));
const opened = z.array(rowId).check(z.maxLength(1_000));
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
/** Nothing is sent, and what is sent is not looked at. */
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
const sessionLink = z.pipe(
  z.object({
    path: z.optional(z.string().check(z.minLength(1), z.maxLength(8_192))),
    id: z.optional(z.string().check(z.minLength(1), z.maxLength(512))),
  }),
  z.transform(({ path, id }) => ({
    ...(path === undefined ? {} : { path }),
    ...(id === undefined ? {} : { id }),
  })),
);
/** A message drops undefined values, so that absent members stay absent. */
const rangeShape = {
  from: z.optional(rowId),
  to: z.optional(rowId),
  oneTurn: z.optional(z.literal(true)),
};
const range = z.pipe(z.object(rangeShape), z.transform(withoutAbsent));
const longPath = z.string().check(z.minLength(1), z.maxLength(4_096));
const changes = z.pipe(
  z.object({ ...rangeShape, file: z.optional(z.string().check(z.maxLength(4_096))) }),
  z.transform(withoutAbsent),
);
const position = z.int().check(z.positive(), z.maximum(10_000_000));
const filePlace = z.pipe(
  z.object({ path: longPath, line: z.optional(position), column: z.optional(position) }),
  z.transform(withoutAbsent),
);
/** No message has more images than this; a larger index is a mistake. */
const imageIndex = z.int().check(z.nonnegative(), z.maximum(10_000));
const query = z.string().check(z.minLength(1), z.maxLength(1_000));
export const findOptions = { matchCase: z.boolean(), wholeWord: z.boolean(), regex: z.boolean() };
const start = z.int().check(z.nonnegative());
const agent = z.int().check(z.nonnegative(), z.maximum(1_000));
const count = z.int().check(z.positive(), z.maximum(200));
export const unit = z.enum(['event', 'call', 'turn'] satisfies StepUnit[]);
export const stops = z
  .array(z.enum(['error', 'compaction', 'edit'] satisfies StopKind[]))
  .check(z.maxLength(3));

/** The same handlers, each behind its schema: an invalid body never reaches them. */
export function checkedHandlers({
  requests,
  notices,
}: Handlers<HostContract>): Handlers<HostContract> {
  return {
    requests: {
      ready: checked(z.object({ version: z.literal(protocolVersion) }), requests.ready),
      'outline/read': checked(z.object({ start, count }), requests['outline/read']),
      'outline/locate': checked(z.object({ rowId }), requests['outline/locate']),
      'rows/read': checked(
        z.pipe(
          z.object({ filter, opened: z.optional(opened), start, count }),
          z.transform(withOpened),
        ),
        requests['rows/read'],
      ),
      'messages/read': checked(z.object({ start, count }), requests['messages/read']),
      'problems/read': checked(z.object({ start, count }), requests['problems/read']),
      'find/run': checked(
        z.pipe(
          z.object({
            filter,
            opened: z.optional(opened),
            query,
            ...findOptions,
            from: start,
          }),
          z.transform(withOpened),
        ),
        requests['find/run'],
      ),
      'row/locate': checked(
        z.pipe(z.object({ filter, opened: z.optional(opened), rowId }), z.transform(withOpened)),
        requests['row/locate'],
      ),
      'filter/values': checked(nothing, requests['filter/values']),
      'views/read': checked(nothing, requests['views/read']),
      'views/save': checked(z.object({ filter }), requests['views/save']),
      'views/delete': checked(z.object({ name: viewName }), requests['views/delete']),
      'timeline/read': checked(
        z.object({ bins: z.int().check(z.positive(), z.maximum(2_000)) }),
        requests['timeline/read'],
      ),
      'step/find': checked(
        z.pipe(
          z.object({
            filter,
            opened: z.optional(opened),
            rowId,
            by: z.union([z.literal(1), z.literal(-1)]),
            unit,
            stops,
            count: z.int().check(z.positive(), z.maximum(50)),
          }),
          z.transform(withOpened),
        ),
        requests['step/find'],
      ),
      'messages/find': checked(
        z.object({ query, ...findOptions, from: start }),
        requests['messages/find'],
      ),
      'context/at': checked(z.object({ rowId }), requests['context/at']),
      // A message drops undefined values, so an absent leaf means the same.
      'branch/show': checked(
        z.pipe(
          z.object({ leaf: z.optional(leaf) }),
          z.transform((body) => ({ leaf: body.leaf })),
        ),
        requests['branch/show'],
      ),
      'image/read': checked(z.object({ rowId, index: imageIndex }), requests['image/read']),
      'messageImage/read': checked(
        z.object({ message: start, index: imageIndex }),
        requests['messageImage/read'],
      ),
      'agent/read': checked(z.object({ rowId, agent, start, count }), requests['agent/read']),
      'files/read': checked(range, requests['files/read']),
      'edits/check': checked(
        z.object({ rowIds: z.array(rowId).check(z.maxLength(200)) }),
        requests['edits/check'],
      ),
      'rows/copy': checked(selectedRows, requests['rows/copy']),
      'row/copyLink': checked(z.object({ rowId }), requests['row/copyLink']),
      'row/copyOutput': checked(z.object({ rowId }), requests['row/copyOutput']),
      // More than this for the clipboard is a mistake; the full text of a row opens in an editor.
      'clipboard/write': checked(
        z.object({ text: z.string().check(z.maxLength(10_000_000)) }),
        requests['clipboard/write'],
      ),
      'part/copy': checked(z.object({ rowId, part }), requests['part/copy']),
    },
    notices: {
      'row/open': checked(z.object({ rowId, part }), notices['row/open']),
      'line/open': checked(z.object({ line: z.int().check(z.positive()) }), notices['line/open']),
      'diff/open': checked(z.object({ rowId }), notices['diff/open']),
      'changes/open': checked(changes, notices['changes/open']),
      'file/open': checked(filePlace, notices['file/open']),
      'command/insert': checked(z.object({ rowId }), notices['command/insert']),
      'row/fork': checked(z.object({ rowId }), notices['row/fork']),
      'row/resumeBefore': checked(z.object({ rowId }), notices['row/resumeBefore']),
      'rows/export': checked(selectedRows, notices['rows/export']),
      'row/missing': checked(z.object({ rowId }), notices['row/missing']),
      'link/open': checked(
        z.object({ href: z.string().check(z.maxLength(2_048)) }),
        notices['link/open'],
      ),
      'session/open': checked(
        z.pipe(
          z.object({ link: sessionLink, rowId: z.optional(rowId) }),
          z.transform(withoutAbsent),
        ),
        notices['session/open'],
      ),
      'agent/open': checked(z.object({ rowId, agent }), notices['agent/open']),
      'action/run': checked(z.object({ action }), notices['action/run']),
      'log/error': checked(
        z.object({
          message: z.string().check(z.maxLength(2_000)),
          stack: z.string().check(z.maxLength(20_000)),
        }),
        notices['log/error'],
      ),
    },
  };
}

/** A message drops undefined values, so an absent list means the same. */
function withOpened<Body extends { readonly opened?: OpenedRuns | undefined }>({
  opened: runs,
  ...rest
}: Body) {
  return runs === undefined ? rest : { ...rest, opened: runs };
}

/** A handler behind a schema: an invalid body never reaches it. */
export function checked<Body, Rest extends readonly unknown[], Result>(
  schema: z.ZodMiniType<Body>,
  handler: (body: Body, ...rest: Rest) => Result,
): (body: unknown, ...rest: Rest) => Result {
  return (body, ...rest) => {
    const result = schema.safeParse(body);
    if (!result.success) {
      const [issue] = result.error.issues;
      throw new Error(`The page sent what was not expected (${issue?.path.join('.') ?? ''}).`);
    }
    return handler(result.data, ...rest);
  };
}

/** Drops undefined members. */
function withoutAbsent<T extends object>(value: T): Present<T> {
  return Object.fromEntries(
    Object.entries(value).filter(([, member]) => member !== undefined),
  ) as Present<T>;
}

type Present<T> = { [Key in keyof T]: Exclude<T[Key], undefined> };

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
