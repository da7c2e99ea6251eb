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
