import type { SessionEvent } from '#core/event.ts';
import { GoFields } from '../goFields.ts';
import type { LineProblems } from '../lineProblems.ts';
import { isJsonObject, type JsonObject } from '../jsonObject.ts';
import { transcriptItemShape } from './schema.ts';
import { diffOf, shellRunOf, toolCallOf, toolResultOf } from './toolItems.ts';

/** A turn's items as the user saw them, in order. Of an item that cannot be read, a problem stays. */
export function transcriptEvents(
  items: readonly unknown[],
  problems: LineProblems,
): readonly SessionEvent[] {
  const events: SessionEvent[] = [];
  for (const item of items) {
    if (!isJsonObject(item)) {
      problems.add('lost', 'An item of a transcript is not an object.', item);
      continue;
    }
    const event = itemEvent(item, problems);
    if (event !== undefined) {
      events.push(event);
    }
  }
  return events;
}

function itemEvent(item: JsonObject, problems: LineProblems): SessionEvent | undefined {
  const fields = new GoFields(item, transcriptItemShape, 'a transcript item', problems);
  const kind = fields.text('kind');
  switch (kind) {
    case 'text':
    case 'reasoning': {
      const text = fields.text('content');
      if (text === '') {
        return undefined;
      }
      return kind === 'text' ? { kind: 'assistantText', text } : { kind: 'thinking', text };
    }
    case 'tool_start':
    case 'tool_end':
    case 'bash':
    case 'diff': {
      if (fields.raw(kind) === undefined) {
        problems.add('odd', `A transcript item says ${kind} and holds nothing.`);
      }
      const payload = fields.get(kind, 'lost');
      return payload === undefined ? undefined : payloadEvent(kind, payload, problems);
    }
    default:
      return { kind: 'unknown', type: kind === '' ? 'item without a kind' : kind, raw: item };
  }
}

/** Within a turn, an end without a start is normal since 0.31, and a bash item is the whole call. */
function payloadEvent(
  kind: 'tool_start' | 'tool_end' | 'bash' | 'diff',
  payload: JsonObject,
  problems: LineProblems,
): SessionEvent | undefined {
  switch (kind) {
    case 'tool_start':
      return toolCallOf(payload, problems);
    case 'tool_end':
      return toolResultOf(payload, problems, true);
    case 'bash':
      return shellRunOf(payload, problems, 'whole');
    case 'diff':
      return diffOf(payload, problems);
  }
}
