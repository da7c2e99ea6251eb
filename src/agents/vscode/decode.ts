import type { DecodedLine, Source } from '#core/events/decodedLine.ts';
import type { Words } from '#core/events/phrase.ts';
import type {
  SessionEvent,
  Events,
  SessionStartEvent,
  SessionTitleEvent,
} from '#core/events/event.ts';
import { endingEvents, usageEvents } from '../toolbox/answerEnding.ts';
import {
  type Dated,
  decodedEntry,
  saidEvents,
  startEvent,
  unknownEntry,
  shownOnly,
  newerForm,
} from '../toolbox/entryEvents.ts';
import { entryOf } from '../toolbox/blockEvents.ts';
import { Fields } from '../toolbox/fields.ts';
import { isJsonObject, type JsonObject } from '#core/jsonObject.ts';
import { LineProblems } from '../toolbox/lineProblems.ts';
import { joinedText } from './answerText.ts';
import { partEvents } from './part.ts';
import { promptEvents } from './prompt.ts';
import {
  endShape,
  errorShape,
  modelStateShape,
  recordShape,
  requestShape,
  resultShape,
  tokensShape,
} from './schema.ts';
import { isTranscriptLine, transcriptEvents } from './transcript.ts';
import { pathOf } from '../toolbox/uri.ts';

type RecordFields = Fields<typeof recordShape>;

/** Decodes one record as document.ts makes it. VS Code takes an undone request away with the next one. */
export function decodeRecord(record: JsonObject, source: Source): DecodedLine {
  const problems = new LineProblems(source);
  const fields = new Fields(record, recordShape, '', problems);
  if (isTranscriptLine(record)) {
    const line = transcriptEvents(record, problems);
    return decodedEntry(line.events, problems, undefined, line.time);
  }
  const { events, time } = recordEvents(record, fields);
  const left = fields.get('$isUndone') === true ? events.flatMap(shownOnly) : events;
  return decodedEntry(left, problems, undefined, time);
}

function recordEvents(record: JsonObject, fields: RecordFields): Dated {
  const request = fields.get('$request');
  if (request !== undefined) {
    return requestEvents(request, fields);
  }
  const part = fields.get('$part');
  if (part !== undefined) {
    return { events: partEvents(part, fields), time: fields.get('$time') };
  }
  const end = fields.get('$end');
  if (end !== undefined) {
    const { events, time } = endEvents(end, fields.problems);
    return fields.get('$isLastCopy') === true
      ? { events: [...events, endOfCopies(fields.problems.source.line)], time }
      : { events, time };
  }
  const run = fields.get('$text');
  if (run !== undefined) {
    const text = joinedText(run.filter(isJsonObject), fields.get('$isAfterEdit') === true);
    return { events: textEvents(text), time: fields.get('$time') };
  }
  const summary = fields.get('$summary');
  if (summary !== undefined) {
    return { events: [compactionEvent(summary)] };
  }
  return typeof record.sessionId === 'string' || fields.get('$hasNoStart') === true
    ? { events: headerEvents(fields), time: fields.get('creationDate') }
    : { events: [unknownEntry('', record)] };
}

/** What came before is the parent’s. */
function endOfCopies(othersLines: number): SessionEvent {
  const usage = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, cost: 0 };
  return { kind: 'usage', usage, isBase: true, othersLines };
}

function headerEvents(fields: RecordFields): Events {
  const cwd = pathOf(fields.raw('workingDirectory'));
  const start: SessionStartEvent = {
    ...startEvent(fields.get('sessionId'), cwd, fields.get('creationDate')),
    ...(fields.get('$isMirror') === true ? { isMirror: true } : {}),
    ...newerForm(fields.raw('version'), 3),
  };
  const given = fields.get('customTitle');
  const unread = fields.get('$unread') ?? 0;
  if (fields.get('$hasNoStart') === true) {
    fields.problems.add('lost', { code: 'chatWithoutStart' });
  }
  if (unread > 0) {
    fields.problems.add('lost', { code: 'unreadChanges', count: unread });
  }
  const found = fields.get('computedTitle');
  const titles: readonly SessionTitleEvent[] = [
    { kind: 'sessionTitle', title: found ?? '', isGenerated: true },
    { kind: 'sessionTitle', title: given ?? '' },
  ];
  return [start, ...titles.filter(({ title }) => title !== '')];
}

function requestEvents(request: JsonObject, record: RecordFields): Dated {
  const fields = new Fields(request, requestShape, 'request', record.problems);
  const model = record.get('$model');
  return {
    events: [
      ...promptEvents(fields),
      ...(model === undefined ? [] : [notice({ code: 'model', name: model })]),
      ...(record.get('$isUndone') === true ? [notice({ code: 'requestUndone' })] : []),
    ],
    time: fields.get('timestamp'),
  };
}

function textEvents(joined: string): Events {
  const text = joined.replace(/^\s*\n/, '').trimEnd();
  return text === '' ? [] : saidEvents(text);
}

/** Copilot's agent sends the summary in place of everything before it. */
function compactionEvent(summary: string): SessionEvent {
  return {
    kind: 'compaction',
    trigger: 'unknown',
    status: '',
    summary,
    replacement: [entryOf('user', summary)],
  };
}

const states = { cancelled: 2, failed: 3 };

function endEvents(end: JsonObject, problems: LineProblems): Dated {
  const fields = new Fields(end, endShape, 'request', problems);
  const state = fields.inner('modelState', modelStateShape);
  const result = fields.inner('result', resultShape);
  const error = result.get('errorDetails');
  const value = state.get('value');
  const isCanceled = value === states.cancelled || fields.get('isCanceled') === true;
  const message =
    error === undefined ? '' : new Fields(error, errorShape, 'error', problems).text('message');
  const hasFailed = value === states.failed || error !== undefined;
  return {
    events: [
      ...(isCanceled ? [{ kind: 'interruption' as const }] : []),
      ...(hasFailed && !isCanceled ? endingEvents('error', message) : []),
      ...tokenEvents(fields, result),
    ],
    time: state.get('completedAt'),
  };
}

/** Of the last round of a request; VS Code stores no others. */
function tokenEvents(end: Fields<typeof endShape>, result: Fields<typeof resultShape>): Events {
  const counts = (key: 'metadata' | 'usage') =>
    new Fields(result.get(key) ?? {}, tokensShape, key, end.problems);
  const [metadata, usage] = [counts('metadata'), counts('usage')];
  const input =
    end.get('promptTokens') ?? metadata.get('promptTokens') ?? usage.get('promptTokens') ?? 0;
  const output =
    end.get('completionTokens') ??
    metadata.get('outputTokens') ??
    usage.get('completionTokens') ??
    0;
  return usageEvents({ input, output, cacheRead: 0, cacheWrite: 0, cost: 0 });
}

function notice(text: Words): SessionEvent {
  return { kind: 'notice', text };
}
