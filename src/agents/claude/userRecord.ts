import type { Events } from '#core/events/event.ts';
import { segmentsOf, textIn, modelEntry, userEvents } from '../toolbox/blockEvents.ts';
import type { Block } from '../toolbox/blocks.ts';
import { noticeEvents } from '../toolbox/entryEvents.ts';
import { isJsonObject } from '#core/jsonObject.ts';
import type { LineProblems } from '../toolbox/lineProblems.ts';
import { contentOf, toolResults } from './content.ts';
import { isCaveat, programText, taggedText } from './taggedText.ts';
import { toolResultEvents } from './toolResult.ts';

interface UserRecord {
  readonly content: unknown;
  readonly toolUseResult: unknown;
  /** Of this record and of the one that it follows; a command's output follows the command. */
  readonly id: string;
  readonly parentId: string;
  readonly speaker: RecordSpeaker;
}

/**
 * Whose words a record has. `hidden`: said to the model on the user's behalf, and not shown; `unclear`: its text
 * has to tell.
 */
export type RecordSpeaker = 'user' | 'program' | 'hidden' | 'unclear';

/** Who speaks, by what stands beside the words. */
export function speakerIn({
  isMeta,
  origin,
  promptSource,
  commandMode,
}: {
  readonly isMeta: unknown;
  readonly origin: unknown;
  readonly promptSource?: unknown;
  /** Of what was queued while the agent worked. */
  readonly commandMode?: unknown;
}): RecordSpeaker {
  const kind = isJsonObject(origin) ? origin.kind : origin;
  if (isMeta === true) {
    return 'hidden';
  }
  if (typeof kind === 'string') {
    return kind === 'human' ? 'user' : 'program';
  }
  return promptSource === 'system' || commandMode === 'task-notification'
    ? 'program'
    : promptSource === 'typed'
      ? 'user'
      : 'unclear';
}

/** The results of calls, or what the user said or ran. */
export function userRecordEvents(record: UserRecord, problems: LineProblems): Events {
  const { results, rest } = toolResults(record.content, problems);
  // A record has the details of one result.
  const details = results.length === 1 ? record.toolUseResult : undefined;
  const events = results.flatMap((result) => toolResultEvents(result, details, problems));
  const blocks = contentOf(Array.isArray(rest) && rest.length === 0 ? undefined : rest, problems);
  return blocks.length === 0 ? events : [...events, ...saidEvents(record, blocks)];
}

/** What the user typed; also while the agent was working. */
export function promptEvents(
  content: unknown,
  speaker: RecordSpeaker,
  problems: LineProblems,
): Events {
  const record = { content, toolUseResult: undefined, id: '', parentId: '', speaker };
  return saidEvents(record, contentOf(content, problems));
}

function saidEvents(record: UserRecord, blocks: readonly Block[]): Events {
  const message = modelEntry('user', segmentsOf(blocks));
  const text = textIn(blocks);
  if (record.speaker === 'hidden' || (record.speaker === 'unclear' && isCaveat(text))) {
    return [message];
  }
  const { kind, text: said } = taggedText(text);
  switch (kind) {
    case 'interruption':
      return [{ kind }, message];
    case 'bashInput':
      return [{ kind: 'shellRun', phase: 'start', command: said, callId: record.id }, message];
    case 'bashOutput':
      return [{ kind: 'toolResult', name: 'Bash', output: said, callId: record.parentId }, message];
    case 'commandOutput':
      return [...noticeEvents(said), message];
    case 'words':
      break;
  }
  const others = blocks.filter(({ type }) => type !== 'text');
  const { notice, words } = wordsIn(said, record.speaker);
  if (words === '' && others.length === 0) {
    return [...noticeEvents(notice), message];
  }
  const shown: readonly Block[] =
    words === '' ? others : [{ type: 'text', text: words }, ...others];
  return [...noticeEvents(notice), ...userEvents(shown, segmentsOf(blocks))];
}

/** Whose words these are: the program's, for a notice, or the user's. */
function wordsIn(
  text: string,
  speaker: RecordSpeaker,
): { readonly notice: string; readonly words: string } {
  const program = speaker === 'user' ? undefined : programText(text);
  if (speaker === 'program') {
    return { notice: program?.notice ?? text, words: '' };
  }
  return { notice: program?.notice ?? '', words: program?.rest ?? text };
}
