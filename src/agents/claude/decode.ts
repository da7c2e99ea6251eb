import { t } from '#base/l10n.ts';
import type { DecodedLine, EntryLink } from '#core/decodedLine.ts';
import type { KeptRule, SessionEvent } from '#core/event.ts';
import type { Source } from '#core/source.ts';
import { answerEntry, answerEvents, textIn } from '../toolbox/blockEvents.ts';
import { epochMs } from '../toolbox/dateTime.ts';
import { startEvent, unknownEntry } from '../toolbox/entryEvents.ts';
import { Fields } from '../toolbox/fields.ts';
import type { JsonObject } from '../toolbox/jsonObject.ts';
import { LineProblems } from '../toolbox/lineProblems.ts';
import { contentOf } from './content.ts';
import {
  attachmentShape,
  compactShape,
  keptShape,
  messageShape,
  recordShape,
  usageShape,
} from './schema.ts';
import { isShell } from './toolResult.ts';
import { promptEvents, userRecordEvents } from './userRecord.ts';

type RecordFields = Fields<typeof recordShape>;

/** Decodes one record of a Claude Code transcript. */
export function decodeRecord(record: JsonObject, source: Source): DecodedLine {
  const problems = new LineProblems(source);
  const fields = new Fields(record, recordShape, '', problems);
  const type = fields.text('type');
  const isSide = fields.get('isSidechain') === true;
  const events = isSide ? [] : recordEvents(type, record, fields, problems);
  const link = isSide ? undefined : linkOf(fields, type, events);
  const time = epochMs(fields.get('timestamp'));
  return {
    events: isSide ? [] : [...startOf(fields), ...events],
    problems: problems.all,
    ...(link === undefined ? {} : { link }),
    ...(time === undefined ? {} : { time }),
    ...(time === undefined || type === 'user' || type === 'assistant' ? {} : { isAside: true }),
  };
}

/** There is no header; a record that follows no other says whose session it is. */
function startOf(fields: RecordFields): readonly SessionEvent[] {
  const follows = fields.get('parentUuid') ?? fields.get('logicalParentUuid');
  if (fields.get('uuid') === undefined || follows !== undefined) {
    return [];
  }
  const id = fields.get('sessionId');
  const start = startEvent(id, fields.get('cwd'), epochMs(fields.get('timestamp')));
  return [{ ...start, mayRepeat: true }];
}

/**
 * Parallel calls make a record the parent of several that all belong to one turn; only a second
 * prompt after the same record is another branch. A compaction follows no record, logically the last.
 */
function linkOf(
  fields: RecordFields,
  type: string,
  events: readonly SessionEvent[],
): EntryLink | undefined {
  const id = fields.get('uuid') ?? '';
  if (id === '') {
    return undefined;
  }
  const parentId = fields.get('parentUuid') ?? fields.get('logicalParentUuid') ?? null;
  const isPrompt = type === 'user' && events.some(({ kind }) => kind === 'userMessage');
  return { id, parentId, turn: isPrompt ? 'starts' : 'continues' };
}

function recordEvents(
  type: string,
  record: JsonObject,
  fields: RecordFields,
  problems: LineProblems,
): readonly SessionEvent[] {
  switch (type) {
    case 'user':
      return userEvents(fields, problems);
    case 'assistant':
      return assistantEvents(fields, problems);
    case 'system':
      return systemEvents(record, fields, problems);
    case 'attachment':
      return attachmentEvents(fields, problems);
    case 'custom-title':
      return [{ kind: 'sessionTitle', title: fields.text('customTitle') }];
    case 'ai-title':
      return [{ kind: 'sessionTitle', title: fields.text('aiTitle'), isGenerated: true }];
    case 'pr-link':
      return [{ kind: 'notice', text: t('Pull request: {0}', fields.text('prUrl')) }];
    // The title of another session (`summary`), states of the program, and what other records repeat.
    case 'summary':
    case 'progress':
    case 'queue-operation':
    case 'file-history-snapshot':
    case 'content-replacement':
    case 'last-prompt':
    case 'tag':
    case 'agent-name':
    case 'agent-setting':
    case 'mode':
    case 'permission-mode':
    case 'bridge-session':
    case 'api-request':
    case 'api-request-blob':
    case 'api-request-shape':
    case 'atis-latch':
    case 'cost-state':
    case 'tools-used':
      return [];
    default:
      return [unknownEntry(type, record)];
  }
}

function userEvents(fields: RecordFields, problems: LineProblems): readonly SessionEvent[] {
  const message = new Fields(fields.get('message') ?? {}, messageShape, 'message', problems);
  const content = message.raw('content');
  if (fields.get('isCompactSummary') === true) {
    const segments = answerEntry(contentOf(content, problems))?.segments ?? [];
    return [
      { kind: 'compactionSummary', summary: textIn(segments) },
      { kind: 'modelMessage', entry: { role: 'user', segments } },
    ];
  }
  if (fields.get('isVisibleInTranscriptOnly') === true) {
    return [];
  }
  return userRecordEvents(
    {
      content,
      toolUseResult: fields.raw('toolUseResult'),
      id: fields.text('uuid'),
      parentId: fields.text('parentUuid'),
      isHidden: fields.get('isMeta') === true,
    },
    problems,
  );
}

