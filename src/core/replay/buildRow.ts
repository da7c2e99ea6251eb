import { assertNever } from '../assertNever.ts';
import type {
  DiffEvent,
  SessionEvent,
  ShellRunEvent,
  ToolCallEvent,
  ToolResultEvent,
} from '../event.ts';
import type { Problem } from '../problem.ts';
import type { Source } from '../source.ts';
import { longText, type TextLimits } from '../text/longText.ts';
import { readableValue } from '../text/readableValue.ts';
import type { CallState, DiffRow, Row, RowPart, ShellRow, ToolRow } from './row.ts';
import type { RowRef } from './rowTable.ts';
import { toolTitle } from './toolTitle.ts';

/** What a row is made from: its events, and the other events of its line for context. */
export interface RowEvents {
  readonly source: Source;
  readonly event: SessionEvent;
  /** The event that ended the call, if another one did. */
  readonly end: SessionEvent | undefined;
  /** All events of the row's line. */
  readonly lineEvents: readonly SessionEvent[];
}

/** A row's id, stable over appends: its line and the place of its first event there. */
export function rowId(ref: RowRef): string {
  return ref.kind === 'problem' ? `${ref.line}.p${ref.event}` : `${ref.line}.${ref.event}`;
}

/** Reads a row id back; undefined where a page made one up. */
export function parseRowId(
  id: string,
): { readonly line: number; readonly event: number; readonly problem: boolean } | undefined {
  const match = /^(\d{1,15})\.(p?)(\d{1,10})$/.exec(id);
  return match === null
    ? undefined
    : { line: Number(match[1]), event: Number(match[3]), problem: match[2] === 'p' };
}

export function buildProblemRow(ref: RowRef, problem: Problem): Row {
  return { kind: 'problem', id: rowId(ref), source: problem.source, problem };
}

/**
 * A row from its events. Undefined when the events are not what the index saw, which happens only
 * when the file changed in between.
 *
 * @param limits how much of long texts goes into the row.
 */
export function buildRow(ref: RowRef, from: RowEvents, limits: TextLimits): Row | undefined {
  const base = { id: rowId(ref), source: from.source };
  const { event } = from;
  switch (event.kind) {
    case 'userMessage':
      return { ...base, kind: 'user', text: longText(event.text, limits) };
    case 'assistantText':
      return { ...base, kind: 'assistant', text: longText(event.text, limits) };
    case 'thinking':
      return { ...base, kind: 'thinking', text: longText(event.text, limits) };
    case 'toolCall':
    case 'toolResult':
      return toolRow(base, event, from.end, limits);
    case 'shellRun':
      return shellRow(base, event, from.end, limits);
    case 'diff':
      return diffRow(base, event, from.lineEvents, limits);
    case 'compaction':
      return {
        ...base,
        kind: 'compaction',
        trigger: event.trigger,
        status: event.status,
        summary: longText(event.summary, limits),
      };
    case 'interruption':
      return { ...base, kind: 'interruption' };
    case 'error':
      return { ...base, kind: 'error', message: longText(event.message, limits) };
    case 'notice':
      return { ...base, kind: 'notice', text: event.text };
    case 'unknown':
      return {
        ...base,
        kind: 'unknown',
        type: event.type,
        raw: longText(JSON.stringify(event.raw, null, 2), limits),
      };
    case 'sessionStart':
    case 'assistantMessage':
      return undefined;
    default:
      return assertNever(event);
  }
}

/** The whole of a part, for an editor tab; undefined where the row has no such part. */
export function fullText(row: Row, part: RowPart): string | undefined {
  if (part === 'raw') {
    return row.kind === 'unknown' ? row.raw.text : JSON.stringify(row, null, 2);
  }
  switch (row.kind) {
    case 'user':
    case 'assistant':
    case 'thinking':
      return part === 'text' ? row.text.text : undefined;
    case 'tool':
      return part === 'input'
        ? row.input.text
        : part === 'output'
          ? (row.output?.text ?? row.error)
          : undefined;
    case 'shell':
      return part === 'input'
        ? row.command
        : part === 'output'
          ? (row.output?.text ?? row.error)
          : undefined;
    case 'compaction':
      return part === 'text' ? row.summary.text : undefined;
    case 'error':
      return part === 'text' ? row.message.text : undefined;
    case 'notice':
      return part === 'text' ? row.text : undefined;
    case 'diff':
    case 'interruption':
    case 'unknown':
    case 'problem':
      return undefined;
  }
}

function toolRow(
  base: { readonly id: string; readonly source: Source },
  first: ToolCallEvent | ToolResultEvent,
  end: SessionEvent | undefined,
  limits: TextLimits,
): ToolRow {
  const result = first.kind === 'toolResult' ? first : end?.kind === 'toolResult' ? end : undefined;
  const input = first.input ?? result?.input;
  return {
    ...base,
    kind: 'tool',
    name: first.name,
    title: toolTitle(input),
    state: callState(result !== undefined, result?.error),
    input: longText(readableValue(input), limits),
    output: optionalText(readableValue(result?.output), limits),
    error: result?.error,
    durationNs: result?.durationNs,
  };
}

function shellRow(
  base: { readonly id: string; readonly source: Source },
  first: ShellRunEvent,
  end: SessionEvent | undefined,
  limits: TextLimits,
): ShellRow {
  const last = end?.kind === 'shellRun' ? end : first;
  const ended = last.phase !== 'start' && last.interrupted !== true;
  const failure =
    last.error ?? (last.exitCode === undefined || last.exitCode === 0 ? undefined : '');
  return {
    ...base,
    kind: 'shell',
    command: first.command,
    summary: first.summary ?? last.summary ?? '',
    state: callState(ended, failure),
    output: optionalText(last.output ?? '', limits),
    error: last.error,
    exitCode: last.exitCode,
    durationNs: last.durationNs,
  };
}

function diffRow(
  base: { readonly id: string; readonly source: Source },
  event: DiffEvent,
  lineEvents: readonly SessionEvent[],
  limits: TextLimits,
): DiffRow {
  return {
    ...base,
    kind: 'diff',
    path: event.path ?? pathOfCall(event, lineEvents),
    lines: event.lines.slice(0, Math.min(event.lines.length, limits.lines)),
    total: event.lines.length,
    added: event.lines.filter((line) => line.kind === 'added').length,
    removed: event.lines.filter((line) => line.kind === 'removed').length,
  };
}

/**
 * A diff that does not name its file belongs to the edit around it: the nearest call before it, else
 * the next result after it (Keen since 0.31 writes a start only for some calls).
 */
function pathOfCall(diff: DiffEvent, events: readonly SessionEvent[]): string | undefined {
  const at = events.indexOf(diff);
  for (let index = at - 1; index >= 0; index -= 1) {
    const event = events[index];
    if (event?.kind === 'toolCall') {
      return pathIn(event.input);
    }
    if (event?.kind === 'toolResult') {
      break;
    }
  }
  const next = events.slice(at + 1).find((event) => event.kind === 'toolResult');
  return pathIn(next?.input);
}

function pathIn(input: unknown): string | undefined {
  if (typeof input !== 'object' || input === null) {
    return undefined;
  }
  const { path, file_path: filePath } = input as Readonly<Record<string, unknown>>;
  return typeof path === 'string' ? path : typeof filePath === 'string' ? filePath : undefined;
}

function callState(ended: boolean, error: string | undefined): CallState {
  return error !== undefined ? 'failed' : ended ? 'done' : 'unfinished';
}

function optionalText(text: string, limits: TextLimits) {
  return text === '' ? undefined : longText(text, limits);
}
