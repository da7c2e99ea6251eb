import type { SessionEvent } from '#core/events/event.ts';
import { entryOf } from '../toolbox/blockEvents.ts';
import { unknownEntry } from '../toolbox/entryEvents.ts';
import { GoFields } from '../toolbox/goFields.ts';
import type { JsonObject } from '#core/jsonObject.ts';
import type { LineProblems } from '../toolbox/lineProblems.ts';
import { compactionShape } from './schema.ts';

/** A summary as the model gets it, framed as in pi. */
function framedSummary(summary: string): string {
  return (
    'The conversation history before this point was compacted into the following summary:\n\n' +
    `<summary>\n${summary}\n</summary>`
  );
}

/**
 * A compaction: the summary, then the messages from the first kept one on. If that is empty, as
 * after a compaction in a resumed session, or names no message, nothing is kept.
 */
export function compactionEvent(record: JsonObject, problems: LineProblems): SessionEvent {
  const fields = new GoFields(record, compactionShape, 'compaction', problems);
  const summary = fields.get('summary');
  const firstKept = fields.get('first_kept_entry_id');
  const tokensBefore = fields.get('tokens_before');
  const isDamaged =
    (firstKept === undefined && fields.raw('first_kept_entry_id') !== undefined) ||
    (tokensBefore === undefined && fields.raw('tokens_before') !== undefined);
  if (summary === undefined || isDamaged) {
    // agent skips a line with any value of a wrong type, and this one would cost the history.
    return unknownEntry('compaction', record);
  }
  return {
    kind: 'compaction',
    trigger: 'unknown',
    status: '',
    summary,
    replacement: [entryOf('user', framedSummary(summary))],
    retained: { from: { id: firstKept ?? '' }, ifMissing: 'none' },
    ...(tokensBefore === undefined ? {} : { tokensBefore }),
  };
}
