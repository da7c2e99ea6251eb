import { type ProgramWords, programWordsIn } from '../toolbox/programWords.ts';
import { insideTags, withoutTags } from '../toolbox/tags.ts';

/** What Claude Code puts into user messages beside the user's own words. */
interface TaggedText {
  /** The user's words; empty if there are none. */
  readonly words: string;
  /** Output of a local command. */
  readonly commandOutput: string | undefined;
  /** A command that the user ran with `!`. */
  readonly bashInput: string | undefined;
  /** What that command printed, in a record of its own. */
  readonly bashOutput: string | undefined;
  readonly isInterruption: boolean;
}

/** Said to the model and never shown. */
const hidden = [
  'system-reminder',
  'ide_opened_file',
  'ide_selection',
  'ide_diagnostics',
  'session-start-hook',
  'user-prompt-submit-hook',
  'local-command-caveat',
];

export function taggedText(text: string): TaggedText {
  const shown = withoutTags(text, hidden).trim();
  const inTag = (tag: string) => insideTags(shown, tag)[0];
  const command = inTag('command-name');
  const out = inTag('bash-stdout');
  const error = inTag('bash-stderr');
  const none: TaggedText = {
    words: '',
    commandOutput: undefined,
    bashInput: undefined,
    bashOutput: undefined,
    isInterruption: false,
  };
  if (command !== undefined) {
    const args = inTag('command-args') ?? '';
    return { ...none, words: args === '' ? command : `${command} ${args}` };
  }
  if (out !== undefined || error !== undefined) {
    const parts = [out ?? '', error ?? ''].filter((part) => part !== '');
    return { ...none, bashOutput: parts.join('\n') };
  }
  const commandOutput = inTag('local-command-stdout') ?? inTag('local-command-stderr');
  if (commandOutput !== undefined) {
    return { ...none, commandOutput };
  }
  const bashInput = inTag('bash-input');
  if (bashInput !== undefined) {
    return { ...none, bashInput };
  }
  const isInterruption = /^\[Request interrupted by user(?: for tool use)?\]$/.test(shown);
  return isInterruption ? { ...none, isInterruption } : { ...none, words: shown };
}

/** What Claude Code or another of its sessions said in a record with the role of the user, by the text alone. */
export function programText(text: string): ProgramWords | undefined {
  const [preamble = ''] = preambles.exec(text) ?? [];
  const program = programWordsIn(text.slice(preamble.length), (name) => programTags.has(name));
  if (program === undefined) {
    return systemNotice.test(text) ? { notice: text, rest: '' } : undefined;
  }
  return preamble !== '' || trailers.test(program.rest) ? { ...program, rest: '' } : program;
}

/** What only Claude Code writes, with words after it. */
const programTags: ReadonlySet<string> = new Set([
  'task-notification',
  'teammate-message',
  'agent-message',
  'cross-session-message',
  'channel',
  'channel-message',
  'ci-monitor-event',
  'new-diagnostics',
  'tick',
]);

const systemNotice = /^\[SYSTEM NOTIFICATION[^\]]*\]/;

/** Since 2.1.100 or so, a message of another session or of a background task begins with such words. */
const preambles =
  /^(?:\[SYSTEM NOTIFICATION - NOT USER INPUT\][^<]*|(?:Another Claude session sent a message|A background agent completed a task|The coordinator sent a message|A message arrived from [^\n<]*?)(?: while you were working)?:\s*)(?=<[A-Za-z])/;

/** What Claude Code says to the model after a tag. */
const trailers =
  /^(?:Read the output file to retrieve the result:|Full transcript available at:|This came from another Claude session|That [“"]other Claude session)/;
