import type { Content, Part } from './gemini.ts';
import type { Told } from './ours.ts';

/**
 * What was sent, adjusted for all intended differences:
 *
 * - What the conversation is opened with is left out: it is about the machine and the day.
 * - Each result is sent once. 0.61.0 repeats those that have a line of their own, too, and where
 *   several calls were made at once, it gives each the results of all.
 * - Calls are paired by their order: IDs are made again.
 */
export function toldInContents(contents: readonly Content[] = []): readonly Told[] {
  return contents.flatMap(({ role, parts }) => {
    const results = new Set<string>();
    return parts
      .filter(({ text, functionResponse }) => {
        const result = JSON.stringify(functionResponse ?? null);
        const isRepeated = functionResponse !== undefined && results.has(result);
        results.add(result);
        return !isRepeated && text?.startsWith('<session_context>') !== true;
      })
      .map((part) => partTold(role === 'model' ? 'assistant' : 'user', part));
  });
}

function partTold(role: string, { text, inlineData, functionCall, functionResponse }: Part): Told {
  if (inlineData !== undefined) {
    return { role, image: inlineData.mimeType };
  }
  if (functionCall !== undefined) {
    return { role, call: { name: functionCall.name, args: functionCall.args } };
  }
  if (functionResponse !== undefined) {
    const { output, error } = functionResponse.response;
    return { role, result: output ?? error };
  }
  return { role, text: text ?? '' };
}
