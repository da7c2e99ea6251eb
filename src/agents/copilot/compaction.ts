import type { CompactionEvent, SessionEvent } from '#core/events/event.ts';
import { entryOf } from '../toolbox/blockEvents.ts';
import { Fields } from '../toolbox/fields.ts';
import type { JsonObject } from '#core/jsonObject.ts';
import type { LineProblems } from '../toolbox/lineProblems.ts';
import { compactionShape } from './schema.ts';

/** One that failed changed nothing. Between its start and its end, the turn goes on. */
export function compactionEvents(
  data: JsonObject,
  problems: LineProblems,
): readonly SessionEvent[] {
  const fields = new Fields(data, compactionShape, 'data', problems);
  if (fields.get('success') !== true) {
    const reason = fields.text('error');
    const message = { code: 'notCompacted', name: reason } as const;
    return [
      ...(reason === '' ? [] : [{ kind: 'error' as const, message }]),
      { kind: 'compactionStart', hasFailed: true },
    ];
  }
  const summary = fields.text('summaryContent');
  const tokensBefore = fields.get('preCompactionTokens');
  const tokensAfter = fields.get('postCompactionTokens');
  return [
    {
      kind: 'compaction',
      trigger: triggerOf(fields.text('trigger')),
      status: '',
      summary,
      replacement: [entryOf('user', framed(summary))],
      kept: { promptChars: Infinity },
      isInBackground: true,
      ...(tokensBefore === undefined ? {} : { tokensBefore }),
      ...(tokensAfter === undefined ? {} : { tokensAfter }),
    },
  ];
}

function triggerOf(trigger: string): CompactionEvent['trigger'] {
  return trigger === 'manual' ? 'manual' : trigger === '' ? 'unknown' : 'automatic';
}

/** In the words of Copilot CLI, but that it quotes the prompts in there. */
function framed(summary: string): string {
  return `Some of the conversation history has been summarized to free up context.\n\nHere is a summary of the prior context:\n<summary>\n${summary}\n</summary>\n`;
}
