/** Commands of the list's keys. */
export type ListCommand =
  | 'next'
  | 'previous'
  | 'first'
  | 'last'
  | 'pageDown'
  | 'pageUp'
  | 'toggle'
  | 'open'
  | 'close'
  | 'extendNext'
  | 'extendPrevious'
  | 'extendFirst'
  | 'extendLast'
  | 'selectAll'
  | 'copy'
  | 'copyMarkdown'
  | 'copyLink'
  | 'copyOutput'
  | 'editor'
  | 'line'
  | 'fork'
  | 'nextMessage'
  | 'previousMessage';

const commands: Readonly<Record<string, ListCommand>> = {
  ArrowDown: 'next',
  j: 'next',
  ArrowUp: 'previous',
  k: 'previous',
  Home: 'first',
  End: 'last',
  PageDown: 'pageDown',
  PageUp: 'pageUp',
  Enter: 'toggle',
  ' ': 'toggle',
  ArrowRight: 'open',
  ArrowLeft: 'close',
  c: 'copy',
  C: 'copyOutput',
  l: 'copyLink',
  o: 'editor',
  r: 'line',
  // Needs Shift because it creates something.
  F: 'fork',
  ']': 'nextMessage',
  '[': 'previousMessage',
};

/** With Shift: a selection of items grows or shrinks. */
const extending: Readonly<Record<string, ListCommand>> = {
  ArrowDown: 'extendNext',
  ArrowUp: 'extendPrevious',
  Home: 'extendFirst',
  End: 'extendLast',
};

/** With Ctrl or Cmd. */
const editing: Readonly<Record<string, ListCommand>> = { c: 'copyMarkdown', a: 'selectAll' };

interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
  /** The key is held down. */
  readonly repeat?: boolean;
}

/** @param onItem whether the item itself has the focus, rather than a button or link in it. */
export function listCommand(press: KeyPress, onItem: boolean): ListCommand | undefined {
  if (press.altKey) {
    return undefined;
  }
  if (press.ctrlKey || press.metaKey) {
    return press.shiftKey ? undefined : commandOf(editing, press.key);
  }
  if (press.shiftKey && press.key.length > 1) {
    return commandOf(extending, press.key);
  }
  const command = commandOf(commands, press.key);
  if (command === 'fork' && press.repeat === true) {
    return undefined;
  }
  // Enter and Space belong to the focused button.
  return command === 'toggle' && !onItem ? undefined : command;
}

function commandOf(
  keys: Readonly<Record<string, ListCommand>>,
  key: string,
): ListCommand | undefined {
  return Object.hasOwn(keys, key) ? keys[key] : undefined;
}
