import * as z from 'zod/mini';
import type { Handlers } from './endpoint.ts';
import {
  protocolVersion,
  viewStateVersion,
  type HostContract,
  type PageAction,
  type RowFilter,
  type RowRange,
  type ViewState,
} from './page.ts';
import type { RowPart } from '#core/replay/row.ts';

/*
 * What the page sends is checked before anybody sees it: the page shows foreign text, and a state
 * that VS Code kept may come from an older version.
 */

const rowId = z.string().check(z.maxLength(64), z.regex(/^[\w.:-]+$/));
const filter = z.enum(['all', 'dialogue', 'work', 'trouble'] satisfies RowFilter[]);
const part = z.enum(['text', 'input', 'output', 'raw'] satisfies RowPart[]);
const action = z.enum([
  'resumeInChat',
  'resumeInTerminal',
  'fork',
  'exportConversation',
  'openRawLog',
] satisfies PageAction[]);
const rowRange = z.object({ filter, from: rowId, to: rowId });
const leaf = z.int().check(z.positive());
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
/** No message has more images than this; a larger index is a mistake. */
const imageIndex = z.int().check(z.nonnegative(), z.maximum(10_000));
const start = z.int().check(z.nonnegative());
const count = z.int().check(z.positive(), z.maximum(200));

/** The same handlers, each behind its schema: an invalid body never reaches them. */
export function checkedHandlers({
  requests,
  notices,
}: Handlers<HostContract>): Handlers<HostContract> {
  return {
    requests: {
      ready: checked(z.object({ version: z.literal(protocolVersion) }), requests.ready),
      'rows/read': checked(z.object({ filter, start, count }), requests['rows/read']),
      'messages/read': checked(z.object({ start, count }), requests['messages/read']),
      'problems/read': checked(z.object({ start, count }), requests['problems/read']),
      'find/run': checked(
        z.object({
          filter,
          query: z.string().check(z.minLength(1), z.maxLength(1_000)),
          matchCase: z.boolean(),
          from: start,
        }),
        requests['find/run'],
      ),
      'messages/find': checked(
        z.object({
          query: z.string().check(z.minLength(1), z.maxLength(1_000)),
          matchCase: z.boolean(),
          from: start,
        }),
        requests['messages/find'],
      ),
      'context/at': checked(z.object({ rowId }), requests['context/at']),
      'row/locate': checked(z.object({ filter, rowId }), requests['row/locate']),
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
      'rows/copy': checked(rowRange, requests['rows/copy']),
      'row/copyLink': checked(z.object({ rowId }), requests['row/copyLink']),
      'row/copyOutput': checked(z.object({ rowId }), requests['row/copyOutput']),
      // More than this for the clipboard is a mistake; the full text of a row opens in an editor.
      'clipboard/write': checked(
        z.object({ text: z.string().check(z.maxLength(10_000_000)) }),
        requests['clipboard/write'],
      ),
    },
    notices: {
      'row/open': checked(z.object({ rowId, part }), notices['row/open']),
      'line/open': checked(z.object({ line: z.int().check(z.positive()) }), notices['line/open']),
      'diff/open': checked(z.object({ rowId }), notices['diff/open']),
      'row/fork': checked(z.object({ rowId }), notices['row/fork']),
      'row/resumeBefore': checked(z.object({ rowId }), notices['row/resumeBefore']),
      'rows/export': checked(rowRange, notices['rows/export']),
      'row/missing': checked(z.object({ rowId }), notices['row/missing']),
      'link/open': checked(
        z.object({ href: z.string().check(z.maxLength(2_048)) }),
        notices['link/open'],
      ),
      'session/open': checked(z.object({ link: sessionLink }), notices['session/open']),
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

function checked<Body, Rest extends readonly unknown[], Result>(
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

const viewState = z.object({
  version: z.literal(viewStateVersion),
  session: z.object({
    agent: z.string().check(z.maxLength(64)),
    id: z.string().check(z.maxLength(512)),
    path: z.string().check(z.minLength(1), z.maxLength(8_192)),
  }),
  view: z.enum(['transcript', 'conversation']),
  filter,
  anchor: z.optional(z.object({ rowId, offset: z.number() })),
  toggled: z.array(z.string().check(z.maxLength(128))).check(z.maxLength(100_000)),
  leaf: z.optional(leaf),
  unmarked: z.optional(z.literal(true)),
  raw: z.optional(z.literal(true)),
});

/**
 * A state that a page saved with `setState`; undefined if it is something else, or from another
 * version.
 */
export function readViewState(state: unknown): ViewState | undefined {
  const result = viewState.safeParse(state);
  if (!result.success) {
    return undefined;
  }
  const { leaf: shown, anchor, unmarked, raw, ...rest } = result.data;
  return {
    ...rest,
    anchor,
    ...(shown === undefined ? {} : { leaf: shown }),
    ...(unmarked === undefined ? {} : { unmarked }),
    ...(raw === undefined ? {} : { raw }),
  };
}

/** Selected rows in a command's argument; undefined if it is something else. */
export function readRowRange(value: unknown): RowRange | undefined {
  const result = rowRange.safeParse(value);
  return result.success ? result.data : undefined;
}
