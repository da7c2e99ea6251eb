import { append } from '#base/append.ts';
import * as z from 'zod/mini';
import type { TurnStep, NewTurn } from '#core/events/newEvent.ts';
import type { DiffLine } from '#core/events/diff.ts';
import type { SessionRef } from '#core/events/session.ts';
import type { LogEnd } from './writing.ts';

/** What is known about a turn at its start: its message is in the log, as the last line. */
export interface TurnStart {
  readonly session: SessionRef;
  readonly end: LogEnd;
  /** The beginning of the user's message, one line. */
  readonly prompt: string;
}

/** The content of a journal left by another process, or by an unknown one. */
export interface JournalContent {
  readonly start: TurnStart;
  /** Identifies the machine that the turn ran on. */
  readonly host: string;
  readonly steps: readonly TurnStep[];
  /** The whole turn, saved before it was written to the log. */
  readonly turn: NewTurn | undefined;
}

export type JournalLine =
  | { readonly version: 1; readonly host: string; readonly start: TurnStart }
  | { readonly steps: readonly TurnStep[] }
  | { readonly turn: NewTurn };

/**
 * Parses a journal. A killed process leaves half a line at the end; anything after an invalid line
 * is ignored.
 *
 * @returns undefined if it is not a journal of this version.
 */
export function parseJournal(text: string): JournalContent | undefined {
  const [first, ...rest] = text.split('\n').slice(0, -1);
  const head = headSchema.safeParse(parseJson(first));
  if (!head.success) {
    return undefined;
  }
  const steps: TurnStep[] = [];
  let turn: NewTurn | undefined;
  for (const line of rest) {
    const parsed = lineSchema.safeParse(parseJson(line));
    if (!parsed.success) {
      break;
    }
    if ('turn' in parsed.data) {
      turn = parsed.data.turn;
    } else {
      append(steps, parsed.data.steps);
    }
  }
  const { start, host } = head.data;
  return { start: { ...start, end: { identity: undefined, ...start.end } }, host, steps, turn };
}

const text = z.exactOptional(z.string());
const number = z.exactOptional(z.number());

const diffLine = z.pipe(
  z.object({
    kind: z.enum(['context', 'added', 'removed', 'hunk']),
    oldLine: z.optional(z.number()),
    newLine: z.optional(z.number()),
    text: z.string(),
  }),
  // JSON cannot express undefined, so a line without a number lacks the key.
  z.transform(({ oldLine, newLine, ...line }): DiffLine => ({ ...line, oldLine, newLine })),
);

const item = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('assistantText'), text: z.string() }),
  z.object({ kind: z.literal('thinking'), text: z.string() }),
  z.object({ kind: z.literal('toolCall'), name: z.string(), input: z.unknown() }),
  z.object({
    kind: z.literal('toolResult'),
    name: z.string(),
    input: z.exactOptional(z.unknown()),
    output: z.exactOptional(z.unknown()),
    error: text,
    durationNs: number,
    exitCode: number,
    retained: text,
  }),
  z.object({
    kind: z.literal('shellRun'),
    command: z.string(),
    summary: text,
    output: text,
    error: text,
    exitCode: number,
    durationNs: number,
    interrupted: z.exactOptional(z.literal(true)),
    retained: text,
  }),
  z.object({ kind: z.literal('diff'), lines: z.array(diffLine), path: text }),
]);

const headSchema = z.object({
  version: z.literal(1),
  host: z.string(),
  start: z.object({
    session: z.object({ agent: z.string(), id: z.string(), path: z.string() }),
    end: z.object({ size: z.number(), identity: z.exactOptional(z.string()) }),
    prompt: z.string(),
  }),
});

const lineSchema = z.union([
  z.object({
    turn: z.object({
      kind: z.literal('turn'),
      items: z.array(item),
      outcome: z.discriminatedUnion('type', [
        z.object({ type: z.enum(['done', 'interrupted']) }),
        z.object({ type: z.literal('error'), message: z.string() }),
      ]),
    }),
  }),
  z.object({
    steps: z.array(
      z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('text'), text: z.string() }),
        z.object({ kind: z.literal('call'), name: z.string(), input: z.unknown() }),
        z.object({ kind: z.literal('items'), items: z.array(item) }),
      ]),
    ),
  }),
]);

function parseJson(line: string | undefined): unknown {
  try {
    return JSON.parse(line ?? '');
  } catch {
    // Half a line, or one from something else: the schema rejects it.
    return undefined;
  }
}
