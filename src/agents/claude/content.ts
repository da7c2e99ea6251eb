import { type Block, blocksOf, callBlock, plainBlock } from '../toolbox/blocks.ts';
import { Fields } from '../toolbox/fields.ts';
import type { JsonObject } from '#core/jsonObject.ts';
import type { LineProblems } from '../toolbox/lineProblems.ts';
import { blockShape, imageSourceShape } from './schema.ts';

/** A tool's result within a user message. */
export interface ResultBlock {
  readonly callId: string;
  readonly blocks: readonly Block[];
  readonly isError: boolean;
}

export function contentOf(content: unknown, problems: LineProblems): readonly Block[] {
  return blocksOf(content ?? undefined, problems, (block) => blockOf(block, problems));
}

/** The results in a message's content, and the blocks that are none. */
export function resultsIn(
  content: unknown,
  problems: LineProblems,
): { readonly results: readonly ResultBlock[]; readonly rest: unknown } {
  if (!Array.isArray(content)) {
    return { results: [], rest: content };
  }
  const results: ResultBlock[] = [];
  const rest: unknown[] = [];
  for (const block of content as readonly unknown[]) {
    const fields = blockFields(block, problems);
    if (fields?.raw('type') === 'tool_result') {
      results.push({
        callId: fields.text('tool_use_id'),
        blocks: contentOf(fields.raw('content'), problems),
        isError: fields.get('is_error') === true,
      });
    } else {
      rest.push(block);
    }
  }
  return { results, rest };
}

function blockFields(block: unknown, problems: LineProblems) {
  return typeof block === 'object' && block !== null && !Array.isArray(block)
    ? new Fields(block as JsonObject, blockShape, 'content', problems)
    : undefined;
}

function blockOf(block: JsonObject, problems: LineProblems): Block {
  const fields = new Fields(block, blockShape, 'content', problems);
  switch (fields.text('type')) {
    // Encrypted: nobody can read it, and it was not shown.
    case 'redacted_thinking':
      return { type: 'thinking', text: '' };
    case 'tool_use':
    case 'server_tool_use':
      return callBlock(fields, fields.raw('input') ?? {});
    case 'image': {
      const source = fields.inner('source', imageSourceShape);
      return source.text('type') === 'base64'
        ? { type: 'image', mimeType: source.text('media_type'), data: source.text('data') }
        : { type: 'text', text: source.text('url') };
    }
    default:
      return plainBlock(fields, block);
  }
}
