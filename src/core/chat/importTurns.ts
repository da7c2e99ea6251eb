import type { Row } from '../replay/row.ts';
import type { SessionSummary } from '../session.ts';
import { codeSpan, commandLink } from '../text/markdown.ts';
import { chatMetadataKey, type ChatTurnNote } from './chatMetadata.ts';
import {
  plainMessage,
  type ChatImportAgent,
  type ChatImportMarkdown,
  type ChatImportRequest,
} from './importData.ts';
import { importPart } from './importParts.ts';

/** The end of a session's transcript, as the worker hands it over. */
export interface TranscriptTail {
  readonly session: SessionSummary;
  readonly turns: readonly (readonly Row[])[];
  /** Turns before the first of `turns`. */
  readonly omitted: number;
}

export interface ImportOptions {
  readonly agent: ChatImportAgent;
  /** As the agent's makers write it. */
  readonly agentLabel: string;
  readonly newId: () => string;
  /** A command, allowed in our own first entry alone, that opens the session's replay. */
  readonly openReplay: { readonly command: string; readonly argument: unknown };
}

/**
 * The requests of an import, one at a time, so that the caller can take a breath in between. Neither
 * HTML nor a command link of the log becomes active: its Markdown is never trusted.
 */
export function* importRequests(
  tail: TranscriptTail,
  options: ImportOptions,
): Generator<ChatImportRequest> {
  if (tail.omitted > 0) {
    yield omissionRequest(tail, options);
  }
  let last = tail.session.createdAt ?? 0;
  for (const [index, rows] of tail.turns.entries()) {
    last = turnTime(tail, index, last);
    yield turnRequest(tail.session, rows, last, options);
  }
}

/**
 * The chat takes its title from the first entry's message, so that is the session's first one, and
 * what would be its answer says what is not drawn.
 */
function omissionRequest(tail: TranscriptTail, options: ImportOptions): ChatImportRequest {
  const { session, omitted } = tail;
  const { command, argument } = options.openReplay;
  const link = commandLink(command, argument);
  const turns = omitted === 1 ? 'turn is' : `${omitted} turns are`;
  const note: ChatImportMarkdown = {
    value:
      `*The first ${turns} not drawn here.* [Open the replay](${link}) ` +
      `*to see ${omitted === 1 ? 'it' : 'them'}. The model gets the conversation from the log, whatever is drawn.*`,
    isTrusted: { enabledCommands: [command] },
  };
  return request(session, options, {
    text: session.firstUserMessage ?? `${options.agentLabel} ${codeSpan(session.id)}`,
    response: [note],
    timestamp: session.createdAt ?? session.updatedAt,
    lines: undefined,
  });
}

function turnRequest(
  session: SessionSummary,
  rows: readonly Row[],
  timestamp: number,
  options: ImportOptions,
): ChatImportRequest {
  const user = rows.find((row) => row.kind === 'user');
  const response = rows
    .map((row) => importPart(row, session.cwd))
    .filter((part) => part !== undefined);
  const first = rows[0]?.source.line;
  const end = rows.at(-1)?.source.line;
  const text = user?.text.text ?? '';
  return {
    ...request(session, options, {
      text: text === '' ? '…' : text,
      response,
      timestamp,
      lines: first === undefined || end === undefined ? undefined : [first, end],
    }),
    ...(user === undefined ? { requestHiddenFromTranscript: true } : {}),
  };
}

/**
 * Keen dates a session's start and the file's last change, nothing in between; the last turn gets the
 * one, all others the other.
 */
function turnTime(tail: TranscriptTail, index: number, last: number): number {
  const { createdAt, updatedAt } = tail.session;
  const isLast = index === tail.turns.length - 1;
  return Math.max(last, isLast || createdAt === undefined ? updatedAt : createdAt);
}

function request(
  session: SessionSummary,
  options: ImportOptions,
  turn: {
    readonly text: string;
    readonly response: ChatImportRequest['response'];
    readonly timestamp: number;
    readonly lines: readonly [number, number] | undefined;
  },
): ChatImportRequest {
  const note: ChatTurnNote = {
    version: 1,
    kind: 'imported',
    agent: session.agent,
    id: session.id,
    path: session.path,
    seen: { bytes: session.size },
    ...(turn.lines === undefined ? {} : { lines: turn.lines }),
  };
  return {
    requestId: options.newId(),
    message: plainMessage(turn.text),
    variableData: { variables: [] },
    timestamp: turn.timestamp,
    response: turn.response,
    result: { metadata: { [chatMetadataKey]: note } },
    agent: options.agent,
    // No log times its turns, so none is claimed: 0 keeps the card from counting since the epoch.
    modelState: { value: 1, completedAt: turn.timestamp },
    elapsedMs: 0,
  };
}
