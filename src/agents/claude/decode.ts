import { t } from '#base/l10n.ts';
import type { DecodedLine, EntryLink } from '#core/decodedLine.ts';
import type { KeptRule, SessionEvent, SessionStartEvent } from '#core/event.ts';
import type { Source } from '#core/source.ts';
import { answerEvents, segmentsOf, textIn, told, toldAnswer } from '../toolbox/blockEvents.ts';
import { epochMs } from '../toolbox/dateTime.ts';
import { anyStart, decodedEntry, noticeEvents, unknownEntry } from '../toolbox/entryEvents.ts';
import { Fields } from '../toolbox/fields.ts';
import type { JsonObject } from '#core/jsonObject.ts';
import { LineProblems } from '../toolbox/lineProblems.ts';
import { contentOf } from './content.ts';
import {
  attachmentShape,
  compactShape,
  forkedShape,
  keptShape,
  messageShape,
  recordShape,
  usageShape,
} from './schema.ts';
import { isShell } from './toolResult.ts';
import { promptEvents, speakerIn, userRecordEvents } from './userRecord.ts';

type RecordFields = Fields<typeof recordShape>;

/** Decodes one record of a Claude Code transcript. */
export function decodeRecord(record: JsonObject, source: Source): DecodedLine {
  const problems = new LineProblems(source);
  const fields = new Fields(record, recordShape, '', problems);
  const type = fields.text('type');
  const isSide = fields.get('isSidechain') === true;
  const events = isSide ? [] : recordEvents(type, record, fields);
  const link = isSide ? undefined : linkOf(fields, type, events);
  const time = epochMs(fields.get('timestamp'));
  const shown = isSide ? [] : [...startOf(fields), ...events, ...forkOf(fields)];
  return {
    ...decodedEntry(shown, problems, link, time),
    ...(time === undefined || type === 'user' || type === 'assistant' ? {} : { isAside: true }),
  };
}

/** There is no header; a record that follows no other says whose session it is. */
function startOf(fields: RecordFields): readonly SessionEvent[] {
  const follows = fields.get('parentUuid') ?? fields.get('logicalParentUuid');
  if (fields.get('uuid') === undefined || follows !== undefined) {
    return [];
  }
  return [anyStartOf(fields)];
}

function anyStartOf(fields: RecordFields): SessionStartEvent {
  const id = fields.get('sessionId');
  return anyStart(id, fields.get('cwd'), epochMs(fields.get('timestamp')));
}

/** `/branch` copies records, in some versions twice, and one of the two copies says from where. */
function forkOf(fields: RecordFields): readonly SessionEvent[] {
  const forkedFrom = fields.get('forkedFrom');
  if (forkedFrom === undefined) {
    return [];
  }
  const id = new Fields(forkedFrom, forkedShape, 'forkedFrom', fields.problems).text('sessionId');
  return id === '' ? [] : [{ ...anyStartOf(fields), parent: { id } }];
}

/**
 * Whether a record names the one that it follows decides where it belongs: two windows may write one file.
 * A compaction follows no record, logically the last; its summary may name none either.
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
  const parentId = fields.get('parentUuid') ?? fields.get('logicalParentUuid');
  if (type === 'assistant') {
    return { id, parentId, turn: 'answers' };
  }
  const kinds = events.map(({ kind }) => kind);
  if (kinds.includes('compaction') || kinds.includes('compactionSummary')) {
    return { id, parentId, turn: 'continues' };
  }
  if (type === 'user' && kinds.length > 0) {
    return kinds.includes('userMessage')
      ? { id, parentId: parentId ?? null, turn: 'starts' }
      : fields.get('isMeta') === true
        ? { id, parentId: parentId ?? null, turn: 'continues' }
        : { id, parentId, turn: 'answers' };
  }
  // With another root, the context was cleared: what names this one follows nothing before it.
  return kinds.length === 0 || parentId === undefined
    ? { id, parentId: parentId ?? null, turn: 'passes' }
    : { id, parentId, turn: type === 'attachment' ? 'answers' : 'continues' };
}

function recordEvents(
  type: string,
  record: JsonObject,
  fields: RecordFields,
): readonly SessionEvent[] {
  switch (type) {
    case 'user':
      return userEvents(fields);
    case 'assistant':
      return assistantEvents(fields);
    case 'system':
      return systemEvents(record, fields);
    case 'attachment':
      return attachmentEvents(fields);
    case 'custom-title':
      return [{ kind: 'sessionTitle', title: fields.text('customTitle') }];
    case 'ai-title':
      return [{ kind: 'sessionTitle', title: fields.text('aiTitle'), isGenerated: true }];
    case 'pr-link':
      return [{ kind: 'notice', text: t('Pull request: {0}', fields.text('prUrl')) }];
    default:
      return silent.has(type) ? [] : [unknownEntry(type, record)];
  }
}

/** The title of another session (`summary`), states of the program, and what other records repeat. */
const silent: ReadonlySet<string> = new Set([
  'summary',
  'progress',
  'queue-operation',
  'file-history-snapshot',
  'content-replacement',
  'last-prompt',
  'tag',
  'agent-name',
  'agent-setting',
  'mode',
  'permission-mode',
  'bridge-session',
  'api-request',
  'api-request-blob',
  'api-request-shape',
  'atis-latch',
  'cost-state',
  'tools-used',
]);

