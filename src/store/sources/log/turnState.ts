import type { AgentAdapter } from '#agents/contract/adapter.ts';
import { lineFeed } from '#core/jsonl/lineSplitter.ts';
import { readRecords } from '#core/jsonl/readRecords.ts';
import type { TurnState } from '#core/session.ts';
import { lineOf, lookBytes, type LogBytes } from './logBytes.ts';
import { isWhole } from './wholeLine.ts';

/** What an agent did longer ago tells nothing about what it does now. */
export const freshMs = 3_600_000;

/** Lines that are looked at from the end. */
const mostLines = 16;

/** What the last lines of a log say about the agent's turn, within the first look at its end. */
export function turnStateIn(log: LogBytes, adapter: AgentAdapter): TurnState | undefined {
  if (adapter.turnIn === undefined) {
    return undefined;
  }
  const from = Math.max(0, log.size - lookBytes);
  const bytes = log.tail(from);
  const first = from === 0 ? 0 : bytes.indexOf(lineFeed) + 1 || bytes.length;
  for (let end = bytes.length, lines = 0; end > first && lines < mostLines; lines += 1) {
    const start = Math.max(first, bytes.lastIndexOf(lineFeed, end - 1) + 1);
    const raw = lineOf(bytes, start, end, from);
    if (end < bytes.length || isWhole(raw)) {
      const [record] = readRecords(raw.bytes, raw.source).records;
      const turn = record && adapter.turnIn(record);
      if (turn !== undefined) {
        return turn === 'unclear' ? undefined : turn;
      }
    } else if (raw.source.length > 0) {
      // The agent is writing it.
      return undefined;
    }
    end = start - 1;
  }
  return undefined;
}
