import type { SessionEvent } from '#core/event.ts';
import { resultEvents, type ShellOutcome } from '../toolbox/blockEvents.ts';
import { Fields } from '../toolbox/fields.ts';
import { isJsonObject } from '../toolbox/jsonObject.ts';
import type { LineProblems } from '../toolbox/lineProblems.ts';
import { wholeFile } from '../toolbox/unifiedDiff.ts';
import type { ResultBlock } from './content.ts';
import { patchLines } from './patch.ts';
import { resultShape } from './schema.ts';

/** Tools that run their `command` in a shell. */
export function isShell(tool: string): boolean {
  return tool === 'Bash' || tool === 'PowerShell';
}

/**
 * A tool's result: the answer, and the diff of an edit. The record names no tool, only its call.
 *
 * @param details `toolUseResult`, for the screen; the model gets the block.
 */
export function toolResultEvents(
  { callId, blocks, isError }: ResultBlock,
  details: unknown,
  problems: LineProblems,
): readonly SessionEvent[] {
  const fields = isJsonObject(details)
    ? new Fields(details, resultShape, 'toolUseResult', problems)
    : undefined;
  const [shown, ...rest] = resultEvents({
    callId,
    tool: '',
    blocks,
    isError,
    isShell: fields?.raw('stdout') !== undefined || isFailedCommand(isError, blocks),
    shellOutcome: (answer) => shellOutcome(answer, fields),
  });
  const durationMs = fields?.get('durationMs') ?? fields?.get('totalDurationMs');
  return [
    ...(shown?.kind === 'toolResult' && durationMs !== undefined
      ? [{ ...shown, durationNs: durationMs * 1e6 }]
      : shown === undefined
        ? []
        : [shown]),
    ...rest,
    ...(fields === undefined ? [] : diffEvents(fields, problems)),
  ];
}

function isFailedCommand(isError: boolean, blocks: ResultBlock['blocks']): boolean {
  const [first] = blocks;
  return isError && first?.type === 'text' && failedCommand.test(first.text);
}

/** How a failed command's answer begins (2.x). */
const failedCommand = /^(?:Error: )?Exit code (\d{1,9})(?:\n|$)/;

function shellOutcome(
  answer: string,
  fields: Fields<typeof resultShape> | undefined,
): ShellOutcome {
  const match = failedCommand.exec(answer);
  if (match !== null) {
    return { output: answer.slice(match[0].length), exitCode: Number(match[1]) };
  }
  const output = [fields?.get('stdout') ?? '', fields?.get('stderr') ?? '']
    .filter((part) => part !== '')
    .join('\n');
  return { output: output === '' ? answer : output };
}

function diffEvents(
  fields: Fields<typeof resultShape>,
  problems: LineProblems,
): readonly SessionEvent[] {
  const path = fields.get('filePath');
  const patch = fields.get('structuredPatch');
  if (path === undefined || patch === undefined) {
    return [];
  }
  const content = fields.raw('content');
  const isCreated = fields.raw('type') === 'create' && typeof content === 'string';
  const lines = isCreated ? wholeFile(content, 'added') : patchLines(patch, problems);
  return lines.length === 0 ? [] : [{ kind: 'diff', path, lines }];
}
