import type { TurnOfRecord } from '../contract/adapter.ts';
import { isJsonObject, type JsonObject, listIn } from '#core/jsonObject.ts';

/** Tools that wait for an answer of the user. */
const questions: ReadonlySet<unknown> = new Set(['AskUserQuestion', 'ExitPlanMode']);

/** An answer ends the turn by its stop reason; one that calls tools goes on. */
export function turnIn(record: JsonObject): TurnOfRecord {
  const { type, subtype, isSidechain, isMeta, isCompactSummary, message } = record;
  if (isSidechain === true) {
    return undefined;
  }
  if (type === 'system') {
    return subtype === 'turn_duration' ? 'done' : undefined;
  }
  if ((type !== 'user' && type !== 'assistant') || !isJsonObject(message)) {
    return undefined;
  }
  const blocks = listIn(message.content).filter(isJsonObject);
  if (type === 'assistant') {
    const calls = blocks.filter((block) => block.type === 'tool_use');
    return calls.some(({ name }) => questions.has(name))
      ? 'waiting'
      : calls.length > 0
        ? 'running'
        : message.stop_reason === 'end_turn' || message.stop_reason === 'stop_sequence'
          ? 'done'
          : 'unclear';
  }
  const text = typeof message.content === 'string' ? message.content : blocks[0]?.text;
  if (typeof text !== 'string') {
    return blocks.some((block) => block.type === 'tool_result') ? 'running' : 'unclear';
  }
  if (text.startsWith('[Request interrupted by user')) {
    return 'done';
  }
  // Commands of the program itself, and their output, begin with a tag.
  return isMeta === true || isCompactSummary === true || /^\s*</.test(text) ? 'unclear' : 'running';
}
