import type { SessionEvent } from '../events/event.ts';
import type { EntryTree } from '../entries/entryTree.ts';
import type { Step } from './conversationProjection.ts';
import { entriesOf } from './entriesOf.ts';
import type { ConversationEntry, Segment } from '../events/message.ts';

/** Positions of a log's records, for rules that count them. */
export interface LogPlaces {
  readonly tree: EntryTree;
  /** Line of a record by its number, from 0. */
  lineOfRecord(record: number): number | undefined;
}

/** How the owner of a projection stores what was said. */
interface Remember<T> {
  said(entry: ConversationEntry, part: number): T;
  edited(item: T, replacement: readonly Segment[]): T;
}

/** An event's effect on the conversation, as steps of its projection. */
export function stepsOf<T>(
  event: SessionEvent,
  line: number,
  places: LogPlaces,
  remember: Remember<T>,
): Step<T>[] {
  if (event.kind === 'contextEdit') {
    const target = places.tree.lineOf(event.target);
    const { replacement } = event;
    const change =
      replacement === undefined ? undefined : (item: T) => remember.edited(item, replacement);
    return target === undefined ? [] : [{ type: 'edit', line, target, change }];
  }
  const entries = entriesOf(event);
  if (event.kind !== 'compaction') {
    return entries.map((entry, part) => ({ type: 'said', line, item: remember.said(entry, part) }));
  }
  const items = entries.map((entry, part) => remember.said(entry, part));
  const { kept } = event;
  if (kept === undefined || 'promptChars' in kept) {
    return [{ type: 'compaction', line, items, keptFrom: undefined, kept }];
  }
  const { from, through, until } = kept;
  const keptFrom = 'id' in from ? places.tree.lineOf(from.id) : places.lineOfRecord(from.record);
  const last = through === undefined ? undefined : places.tree.lineOf(through);
  const next = until === undefined ? undefined : places.tree.lineOf(until);
  const keptUntil = last === undefined ? next : last + 1;
  return [{ type: 'compaction', line, items, keptFrom, keptUntil, kept }];
}
