import type { LogIndex } from '#core/index/logIndex.ts';
import { idOfRow } from './rowPlace.ts';

/**
 * The first row that a fork does not share with its parent; the last one as long as it shares all.
 * Copies keep their dates, so what is dated from the session's start on is its own, unless the log
 * says where that begins.
 *
 * @param createdAt epoch ms; undefined if the format does not date sessions.
 * @returns its ID; undefined for a session that shares nothing, or does not say.
 */
export function forkRow(index: LogIndex, createdAt: number | undefined): string | undefined {
  const { facts, visible, transcript } = index;
  const { parent } = facts;
  const copied = facts.forkLines ?? facts.copiedTo;
  if (parent === undefined) {
    return undefined;
  }
  let shared: number | undefined;
  for (let place = 0; place < visible.length; place += 1) {
    const row = visible.at(place) ?? -1;
    if (row < 0 || transcript.rows.kind(row) === 'fork') {
      continue;
    }
    const [at, end] =
      copied === undefined
        ? [transcript.facts.time(row), createdAt]
        : [transcript.rows.line(row), copied + 1];
    if (at === undefined || end === undefined) {
      continue;
    }
    if (at >= end) {
      return shared === undefined ? undefined : idOfRow(index, row);
    }
    shared = row;
  }
  return shared === undefined ? undefined : idOfRow(index, shared);
}