function userEvents(fields: RecordFields): readonly SessionEvent[] {
  const message = fields.inner('message', messageShape);
  const content = message.raw('content');
  if (fields.get('isCompactSummary') === true) {
    const segments = segmentsOf(contentOf(content, fields.problems));
    return [{ kind: 'compactionSummary', summary: textIn(segments) }, told('user', segments)];
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
      speaker: speakerIn({
        isMeta: fields.get('isMeta'),
        origin: fields.raw('origin'),
        promptSource: fields.raw('promptSource'),
      }),
    },
    fields.problems,
  );
}

/** The model that answers in place of a model, for errors and for nothing at all. */
const synthetic = '<synthetic>';

function assistantEvents(fields: RecordFields): readonly SessionEvent[] {
  const message = fields.inner('message', messageShape);
  const blocks = contentOf(message.raw('content'), fields.problems);
  if (fields.get('isApiErrorMessage') === true) {
    return [{ kind: 'error', message: textIn(blocks) }];
  }
  const shown = answerEvents(blocks, isShell, isAgent);
  if (message.raw('model') === synthetic) {
    return shown;
  }
  return [...shown, ...toldAnswer(blocks), ...usageEvents(message)];
}

/** Until its result names the sub-agent, only the call itself finds it. */
function isAgent(tool: string): boolean {
  return tool === 'Task' || tool === 'Agent';
}

/** Repeated on each record of one answer. */
function usageEvents(message: Fields<typeof messageShape>): readonly SessionEvent[] {
  const usage = message.get('usage');
  if (usage === undefined) {
    return [];
  }
  const fields = new Fields(usage, usageShape, 'usage', message.problems);
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

function systemEvents(record: JsonObject, fields: RecordFields): readonly SessionEvent[] {
  const subtype = fields.text('subtype');
  switch (subtype) {
    case 'compact_boundary': {
      const metadata = fields.inner('compactMetadata', compactShape);
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
          ...keptBy(metadata, fields.text('uuid')),
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
      const [said] = promptEvents(fields.raw('content'), 'user', fields.problems);
      const text = said?.kind === 'userMessage' || said?.kind === 'notice' ? said.text : '';
      return noticeEvents(text);
    }
    default:
      return [unknownEntry(`system/${subtype}`, record)];
  }
}

/** What a compaction keeps: the records from one to another. They follow its summary, or itself. */
function keptBy(
  metadata: Fields<typeof compactShape>,
  ownId: string,
): { readonly kept?: KeptRule } {
  const segment = metadata.get('preservedSegment');
  const list = metadata.get('preservedMessages');
  const fields = new Fields(segment ?? list ?? {}, keptShape, 'preserved', metadata.problems);
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

function attachmentEvents(fields: RecordFields): readonly SessionEvent[] {
  const attachment = fields.get('attachment') ?? {};
  const about = new Fields(attachment, attachmentShape, 'attachment', fields.problems);
  switch (about.text('type')) {
    // Typed while the agent was working.
    case 'queued_command':
      return promptEvents(
        about.raw('prompt'),
        speakerIn({
          isMeta: about.get('isMeta') ?? fields.get('isMeta'),
          origin: about.raw('origin') ?? fields.raw('origin'),
          commandMode: about.raw('commandMode'),
        }),
        fields.problems,
      );
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
