import type { SessionEvent } from '#core/events/event.ts';
import { endBytes, type LogBytes } from './logBytes.ts';

/** Titles at the beginning of a log that are looked at. */
const mostTitles = 20;

/** Without titles of sessions whose entry stands at neither end of this log: they are of other sessions. */
export function ownTitles(log: LogBytes, head: readonly SessionEvent[]): readonly SessionEvent[] {
  let looks = 0;
  return head.filter((event) => {
    if (event.kind !== 'sessionTitle' || event.ofEntry === undefined) {
      return true;
    }
    looks += 1;
    return looks <= mostTitles && isEntryOf(log, event.ofEntry);
  });
}

function isEntryOf(log: LogBytes, entry: string): boolean {
  if (!/^[\w-]{1,100}$/.test(entry)) {
    return false;
  }
  const text = `uuid":"${entry}"`;
  return [log.head(endBytes), log.tail(log.size - endBytes)].some(
    (bytes) => bytes.includes(text) || bytes.includes(`uuid": "${entry}"`),
  );
}
