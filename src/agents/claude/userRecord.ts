import type { SessionEvent } from '#core/event.ts';
import { segmentsOf, textIn, told, userEvents } from '../toolbox/blockEvents.ts';
import type { Block } from '../toolbox/blocks.ts';
import { noticeEvents } from '../toolbox/entryEvents.ts';
import type { LineProblems } from '../toolbox/lineProblems.ts';
import { contentOf, resultsIn } from './content.ts';
import { taggedText } from './taggedText.ts';
import { toolResultEvents } from './toolResult.ts';

interface UserRecord {
  readonly content: unknown;
  readonly toolUseResult: unknown;
  /** Of this record and of the one that it follows; a command's output follows the command. */
  readonly id: string;
  readonly parentId: string;
  /** Said to the model on the user's behalf, and not shown. */
  readonly isHidden: boolean;
}

/** The results of calls, or what the user said or ran. */
export function userRecordEvents(
  record: UserRecord,
  problems: LineProblems,
): readonly SessionEvent[] {
  const { results, rest } = resultsIn(record.content, problems);
  // A record has the details of one result.
  const details = results.length === 1 ? record.toolUseResult : undefined;
  const events = results.flatMap((result) => toolResultEvents(result, details, problems));
  const blocks = contentOf(Array.isArray(rest) && rest.length === 0 ? undefined : rest, problems);
  return blocks.length === 0 ? events : [...events, ...saidEvents(record, blocks)];
}

/** What the user typed; also while the agent was working. */
export function promptEvents(content: unknown, problems: LineProblems): readonly SessionEvent[] {
  const record = { content, toolUseResult: undefined, id: '', parentId: '', isHidden: false };
  return saidEvents(record, contentOf(content, problems));
}

function saidEvents(record: UserRecord, blocks: readonly Block[]): readonly SessionEvent[] {
  const message = told('user', segmentsOf(blocks));
  if (record.isHidden) {
    return [message];
  }
  const said = taggedText(textIn(blocks));
  if (said.isInterruption) {
    return [{ kind: 'interruption' }, message];
  }
  if (said.bashInput !== undefined) {
    const { bashInput: command } = said;
    return [{ kind: 'shellRun', phase: 'start', command, callId: record.id }, message];
  }
  if (said.bashOutput !== undefined) {
    const { bashOutput: output } = said;
    return [{ kind: 'toolResult', name: 'Bash', output, callId: record.parentId }, message];
  }
  if (said.commandOutput !== undefined) {
    return [...noticeEvents(said.commandOutput), message];
  }
  const others = blocks.filter(({ type }) => type !== 'text');
  if (said.words === '' && others.length === 0) {
    return [message];
  }
  const shown: readonly Block[] =
    said.words === '' ? others : [{ type: 'text', text: said.words }, ...others];
  return userEvents(shown, segmentsOf(blocks));
}
