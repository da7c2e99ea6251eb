import type { DecodedLine, Source } from '#core/events/decodedLine.ts';
import type { Events, SessionEvent, SessionStartEvent } from '#core/events/event.ts';
import { carriedFork, carriedKey } from '../toolbox/carried.ts';
import { decodedEntry, startEvent, unknownEntry } from '../toolbox/entryEvents.ts';
import { Fields } from '../toolbox/fields.ts';
import type { JsonObject } from '#core/jsonObject.ts';
import { LineProblems } from '../toolbox/lineProblems.ts';
import { answerEvents } from './answer.ts';
import { promptEvents } from './prompt.ts';
import { rowEvents } from './second/events.ts';
import { infoShape, recordShape, sessionShape, timeShape } from './schema.ts';

/** Decodes one record as database.ts makes it: the session, or a message with its parts. */
export function decodeRecord(record: JsonObject, source: Source): DecodedLine {
  const problems = new LineProblems(source);
  const fields = new Fields(record, recordShape, '', problems);
  const object = fields.get('info');
  if (object === undefined) {
    return decodedEntry([unknownEntry('', record)], problems, undefined, undefined);
  }
  const info = new Fields(object, infoShape, 'info', problems);
  const created = info.inner('time', timeShape).get('created');
  if (fields.raw('parts') === undefined && 'directory' in object) {
    return decodedEntry(sessionEvents(object, problems), problems, undefined, created);
  }
  return decodedEntry(
    messageEvents(fields, info, object, record),
    problems,
    info.get('id'),
    created,
  );
}

/** What opencode calls a session before it has a title: `New session - 2026-11-21T02:05:10.796Z`. */
const noTitle = /^(?:New|Child) session - \d{4}-\d\d-\d\dT/;

function sessionEvents(info: JsonObject, problems: LineProblems): Events {
  const fields = new Fields(info, sessionShape, 'info', problems);
  const time = fields.inner('time', timeShape);
  const parent = fields.get('parentID');
  const title = fields.text('title');
  const start: SessionStartEvent = {
    ...startEvent(fields.get('id'), fields.get('directory'), time.get('created')),
    copiesKeepDates: true,
    ...(parent === undefined ? {} : { parent: { id: parent }, isSubAgent: true }),
    ...(time.get('archived') === undefined ? {} : { isArchived: true }),
  };
  const events: SessionEvent[] = [start];
  if (title !== '' && !noTitle.test(title)) {
    events.push({ kind: 'sessionTitle', title });
  }
  const id = fields.get('forkID');
  if (id !== undefined) {
    // The first record is the session itself.
    const lines = 1 + (fields.get('copied') ?? 0);
    events.push({ kind: 'fork', parent: { id }, summary: '', lines });
  }
  return [...events, ...carriedFork(fields.get('metadata')?.[carriedKey])];
}

function messageEvents(
  fields: Fields<typeof recordShape>,
  info: Fields<typeof infoShape>,
  object: JsonObject,
  record: JsonObject,
): Events {
  const role = info.text('role');
  const message = { info, fields };
  switch (role) {
    case 'user':
      return promptEvents(message);
    case 'assistant':
      return answerEvents(message);
    default:
      return rowEvents(object, message, record);
  }
}
