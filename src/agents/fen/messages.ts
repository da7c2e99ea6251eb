import type { Events } from '#core/events/event.ts';
import type { Usage } from '#core/events/usage.ts';
import { endingEvents, usageEvents } from '../toolbox/answerEnding.ts';
import {
  answerEvents,
  outcomeAtEnd,
  resultEvents,
  modelAnswer,
  userEvents,
  type ShellOutcome,
} from '../toolbox/blockEvents.ts';
import { type Block, blocksOf, callBlock, plainBlock } from '../toolbox/blocks.ts';
import { unknownRole } from '../toolbox/entryEvents.ts';
import { Fields } from '../toolbox/fields.ts';
import type { JsonObject } from '#core/jsonObject.ts';
import type { LineProblems } from '../toolbox/lineProblems.ts';
import { blockShape, messageShape, usageShape } from './schema.ts';

type MessageFields = Fields<typeof messageShape>;

/** A message of fen's canonical form (`packages/core/src/fen/core/types.fnl`). */
export function messageEvents(message: JsonObject, problems: LineProblems): Events {
  const fields = new Fields(message, messageShape, 'message', problems);
  const blocks = blocksOf(fields.raw('content'), problems, (block) => blockOf(block, problems));
  const role = fields.text('role');
  switch (role) {
    case 'user':
      return userEvents(blocks);
    case 'assistant':
      return assistantEvents(fields, blocks);
    case 'tool-result':
      return toolResultEvents(fields, blocks);
    default:
      return [unknownRole(role, message)];
  }
}

function assistantEvents(fields: MessageFields, blocks: readonly Block[]): Events {
  const stopReason = fields.text('stop-reason');
  const error = fields.text('error-message');
  const failed = stopReason === 'error';
  // A failed request also leaves its error as a text (`assistant-error`).
  const said = failed
    ? blocks.filter((block) => block.type !== 'text' || block.text !== `[error] ${error}`)
    : blocks;
  return [
    ...answerEvents(said, isShell),
    ...endingEvents(stopReason, error),
    // fen sends a failed answer to no model again (`context-message?`).
    ...(failed ? [] : modelAnswer(said)),
    ...usageEvents(usageOf(fields.get('usage'), fields.problems)),
  ];
}

function usageOf(usage: JsonObject | undefined, problems: LineProblems): Usage {
  const fields = new Fields(usage ?? {}, usageShape, 'usage', problems);
  return {
    input: fields.get('input') ?? 0,
    output: fields.get('output') ?? 0,
    cacheRead: fields.get('cache-read') ?? 0,
    cacheWrite: fields.get('cache-write') ?? 0,
    cost: 0,
  };
}

function toolResultEvents(fields: MessageFields, blocks: readonly Block[]): Events {
  const tool = fields.text('tool-name');
  return resultEvents({
    callId: fields.text('tool-call-id'),
    tool,
    blocks,
    isError: fields.get('is-error?') === true,
    isShell: isShell(tool),
    shellOutcome,
  });
}

function isShell(tool: string): boolean {
  return tool === 'bash';
}

/**
 * The last line of the output of fen's `bash` says how the command ended (`bash.fnl`, `exit-tag`).
 */
function shellOutcome(text: string): ShellOutcome {
  return outcomeAtEnd(
    text,
    '[',
    /(?:^|\n)\[(?:exit (\d{1,9})|(timeout: [^\n]*|signal [^\n]*|exit unknown[^\n]*))\]$/,
  );
}

function blockOf(block: JsonObject, problems: LineProblems): Block {
  const fields = new Fields(block, blockShape, 'content', problems);
  return fields.text('type') === 'tool-call'
    ? callBlock(fields, block.arguments ?? {})
    : plainBlock(fields, block);
}
