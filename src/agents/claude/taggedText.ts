/** What Claude Code puts into user messages beside the user's own words. */
export interface TaggedText {
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
  const shown = (text.includes('<') ? hidden.reduce(without, text) : text).trim();
  const command = inTag(shown, 'command-name');
  const out = inTag(shown, 'bash-stdout');
  const error = inTag(shown, 'bash-stderr');
  const none: TaggedText = {
    words: '',
    commandOutput: undefined,
    bashInput: undefined,
    bashOutput: undefined,
    isInterruption: false,
  };
  if (command !== undefined) {
    const args = inTag(shown, 'command-args') ?? '';
    return { ...none, words: args === '' ? command : `${command} ${args}` };
  }
  if (out !== undefined || error !== undefined) {
    const parts = [out ?? '', error ?? ''].filter((part) => part !== '');
    return { ...none, bashOutput: parts.join('\n') };
  }
  const commandOutput =
    inTag(shown, 'local-command-stdout') ?? inTag(shown, 'local-command-stderr');
  if (commandOutput !== undefined) {
    return { ...none, commandOutput };
  }
  const bashInput = inTag(shown, 'bash-input');
  if (bashInput !== undefined) {
    return { ...none, bashInput };
  }
  const isInterruption = /^\[Request interrupted by user(?: for tool use)?\]$/.test(shown);
  return isInterruption ? { ...none, isInterruption } : { ...none, words: shown };
}

/** What stands in a tag; undefined if there is no such tag. */
function inTag(text: string, tag: string): string | undefined {
  const open = `<${tag}>`;
  const from = text.indexOf(open);
  if (from < 0) {
    return undefined;
  }
  const to = text.indexOf(`</${tag}>`, from);
  return text.slice(from + open.length, to < 0 ? undefined : to).trim();
}

/** A text without what stands in a tag; a tag that does not end stays. */
function without(text: string, tag: string): string {
  const open = `<${tag}>`;
  const close = `</${tag}>`;
  const kept: string[] = [];
  let at = 0;
  for (let from = text.indexOf(open); from >= 0; from = text.indexOf(open, at)) {
    const to = text.indexOf(close, from);
    if (to < 0) {
      break;
    }
    kept.push(text.slice(at, from));
    at = to + close.length;
  }
  return at === 0 ? text : kept.join('') + text.slice(at);
}
