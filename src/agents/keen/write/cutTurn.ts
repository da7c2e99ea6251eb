import { defined } from '#base/defined.ts';
import { goValueOf } from '../../toolbox/goFields.ts';
import { isJsonObject, type JsonObject } from '#core/jsonObject.ts';
import { LineProblems } from '../../toolbox/lineProblems.ts';
import { transcriptEvents } from '../transcriptItems.ts';
import { byteLength } from './memory.ts';

/**
 * A line as it would be if its turn had ended with one of its events: what was shown until then,
 * the text of it as the message, and the calls that had ended. A call includes its end. Any other
 * line, and a turn that ends with the event, stays whole.
 */
export function cutTurn(record: JsonObject, lastEvent: number): JsonObject {
  const turn = goValueOf(record, 'assistant_turn');
  const items = isJsonObject(turn) ? goValueOf(turn, 'transcript') : undefined;
  if (!isJsonObject(turn) || !Array.isArray(items)) {
    return record;
  }
  const end = lastItem(items, lastEvent);
  const endedThere =
    goValueOf(turn, 'interrupted') !== true && (goValueOf(turn, 'error') ?? '') === '';
  if (end >= items.length || (end === items.length - 1 && endedThere)) {
    return record;
  }
  const remaining: readonly unknown[] = items.slice(0, end + 1);
  const message = textOf(remaining);
  const memory = cutMemory(goValueOf(turn, 'turn_memory'), items, remaining, message);
  return {
    ...Object.fromEntries(Object.entries(record).filter(([key]) => !isTurn(key))),
    assistant_turn: defined({
      transcript: remaining,
      message: message === '' ? undefined : message,
      turn_memory: memory,
    }),
  };
}

function isTurn(key: string): boolean {
  return key.toLowerCase() === 'assistant_turn';
}

/** Index of the item that an event comes from, or of the end of the call that it starts. */
function lastItem(items: readonly unknown[], lastEvent: number): number {
  let events = 0;
  const at = items.findIndex((item) => {
    events += eventsOf([item]).length;
    return events > lastEvent;
  });
  const [event] = at < 0 ? [] : eventsOf(items.slice(at, at + 1));
  if (event === undefined) {
    return items.length;
  }
  if (event.kind !== 'toolCall') {
    return at;
  }
  const end = items.findIndex(
    (item, index) =>
      index > at &&
      eventsOf([item]).some((other) => other.kind === 'toolResult' && other.name === event.name),
  );
  return end < 0 ? at : end;
}

function cutMemory(
  memory: unknown,
  items: readonly unknown[],
  remaining: readonly unknown[],
  message: string,
): JsonObject | undefined {
  const activities = isJsonObject(memory) ? goValueOf(memory, 'tool_activity') : undefined;
  if (!Array.isArray(activities)) {
    return undefined;
  }
  // Since 0.28 memory lists every ended call, in the order of the items.
  const ended = endedCalls(items) === activities.length ? endedCalls(remaining) : activities.length;
  const length = byteLength(message);
  const remainingActivities = activities.slice(0, ended).filter((activity: unknown) => {
    const offset = isJsonObject(activity) ? goValueOf(activity, 'text_offset') : undefined;
    return offset === undefined || (typeof offset === 'number' && offset <= length);
  });
  return remainingActivities.length === 0 ? undefined : { tool_activity: remainingActivities };
}

function endedCalls(items: readonly unknown[]): number {
  return eventsOf(items).filter(
    (event) =>
      event.kind === 'toolResult' ||
      (event.kind === 'shellRun' &&
        (event.output !== undefined ||
          event.error !== undefined ||
          event.durationNs !== undefined)),
  ).length;
}

function textOf(items: readonly unknown[]): string {
  return eventsOf(items)
    .flatMap((event) => (event.kind === 'assistantText' ? [event.text] : []))
    .join('');
}

/** The reader reports problems; here the items are only scanned. */
function eventsOf(items: readonly unknown[]) {
  return transcriptEvents(items, new LineProblems({ line: 0, offset: 0, length: 0 }));
}
