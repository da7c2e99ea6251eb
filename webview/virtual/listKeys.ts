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
  | 'copy'
  | 'editor'
  | 'fork'
  | 'nextMessage'
  | 'previousMessage';

export const listKeys: Readonly<Record<string, ListCommand>> = {
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
  // Needs Shift because it creates something.
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
  /** The key is held down. */
  readonly repeat?: boolean;
}

/** @param onItem whether the item itself has the focus, rather than a button or link in it. */
export function listCommand(press: KeyPress, onItem: boolean): ListCommand | undefined {
  if (press.ctrlKey || press.metaKey || press.altKey) {
    return undefined;
  }
  // Shift with arrow and page keys selects text.
  if (press.shiftKey && press.key.length > 1) {
    return undefined;
  }
  const command = Object.hasOwn(listKeys, press.key) ? listKeys[press.key] : undefined;
  if (command === 'fork' && press.repeat === true) {
    return undefined;
  }
  // Enter and Space belong to the focused button.
  return command === 'toggle' && !onItem ? undefined : command;
}
