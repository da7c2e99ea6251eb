import type { DecodedLine, Source } from '#core/events/decodedLine.ts';
import type { SessionEvent } from '#core/events/event.ts';
import { epochMs } from '../toolbox/dateTime.ts';
import {
  decodedEntry,
  entryMessage,
  startEvent,
  unknownEntry,
  unreferenced,
} from '../toolbox/entryEvents.ts';
import { GoFields } from '../toolbox/goFields.ts';
import type { JsonObject } from '#core/jsonObject.ts';
import { LineProblems } from '../toolbox/lineProblems.ts';
import { compactionEvent } from './compaction.ts';
import { isDatabaseRow, rowEvents } from './databaseRows.ts';
import { messageEvents } from './messages.ts';
import { branchShape, entryShape, headerShape } from './schema.ts';

/**
 * Decodes one entry of an agent session: a line of its log, or a row of its database. Only messages
 * are found by their ID, since a compaction keeps nothing else.
 */
export function decodeRecord(record: JsonObject, source: Source): DecodedLine {
  const problems = new LineProblems(source);
  if (isDatabaseRow(record)) {
    const { events, time } = rowEvents(record, problems);
    return decodedEntry(events, problems, undefined, time);
  }
  const entry = new GoFields(record, entryShape, '', problems);
  const type = entry.text('type');
  const time = epochMs(entry.get('timestamp'));
  const events = entryEvents(type, record, entry, time);
  const id = entry.get('id');
  return decodedEntry(events, problems, type === 'message' ? id : unreferenced(type, id), time);
}

function entryEvents(
  type: string,
  record: JsonObject,
  entry: GoFields<typeof entryShape>,
  time: number | undefined,
): readonly SessionEvent[] {
  switch (type) {
    case 'session': {
      const cwd = new GoFields(record, headerShape, 'session', entry.problems).get('cwd');
      return [startEvent(entry.get('id'), cwd, time)];
    }
    case 'message':
      return entryMessage(entry.get('message'), record, entry.problems, messageEvents);
    case 'compaction':
      return [compactionEvent(record, entry.problems)];
    case 'branch':
      return [forkEvent(record, entry.problems)];
    default:
      return [unknownEntry(type, record)];
  }
}

/** The second line of a fork. The model does not get it. */
function forkEvent(record: JsonObject, problems: LineProblems): SessionEvent {
  const fields = new GoFields(record, branchShape, 'branch', problems);
  const path = fields.get('parent_session_path') ?? '';
  return path === ''
    ? unknownEntry('branch', record)
    : { kind: 'fork', parent: { path }, summary: fields.text('branch_summary') };
}
