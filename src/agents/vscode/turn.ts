import type { TurnOfRecord } from '../contract/adapter.ts';
import { isJsonObject, type JsonObject } from '#core/jsonObject.ts';
import { isTranscriptLine, turnInTranscript } from './transcript.ts';

/** By `ResponseModelState` of VS Code: pending, complete, canceled, failed, needs input. */
const turns: readonly TurnOfRecord[] = ['running', 'done', 'done', 'done', 'waiting'];

/** A request says how far its answer is; before 2026 it does not, or only that it was canceled. */
export function turnIn(record: JsonObject): TurnOfRecord {
  const { $end, $isUndone } = record;
  if (isTranscriptLine(record)) {
    return turnInTranscript(record);
  }
  if (!isJsonObject($end)) {
    return undefined;
  }
  const state = isJsonObject($end.modelState) ? $end.modelState.value : undefined;
  const turn = typeof state === 'number' ? turns[state] : undefined;
  return $isUndone === true ? 'unclear' : (turn ?? ($end.isCanceled === true ? 'done' : 'unclear'));
}
