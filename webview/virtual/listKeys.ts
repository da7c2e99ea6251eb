/** What a key does in the list. */
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
  | 'copy'
  | 'editor'
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
  o: 'editor',
  // With Shift: it makes something.
  F: 'fork',
  ']': 'nextMessage',
  '[': 'previousMessage',
};

interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
  /** The key is being held. */
  readonly repeat?: boolean;
}

/** @param onItem whether the item itself has the focus, and not a button or link within it. */
export function listCommand(press: KeyPress, onItem: boolean): ListCommand | undefined {
  if (press.ctrlKey || press.metaKey || press.altKey) {
    return undefined;
  }
  // With Shift the arrows and the page keys select text.
  if (press.shiftKey && press.key.length > 1) {
    return undefined;
  }
  const command = Object.hasOwn(commands, press.key) ? commands[press.key] : undefined;
  if (command === 'fork' && press.repeat === true) {
    return undefined;
  }
  // Enter and the space bar belong to the button that has the focus.
  return command === 'toggle' && !onItem ? undefined : command;
}
