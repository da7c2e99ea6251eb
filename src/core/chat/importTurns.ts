import { plural, t } from '#base/l10n.ts';
import type { Row } from '../rows/row.ts';
import { sessionRef, sessionTitle, type SessionSummary } from '../events/session.ts';
import { codeSpan } from '../text/markdown.ts';
import { chatMetadataKey, type ChatTurnNote } from './chatMetadata.ts';
import { plainMessage, type ChatImportAgent, type ChatImportRequest } from './importData.ts';
import { importParts, linkedNote, type PartContext } from './importParts.ts';

/** The end of a session's transcript, as received from the worker. */
export interface TranscriptTail {
  readonly session: SessionSummary;
  readonly turns: readonly (readonly Row[])[];
  /** Turns before the first of `turns`. */
  readonly omitted: number;
}

/** Commands are allowed only in sentences of our own. */
export interface ImportOptions extends Omit<PartContext, 'cwd'> {
  readonly agent: ChatImportAgent;
  /** Spelled as by the agent's makers. */
  readonly agentLabel: string;
  readonly newId: () => string;
  /** Row of the compaction that the transcript ends before. */
  readonly before?: string | undefined;
}

/**
 * The requests of an import, one at a time, so that the caller can yield in between. Neither HTML
 * nor a command link from the log becomes active: its Markdown is never trusted.
 */
export function* importRequests(
  tail: TranscriptTail,
  options: ImportOptions,
): Generator<ChatImportRequest> {
  if (tail.omitted > 0) {
    yield omissionRequest(tail, options);
  }
  const turns = withoutPreface(tail.turns);
  // VS Code 1.139 forks a chat with a hidden request one entry too early, so none may follow
  // another.
  const isAlone = turns.length === 1 && tail.omitted === 0;
  let last = tail.session.createdAt ?? 0;
  for (const [index, rows] of turns.entries()) {
    const times = turnTimes({ ...tail, turns }, index, last);
    last = times.completedAt;
    const isLast = index === turns.length - 1;
    const turn = turnRequest(tail.session, rows, times, { ...options, mayHide: isAlone });
    yield isLast && options.before !== undefined ? withEnd(turn, options) : turn;
  }
}

/** Says why the transcript ends here. */
function withEnd(turn: ChatImportRequest, { openReplay }: ImportOptions): ChatImportRequest {
  const note = linkedNote(
    t(
      'Here the context was compacted. Your next message continues from before that. The session itself stays unchanged.',
    ),
    t('Open Replay'),
    openReplay,
  );
  return { ...turn, response: [...turn.response, note] };
}

/** Rows before the first message, which answer nothing, are drawn with its answer. */
function withoutPreface(turns: TranscriptTail['turns']): TranscriptTail['turns'] {
  const [first, second, ...rest] = turns;
  const isPreface = first?.every(({ kind }) => !answering.includes(kind)) ?? false;
  return isPreface && first !== undefined && second !== undefined
    ? [[...first, ...second], ...rest]
    : turns;
}

const answering: readonly Row['kind'][] = [
  'user',
  'assistant',
  'thinking',
  'tool',
  'plan',
  'shell',
  'diff',
];

/**
 * The chat takes its title from the first entry's message, so that is the session's first message;
 * in place of its answer stands what is not drawn.
 */
function omissionRequest(tail: TranscriptTail, options: ImportOptions): ChatImportRequest {
  const { session, omitted } = tail;
  const note = linkedNote(
    plural(
      omitted,
      'The first turn is not shown here. The model still gets the whole conversation from the log.',
      'The first {0} turns are not shown here. The model still gets the whole conversation from the log.',
    ),
    t('Open Replay'),
    options.openReplay,
  );
  const time = session.createdAt ?? session.updatedAt;
  return request(session, options, {
    text: session.firstUserMessage ?? `${options.agentLabel} ${codeSpan(session.id)}`,
    response: [note],
    times: { timestamp: time, completedAt: time },
  });
}

function turnRequest(
  session: SessionSummary,
  rows: readonly Row[],
  times: TurnTimes,
  options: ImportOptions & { readonly mayHide: boolean },
): ChatImportRequest {
  const user = rows.find((row) => row.kind === 'user');
  const { openReplay, openParent } = options;
  const context = { cwd: session.cwd, openReplay, openParent };
  const response = rows.flatMap((row) => importParts(row, context));
  const isHidden = user === undefined && options.mayHide;
  // A hidden request still gives the chat its title.
  const text = isHidden ? sessionTitle(session) : user?.text.text;
  return {
    ...request(session, options, {
      text: text === undefined || text === '' ? '…' : text,
      response,
      times,
    }),
    ...(isHidden ? { requestHiddenFromTranscript: true } : {}),
  };
}

/** Epoch ms. */
interface TurnTimes {
  readonly timestamp: number;
  readonly completedAt: number;
}

/**
 * Keen dates a session's start and the file's last change but nothing in between: the last turn
 * gets the latter and all others the former. Other formats date the rows themselves.
 */
function turnTimes(tail: TranscriptTail, index: number, last: number): TurnTimes {
  const { createdAt, updatedAt } = tail.session;
  const dates = (tail.turns[index] ?? []).flatMap(({ time }) => (time === undefined ? [] : [time]));
  const isLast = index === tail.turns.length - 1;
  const undated = isLast || createdAt === undefined ? updatedAt : createdAt;
  const timestamp = Math.max(last, dates[0] ?? undated);
  return { timestamp, completedAt: Math.max(timestamp, dates.at(-1) ?? undated) };
}

function request(
  session: SessionSummary,
  options: ImportOptions,
  turn: {
    readonly text: string;
    readonly response: ChatImportRequest['response'];
    readonly times: TurnTimes;
  },
): ChatImportRequest {
  const note: ChatTurnNote = {
    version: 1,
    kind: 'imported',
    ...sessionRef(session),
    ...(options.before === undefined ? {} : { before: options.before }),
    seen: { bytes: session.size },
  };
  return {
    requestId: options.newId(),
    message: plainMessage(turn.text),
    variableData: { variables: [] },
    timestamp: turn.times.timestamp,
    response: turn.response,
    result: { metadata: { [chatMetadataKey]: note } },
    agent: options.agent,
    // Keen does not time turns and other agents do not time waits, so no duration is claimed:
    // 0 keeps the card from counting since the epoch.
    modelState: { value: 1, completedAt: turn.times.completedAt },
    elapsedMs: 0,
  };
}
