export interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
  /** The key is held down. */
  readonly repeat?: boolean;
}

/**
 * A key as the tables name it: `j`, `F`, `?`, `Mod+f` (Ctrl, or Cmd on a Mac), `Shift+F3`; undefined
 * with Alt. A letter with Shift is its capital.
 */
export function pressedKey(press: KeyPress): string | undefined {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = press;
  if (altKey) {
    return undefined;
  }
  const isMod = ctrlKey || metaKey;
  const isText = key.length === 1;
  const shift = shiftKey && (isMod || !isText) ? 'Shift+' : '';
  return isMod ? `Mod+${shift}${isText ? key.toLowerCase() : key}` : `${shift}${key}`;
}

/** What a pressed key stands for in a table. */
export function commandOf<Command>(
  press: KeyPress,
  keys: Readonly<Record<string, Command>>,
): Command | undefined {
  const key = pressedKey(press) ?? '';
  return Object.hasOwn(keys, key) ? keys[key] : undefined;
}
