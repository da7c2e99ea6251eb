import { defined } from '#base/defined.ts';
import type { Words } from '#core/events/phrase.ts';
import type { RetainedRule, Events } from '#core/events/event.ts';
import type { JsonObject } from '#core/jsonObject.ts';
import { segmentsOf, modelEntry } from '../toolbox/blockEvents.ts';
import type { Block } from '../toolbox/blocks.ts';
import { noticeEvents, unknownEntry } from '../toolbox/entryEvents.ts';
import { Fields } from '../toolbox/fields.ts';
import { contentOf } from './content.ts';
import { systemNotices, systemStates } from './programStates.ts';
import { compactShape, keptShape, type recordShape } from './schema.ts';
import { promptEvents } from './userRecord.ts';

type RecordFields = Fields<typeof recordShape>;

/** What the program itself says: a compaction, an error, a notice, or nothing for anybody. */
export function systemEvents(record: JsonObject, fields: RecordFields): Events {
  const subtype = fields.text('subtype');
  switch (subtype) {
    case 'compact_boundary': {
      const metadata = fields.inner('compactMetadata', compactShape);
      const trigger = metadata.text('trigger');
      return [
        {
          kind: 'compaction',
          trigger: trigger === 'manual' ? 'manual' : trigger === 'auto' ? 'automatic' : 'unknown',
          status: '',
          summary: '',
          replacement: [],
          ...defined({
            tokensBefore: metadata.get('preTokens'),
            tokensAfter: metadata.get('postTokens'),
          }),
          ...keptBy(metadata, fields.text('uuid')),
          summaryFollows: true,
        },
      ];
    }
    case 'api_error':
      return [{ kind: 'error', message: fields.text('content') || { code: 'requestFailed' } }];
    // What the user ran in the program itself, and what it printed.
    case 'local_command': {
      const content = contentOf(fields.raw('content'), fields.problems);
      return [...noticeEvents(systemText(subtype, record, fields)), ...modelEntries(content)];
    }
    default:
      return systemNotices.has(subtype)
        ? noticeEvents(systemText(subtype, record, fields))
        : systemStates.has(subtype)
          ? []
          : [unknownEntry(`system/${subtype}`, record)];
  }
}

function modelEntries(blocks: readonly Block[]): Events {
  const segments = segmentsOf(blocks);
  return segments.length === 0 ? [] : [modelEntry('user', segments)];
}

function systemText(subtype: string, { fallbackModel }: JsonObject, fields: RecordFields): Words {
  const [said] = promptEvents(fields.raw('content'), 'user', fields.problems);
  return said?.kind === 'userMessage' || said?.kind === 'notice'
    ? said.text
    : subtype.endsWith('_fallback') && typeof fallbackModel === 'string'
      ? { code: 'model', name: fallbackModel }
      : '';
}

/** What a compaction keeps: the records from one to another. They follow its summary, or itself. */
function keptBy(
  metadata: Fields<typeof compactShape>,
  ownId: string,
): { readonly retained?: RetainedRule } {
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
    retained: {
      from: { id: head },
      through,
      ...(isFirst ? {} : { followSummary: true }),
      ifMissing: 'none',
    },
  };
}
