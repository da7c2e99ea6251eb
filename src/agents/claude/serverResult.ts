import { isJsonObject, type JsonObject, listIn } from '#core/jsonObject.ts';
import type { ResultBlock } from './content.ts';

/**
 * The result of a tool that ran on the model's side, which stands in the answer itself:
 * `web_search_tool_result`, `advisor_tool_result` and the like.
 */
export function serverResultOf(block: unknown): ResultBlock | undefined {
  if (!isServerResult(block)) {
    return undefined;
  }
  const { content } = block;
  const kind = isJsonObject(content) ? content.type : undefined;
  const isError =
    block.is_error === true || (typeof kind === 'string' && kind.endsWith('_tool_result_error'));
  return {
    callId: block.tool_use_id,
    blocks: [{ type: 'text', text: wordsIn(content, mostLevels).join('\n') }],
    isError,
  };
}

export function isServerResult(
  block: unknown,
): block is JsonObject & { readonly tool_use_id: string } {
  return (
    isJsonObject(block) &&
    typeof block.type === 'string' &&
    block.type.endsWith('_tool_result') &&
    typeof block.tool_use_id === 'string'
  );
}

/** How deep words lie in a result. */
const mostLevels = 4;

/** What can be read in a result; much of it is encrypted. */
function wordsIn(value: unknown, levels: number): readonly string[] {
  if (typeof value === 'string') {
    return value === '' ? [] : [value];
  }
  if (levels === 0) {
    return [];
  }
  return isJsonObject(value)
    ? [
        ...readable.flatMap((key) => stringIn(value, key)),
        ...nesting.flatMap((key) => wordsIn(value[key], levels - 1)),
      ]
    : listIn(value).flatMap((item) => wordsIn(item, levels - 1));
}

const readable = ['title', 'url', 'tool_name', 'text', 'stdout', 'stderr', 'error_code', 'data'];
const nesting = ['content', 'tool_references', 'source'];

function stringIn(value: JsonObject, key: string): readonly string[] {
  const text = value[key];
  return typeof text === 'string' && text !== '' ? [text] : [];
}
