import { defined } from '#base/defined.ts';
import type { Events } from '#core/events/event.ts';
import { outcomeAtEnd, resultEvents, textIn, type ShellOutcome } from '../toolbox/blockEvents.ts';
import type { Block } from '../toolbox/blocks.ts';
import { Fields } from '../toolbox/fields.ts';
import { isJsonObject } from '#core/jsonObject.ts';
import { diffOf } from '../toolbox/unifiedDiff.ts';
import { nestedCallShape, nestedCallsShape, type messageShape } from './schema.ts';
import { usageEvents } from './usage.ts';
import type { DiffLine } from '#core/events/diff.ts';

/** Tools that run their `command` in a shell; the second on Windows, 0.84.3 and later. */
export function isShell(tool: string): boolean {
  return tool === 'bash' || tool === 'powershell';
}

/** A tool's result: the answer, the diff of an edit, and the calls that the tool itself made. */
export function toolResultEvents(
  fields: Fields<typeof messageShape>,
  blocks: readonly Block[],
): Events {
  const tool = fields.text('toolName');
  const answer = textIn(blocks);
  return [
    ...resultEvents({
      callId: fields.text('toolCallId'),
      tool,
      blocks,
      isError: fields.get('isError') === true,
      isShell: isShell(tool),
      shellOutcome,
    }),
    ...diffEvents(fields.raw('details'), answer),
    ...nestedCallEvents(fields),
    ...usageEvents(fields.get('usage'), fields.problems),
  ];
}

/** The end of the shell's output says how the command ended (`core/tools/bash`, 0.7 to 1.5). */
function shellOutcome(answer: string): ShellOutcome {
  return outcomeAtEnd(
    answer,
    'Command ',
    /(?:^|\n\n)(?:Command exited with code (\d{1,9})|(Command aborted|Command timed out after [^\n]*))$/,
  );
}

function diffEvents(details: unknown, answer: string): Events {
  const diff = isJsonObject(details) ? details.diff : undefined;
  if (typeof diff !== 'string' || diff === '') {
    return [];
  }
  return diffOf(diffLines(diff), editedPath(answer));
}

/**
 * Recorded in full within the result of the call that made them (0.99 and later), up to a limit.
 */
function nestedCallEvents(fields: Fields<typeof messageShape>): Events {
  const nested = fields.get('nestedCalls');
  const calls =
    nested === undefined
      ? undefined
      : new Fields(nested, nestedCallsShape, 'nestedCalls', fields.problems).get('calls', 'lost');
  return (calls ?? []).flatMap((call): Events => {
    if (!isJsonObject(call)) {
      fields.problems.add('lost', { code: 'nestedCallNotObject' }, call);
      return [];
    }
    const record = new Fields(call, nestedCallShape, 'calls', fields.problems);
    const name = record.text('name');
    const input = record.raw('arguments') ?? {};
    const status = record.text('status');
    if (status === 'unfinished') {
      return [{ kind: 'toolCall', name, input, callId: `nested ${record.text('id')}` }];
    }
    const durationMs = record.get('durationMs');
    return [
      defined({
        kind: 'toolResult',
        name,
        input,
        standsAlone: true,
        error: status === 'error' ? record.text('error') : undefined,
        durationNs: durationMs && durationMs * 1e6,
      }),
    ];
  });
}

/**
 * The diff that pi's `edit` tool stores in its result's `details`: `+12 text`, `-12 text`, ` 12
 * text` with padded line numbers, and ` … ...` for omitted lines. Added lines carry the new file's
 * number, others the old file's. Source: pi 0.74.2 and 1.5.2, `core/tools/edit-diff`,
 * `generateDiffString`; parsed as on pi's own screen (`modes/interactive/components/diff`,
 * `parseDiffLine`).
 */
export function diffLines(diff: string): readonly DiffLine[] {
  // How far the new file's numbers are ahead of the old one's.
  let ahead = 0;
  return diff.split('\n').map((line): DiffLine => {
    const [, sign, digits = '', text = ''] = /^([+\- ])( *\d*) (.*)$/s.exec(line) ?? [];
    const number = digits.trim() === '' ? undefined : Number(digits);
    if (sign === undefined) {
      return { kind: 'context', oldLine: undefined, newLine: undefined, text: line };
    }
    if (number === undefined) {
      return { kind: 'hunk', oldLine: undefined, newLine: undefined, text: text.trim() };
    }
    switch (sign) {
      case '+':
        ahead += 1;
        return { kind: 'added', oldLine: undefined, newLine: number, text };
      case '-':
        ahead -= 1;
        return { kind: 'removed', oldLine: number, newLine: undefined, text };
      default:
        return { kind: 'context', oldLine: number, newLine: number + ahead, text };
    }
  });
}

/** The edited file, if the tool's answer names it; the call before it does too. */
export function editedPath(answer: string): string | undefined {
  return /^Successfully replaced (?:text|\d+ block\(s\)) in (.+?)\.(?: Changed \d+ characters to \d+ characters\.)?$/s.exec(
    answer,
  )?.[1];
}
