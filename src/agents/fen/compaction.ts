import type { SessionEvent } from '#core/events/event.ts';
import { entryOf } from '../toolbox/blockEvents.ts';
import { unknownEntry } from '../toolbox/entryEvents.ts';
import { Fields } from '../toolbox/fields.ts';
import type { JsonObject } from '#core/jsonObject.ts';
import type { LineProblems } from '../toolbox/lineProblems.ts';
import { compactionShape } from './schema.ts';

/** Precedes the summary for the model (fen 0.17, `compaction-summary-message`). */
const summaryFraming =
  'Compaction summary of earlier fen session context. Use this as context for the continuing ' +
  'conversation; do not ask me to restate it.\n\n';

/**
 * A compaction: the summary as a user's message, then all messages from the first kept one on. One
 * that names no such message is ignored, and so is one without a summary.
 */
export function compactionEvent(record: JsonObject, problems: LineProblems): SessionEvent {
  const fields = new Fields(record, compactionShape, 'compaction', problems);
  const firstKept = fields.get('first-kept-entry-id');
  if (fields.raw('summary') === undefined || firstKept === undefined) {
    problems.add('odd', { code: 'compactionIgnored' });
    return unknownEntry('compaction', record);
  }
  const summary = fields.text('summary');
  const guidance = fields.text('guidance');
  const tokensBefore = fields.get('tokens-before');
  const tokensAfter = fields.get('tokens-after');
  return {
    kind: 'compaction',
    trigger: triggerOf(fields.text('trigger')),
    status: guidance === '' ? '' : { code: 'guidance', name: guidance },
    summary,
    replacement: [entryOf('user', summaryFraming + summary)],
    kept: { from: { id: firstKept }, ifMissing: 'ignore' },
    ...(tokensBefore === undefined ? {} : { tokensBefore }),
    ...(tokensAfter === undefined ? {} : { tokensAfter }),
  };
}

function triggerOf(trigger: string): 'manual' | 'automatic' | 'unknown' {
  return trigger === 'manual' ? 'manual' : trigger === 'agent' ? 'automatic' : 'unknown';
}
