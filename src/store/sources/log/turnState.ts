import type { AgentAdapter, TurnOfRecord } from '#agents/contract/adapter.ts';
import { lineFeed } from '#core/jsonl/lineSplitter.ts';
import { readRecords } from '#core/jsonl/readRecords.ts';
import type { TurnState } from '#core/events/session.ts';
import type { FileStat } from '../../disk/fileSystem.ts';
import type { SessionSource } from '../records/source.ts';
import { lineOf, lookBytes, maxEndBytes, type LogBytes } from './logBytes.ts';
import { isWhole } from './wholeLine.ts';

/** Older activity says nothing about what the agent does now, and how it ended is no news. */
const freshMs = 24 * 3_600_000;

/**
 * Whether a session changed so lately that its agent may be at work, or its end is news. What is dated long
 * after now says nothing.
 */
export function isFresh({ mtimeMs }: Pick<FileStat, 'mtimeMs'>): boolean {
  return Math.abs(Date.now() - mtimeMs) < freshMs;
}

const mostLines = 16;

/**
 * What the last lines of a log say about the agent's turn.
 *
 * @param copied lines that the log of a fork began with, where lines have numbers: they are about another
 *   session's turn.
 */
export function turnStateIn(
  log: LogBytes,
  adapter: AgentAdapter,
  copied = 0,
): TurnState | undefined {
  if (adapter.turnIn === undefined) {
    return undefined;
  }
  for (let look = lookBytes; ; look *= 4) {
    const from = Math.max(0, log.size - look);
    const turn = turnWithin(log.tail(from), from, adapter, copied);
    // A line may be longer than the look.
    if (turn !== undefined || from === 0 || look >= maxEndBytes) {
      return turn === 'unclear' ? undefined : turn;
    }
  }
}

function turnWithin(
  bytes: Buffer,
  from: number,
  { turnIn, decode }: AgentAdapter,
  copied: number,
): TurnOfRecord {
  const first = from === 0 ? 0 : bytes.indexOf(lineFeed) + 1 || bytes.length;
  let lines = 0;
  for (let end = bytes.length; end > first; lines += 1) {
    const start = Math.max(first, bytes.lastIndexOf(lineFeed, end - 1) + 1);
    const raw = lineOf(bytes, start, end, from);
    if (lines === mostLines) {
      return 'unclear';
    }
    if (end < bytes.length || isWhole(raw)) {
      const [record] = readRecords(raw.bytes, raw.source).records;
      const turn = record && turnIn?.(record);
      if (record !== undefined && turn !== undefined) {
        return (decode(record, raw.source).seq ?? Infinity) <= copied ? 'unclear' : turn;
      }
    } else if (raw.source.length > 0) {
      // The agent is writing it.
      return 'unclear';
    }
    end = start - 1;
  }
  return undefined;
}

/** Whether a session's agent is at work, as far as its end and its age tell. */
export function isAtWork(
  { source, adapter }: { readonly source: SessionSource; readonly adapter: AgentAdapter },
  stat: FileStat,
): boolean {
  if (!isFresh(stat)) {
    return false;
  }
  try {
    const turn = turnStateOf(source, adapter);
    return turn === 'running' || turn === 'waiting';
  } catch {
    // It is shown in any case.
    return false;
  }
}

/** The same of a session that is no log. @throws UserError if it cannot be read. */
export function turnStateOf(source: SessionSource, adapter: AgentAdapter): TurnState | undefined {
  let turn: TurnOfRecord;
  let looks = 0;
  const backward = adapter.turnIn === undefined ? undefined : source.readBackward();
  while (backward?.isDone === false && turn === undefined && looks < mostLines) {
    backward.next((record) => {
      turn = 'value' in record ? adapter.turnIn?.(record.value) : undefined;
      looks += 1;
      return turn !== undefined || looks === mostLines ? true : undefined;
    });
  }
  return turn === 'unclear' ? undefined : turn;
}
