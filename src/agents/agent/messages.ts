import type { SessionEvent } from '#core/events/event.ts';
import type { Usage } from '#core/events/usage.ts';
import { endingEvents, usageEvents } from '../toolbox/answerEnding.ts';
import { answerEvents, resultEvents, toldAnswer, userEvents } from '../toolbox/blockEvents.ts';
import { type Block, blocksOf, callBlock, plainBlock, unknownBlock } from '../toolbox/blocks.ts';
import { unknownRole } from '../toolbox/entryEvents.ts';
import { GoFields } from '../toolbox/goFields.ts';
import type { JsonObject } from '#core/jsonObject.ts';
import type { LineProblems } from '../toolbox/lineProblems.ts';
import { isShell } from './shell.ts';
import { blockShape, costShape, messageShape, usageShape } from './schema.ts';

/** A message of a log line. */
export function messageEvents(
  message: JsonObject,
  problems: LineProblems,
): readonly SessionEvent[] {
  const fields = new GoFields(message, messageShape, 'message', problems);
  const blocks = blocksOf(fields.raw('content'), problems, (block) => blockOf(block, problems));
  const role = fields.text('role');
  switch (role) {
    case 'user':
      return userEvents(blocks);
    case 'assistant':
      return [
        ...answerEvents(blocks, isShell),
        ...endingEvents(fields.text('stop_reason'), fields.text('error_message')),
        ...toldAnswer(blocks),
        ...usageEvents(usageOf(fields.get('usage'), problems)),
      ];
    case 'tool_result':
      return resultEvents({
        callId: fields.text('tool_call_id'),
        tool: fields.text('tool_name'),
        blocks,
        isError: fields.get('is_error') === true,
        isShell: isShell(fields.text('tool_name')),
      });
    default:
      return [unknownRole(role, message)];
  }
}

function usageOf(usage: JsonObject | undefined, problems: LineProblems): Usage {
  const fields = new GoFields(usage ?? {}, usageShape, 'usage', problems);
  const cost = new GoFields(fields.get('cost') ?? {}, costShape, 'cost', problems);
  return {
    input: fields.get('input') ?? 0,
    output: fields.get('output') ?? 0,
    cacheRead: fields.get('cache_read') ?? 0,
    cacheWrite: fields.get('cache_write') ?? 0,
    cost: cost.get('total') ?? 0,
  };
}

/** Go omits empty values. */
function blockOf(block: JsonObject, problems: LineProblems): Block {
  const fields = new GoFields(block, blockShape, 'content', problems);
  switch (fields.text('type')) {
    case 'image': {
      const data = fields.get('data', 'lost') ?? '';
      return data === ''
        ? unknownBlock(block, 'image')
        : { type: 'image', mimeType: fields.text('mime_type'), data };
    }
    case 'tool_call':
      return callBlock(fields, block.arguments ?? {});
    default:
      return plainBlock(fields, block);
  }
}
