import { type Block, blocksOf, callBlock, plainBlock } from '../toolbox/blocks.ts';
import { Fields } from '../toolbox/fields.ts';
import type { JsonObject } from '#core/jsonObject.ts';
import type { LineProblems } from '../toolbox/lineProblems.ts';
import { blockShape } from './schema.ts';

/** The blocks of a message; old files also have null for none. */
export function contentOf(content: unknown, problems: LineProblems): readonly Block[] {
  return blocksOf(content ?? undefined, problems, (block) => blockOf(block, problems));
}

function blockOf(block: JsonObject, problems: LineProblems): Block {
  const fields = new Fields(block, blockShape, 'content', problems);
  switch (fields.text('type')) {
    case 'toolCall':
      return callBlock(fields, fields.raw('arguments') ?? {});
    case 'image':
      return { type: 'image', mimeType: fields.text('mimeType'), data: fields.text('data') };
    default:
      return plainBlock(fields, block);
  }
}