/** The model that answers in place of a model, for errors and for nothing at all. */
const synthetic = '<synthetic>';

function assistantEvents(fields: RecordFields, problems: LineProblems): readonly SessionEvent[] {
  const message = new Fields(fields.get('message') ?? {}, messageShape, 'message', problems);
  const blocks = contentOf(message.raw('content'), problems);
  if (fields.get('isApiErrorMessage') === true) {
    return [{ kind: 'error', message: textIn(blocks) }];
  }
  const shown = answerEvents(blocks, isShell).map(withSubAgent);
  if (message.raw('model') === synthetic) {
    return shown;
  }
  const entry = answerEntry(blocks);
  return [
    ...shown,
    ...(entry === undefined ? [] : [{ kind: 'modelMessage' as const, entry }]),
    ...usageEvents(message, problems),
  ];
}

/** Until its result names the sub-agent, only the call itself finds it. */
function withSubAgent(event: SessionEvent): SessionEvent {
  return event.kind === 'toolCall' &&
    event.callId !== undefined &&
    (event.name === 'Task' || event.name === 'Agent')
    ? { ...event, agents: [event.callId] }
    : event;
}

/** Repeated on each record of one answer. */
function usageEvents(
  message: Fields<typeof messageShape>,
  problems: LineProblems,
): readonly SessionEvent[] {
  const usage = message.get('usage');
  if (usage === undefined) {
    return [];
  }
  const fields = new Fields(usage, usageShape, 'usage', problems);
  const id = message.get('id');
  return [
    {
      kind: 'usage',
      usage: {
        input: fields.get('input_tokens') ?? 0,
        output: fields.get('output_tokens') ?? 0,
        cacheRead: fields.get('cache_read_input_tokens') ?? 0,
        cacheWrite: fields.get('cache_creation_input_tokens') ?? 0,
        cost: 0,
      },
      ...(id === undefined ? {} : { id }),
    },
  ];
}

function systemEvents(
  record: JsonObject,
  fields: RecordFields,
  problems: LineProblems,
): readonly SessionEvent[] {
  const subtype = fields.text('subtype');
  switch (subtype) {
    case 'compact_boundary': {
      const compact = fields.get('compactMetadata') ?? {};
      const metadata = new Fields(compact, compactShape, 'compactMetadata', problems);
      const trigger = metadata.text('trigger');
      const tokensBefore = metadata.get('preTokens');
      const tokensAfter = metadata.get('postTokens');
      return [
        {
          kind: 'compaction',
          trigger: trigger === 'manual' ? 'manual' : trigger === 'auto' ? 'automatic' : 'unknown',
          status: '',
          summary: '',
          replacement: [],
          ...keptBy(metadata, fields.text('uuid'), problems),
          summaryFollows: true,
          ...(tokensBefore === undefined ? {} : { tokensBefore }),
          ...(tokensAfter === undefined ? {} : { tokensAfter }),
        },
      ];
    }
    case 'api_error':
      return [{ kind: 'error', message: fields.text('content') || t('The request failed.') }];
    // Hooks, durations and states of the program.
    case 'stop_hook_summary':
    case 'turn_duration':
    case 'bridge_status':
    case 'microcompact_boundary':
      return [];
    case 'local_command':
    case 'informational':
    case 'away_summary':
    case '': {
      const [said] = promptEvents(fields.raw('content'), problems);
      const text = said?.kind === 'userMessage' || said?.kind === 'notice' ? said.text : '';
      return text === '' ? [] : [{ kind: 'notice', text }];
    }
    default:
      return [unknownEntry(`system/${subtype}`, record)];
  }
}

/** What a compaction keeps: the records from one to another. They follow its summary, or itself. */
function keptBy(
  metadata: Fields<typeof compactShape>,
  ownId: string,
  problems: LineProblems,
): { readonly kept?: KeptRule } {
  const segment = metadata.get('preservedSegment');
  const list = metadata.get('preservedMessages');
  const fields = new Fields(segment ?? list ?? {}, keptShape, 'preserved', problems);
  const ids = (fields.get('uuids') ?? []).filter((id) => typeof id === 'string');
  const head = fields.get('headUuid') ?? ids[0];
  const through = fields.get('tailUuid') ?? ids.at(-1);
  if (head === undefined || through === undefined) {
    return {};
  }
  const isFirst = fields.get('anchorUuid') === ownId;
  return {
    kept: {
      from: { id: head },
      through,
      ...(isFirst ? {} : { followSummary: true }),
      ifMissing: 'none',
    },
  };
}

function attachmentEvents(fields: RecordFields, problems: LineProblems): readonly SessionEvent[] {
  const attachment = fields.get('attachment') ?? {};
  const about = new Fields(attachment, attachmentShape, 'attachment', problems);
  switch (about.text('type')) {
    // Typed while the agent was working.
    case 'queued_command':
      return promptEvents(about.raw('prompt'), problems);
    case 'file':
      return [
        {
          kind: 'notice',
          text: t('Attached {0}', about.get('displayPath') ?? about.text('filename')),
        },
      ];
    // Hooks, lists of tools and agents, reminders: said to the model, never shown.
    default:
      return [];
  }
}
