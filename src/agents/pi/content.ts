import { blocksOf, unknownBlock, type Block } from '../toolbox/blocks.ts';
import { Fields } from '../toolbox/fields.ts';
import type { JsonObject } from '../toolbox/jsonObject.ts';
import type { LineProblems } from '../toolbox/lineProblems.ts';
import { blockShape } from './schema.ts';

/** The blocks of a message; old files also have null for none. */
export function contentOf(content: unknown, problems: LineProblems): readonly Block[] {
  return blocksOf(content ?? undefined, problems, (block) => blockOf(block, problems));
}

function blockOf(block: JsonObject, problems: LineProblems): Block {
  const fields = new Fields(block, blockShape, 'content', problems);
  const type = fields.text('type');
  switch (type) {
    case 'text':
      return { type: 'text', text: fields.text('text') };
    case 'thinking':
      return { type: 'thinking', text: fields.text('thinking') };
    case 'toolCall':
      return {
        type: 'call',
        callId: fields.text('id'),
        name: fields.text('name'),
        input: fields.raw('arguments') ?? {},
      };
    case 'image':
      return { type: 'image', mimeType: fields.text('mimeType'), data: fields.text('data') };
    default:
      return unknownBlock(block, type);
  }
}
