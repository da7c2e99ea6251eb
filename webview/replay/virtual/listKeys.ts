import { commandOf, type KeyPress } from './pressedKey.ts';

/** By the name that `pressedKey` gives a key. */
export const listKeys = {
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
  // A selection of items grows or shrinks.
  'Shift+ArrowDown': 'extendNext',
  'Shift+ArrowUp': 'extendPrevious',
  'Shift+Home': 'extendFirst',
  'Shift+End': 'extendLast',
  'Mod+a': 'selectAll',
  'Mod+c': 'copyMarkdown',
} as const;

/** Commands of the list's keys. */
export type ListCommand = (typeof listKeys)[keyof typeof listKeys];

/** @param onItem whether the item itself has the focus, rather than a button or link in it. */
export function listCommand(press: KeyPress, onItem: boolean): ListCommand | undefined {
  const command = commandOf(press, listKeys);
  if (command === 'fork' && press.repeat === true) {
    return undefined;
  }
  // Enter and Space belong to the focused button.
  return command === 'toggle' && !onItem ? undefined : command;
}
