import type { Item } from '../record/codex.ts';
import type { Told } from './ours.ts';

/**
 * What was sent, adjusted for all intended differences:
 *
 * - Messages of the developer are left out: they are about Codex's own tools.
 * - Reasoning is left out. It is encrypted or signed for one model, and no other accepts it.
 */
export function toldInResponses(items: readonly Item[] = []): readonly Told[] {
  return items.flatMap((item): readonly Told[] => {
    switch (item.type) {
      case 'message':
        return item.role === 'developer'
          ? []
          : (item.content ?? []).map(({ text = '', image_url }) => ({
              role: item.role ?? '',
              ...(image_url === undefined
                ? { text }
                : { image: /^data:([^;]*)/.exec(image_url)?.[1] ?? '' }),
            }));
      case 'function_call':
        return [
          {
            role: 'assistant',
            call: { name: item.name, args: JSON.parse(item.arguments ?? '') as unknown },
          },
        ];
      case 'function_call_output':
        return [{ role: 'user', result: outputText(item.output) }];
      case 'reasoning':
        return [];
      default:
        return [{ role: item.type }];
    }
  });
}

function outputText(output: unknown): unknown {
  return Array.isArray(output)
    ? (output as NonNullable<Item['content']>).flatMap(({ text }) => text ?? []).join('\n')
    : output;
}
