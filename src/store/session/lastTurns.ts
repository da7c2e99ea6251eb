import { pageLimits } from '#core/text/longText.ts';
import type { Row } from '#core/rows/row.ts';
import type { LastTurns } from '#protocol/worker.ts';
import type { IndexedSession } from './indexedSession.ts';
import type { RecordReader } from './recordReader.ts';
import { placeOfRow } from './rowPlace.ts';
import { rowOfSession } from './rowsOfSession.ts';

export interface TurnLimits {
  readonly maxTurns: number;
  /** Of the rows as JSON. Always includes at least one row, however long. */
  readonly maxChars: number;
}

/**
 * The last turns of a log that fit the limits, read backward. A turn is a user row and the rows up
 * to the next one. Only the very last turn may be truncated, at its start, if it alone is too long.
 *
 * @param before ID of the row before which the log counts as ended.
 */
export function lastTurns(
  log: IndexedSession,
  lines: RecordReader,
  limits: TurnLimits,
  before?: string,
): Pick<LastTurns, 'turns' | 'omitted'> {
  const { visible } = log.index;
  const last = before === undefined ? undefined : placeOfRow(log.index, before).row;
  const end = last === undefined ? visible.length : visible.placeOf(last);
  /** The last first, as their rows are. */
  const turns: Row[][] = [];
  let turn: Row[] = [];
  let chars = 0;
  lines.use((contentOf) => {
    for (let place = end - 1; place >= 0; place -= 1) {
      const number = visible.at(place);
      if (number === undefined || turns.length >= limits.maxTurns) {
        break;
      }
      const row = rowOfSession(log.index, number, contentOf, pageLimits);
      if (row === undefined) {
        continue;
      }
      chars += JSON.stringify(row).length;
      const isFirst = turns.length === 0 && turn.length === 0;
      if (chars > limits.maxChars && !isFirst) {
        // An earlier turn is included whole or not at all.
        turn = turns.length === 0 ? turn : [];
        break;
      }
      turn.push(row);
      if (row.kind === 'user') {
        turns.push(turn);
        turn = [];
      }
    }
  });
  if (turn.length > 0 && turns.length < limits.maxTurns) {
    turns.push(turn);
  }
  return {
    turns: turns.map((rows) => rows.reverse()).reverse(),
    omitted: countTurns(log, end) - turns.length,
  };
}

/** User rows before a place, plus one if rows precede the first. */
function countTurns({ index: { visible } }: IndexedSession, end: number): number {
  let turns = end > 0 && visible.kind(0) !== 'user' ? 1 : 0;
  for (let place = 0; place < end; place += 1) {
    turns += visible.kind(place) === 'user' ? 1 : 0;
  }
  return turns;
}
