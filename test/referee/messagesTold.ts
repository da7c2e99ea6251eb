import type { MessageBlock, ModelMessage } from '../record/claude.ts';
import type { Told } from './ours.ts';

/**
 * What was sent, adjusted for all intended differences:
 *
 * - Messages of the system are left out, and so are texts that are nothing but reminders, and one at the
 *   end of a result: they are about Claude Code's own tools, the machine and the day, and written again
 *   each time.
 * - A line feed between texts of one message is left out.
 * - Thinking is left out. It is signed for one model, and no other accepts it.
 * - Calls are paired by their order.
 */
export function toldInMessages(messages: readonly ModelMessage[] = []): readonly Told[] {
  return messages.flatMap(({ role, content }): readonly Told[] =>
    role === 'system' ? [] : blocksIn(content).flatMap((block) => told(role, block)),
  );
}

function blocksIn(content: string | readonly MessageBlock[] = []): readonly MessageBlock[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content;
}

export const reminders = /^(?:\s*<system-reminder>.*?<\/system-reminder>)*\s*$/s;
const lastReminder = /\s*<system-reminder>(?:(?!<system-reminder>).)*<\/system-reminder>\s*$/s;

function told(role: string, block: MessageBlock): readonly Told[] {
  switch (block.type) {
    case 'text': {
      const text = block.text ?? '';
      return reminders.test(text) ? [] : [{ role, text: text.trimEnd() }];
    }
    case 'tool_use':
      return [{ role, call: { name: block.name, args: block.input } }];
    case 'tool_result': {
      const result = blocksIn(block.content).flatMap(({ text }) => text ?? []);
      return [{ role, result: result.join('\n').replace(lastReminder, '') }];
    }
    case 'thinking':
      return [];
    case 'image':
      return [{ role, image: block.source?.media_type ?? '' }];
    default:
      return [{ role: block.type }];
  }
}
