import { t } from '#base/l10n.ts';
import { listKeys, type ListCommand } from '../virtual/listKeys.ts';
import { pageKeys, type PageKey } from './pageKeys.ts';

export interface KeyGroup {
  readonly title: string;
  readonly lines: readonly KeyLine[];
}

export interface KeyLine {
  /** Alternatives, as readers write them. */
  readonly keys: readonly string[];
  readonly label: string;
}

/** Every key of the page, made of the tables that the keys themselves use. */
export function keyGroups(): readonly KeyGroup[] {
  return [
    { title: t('Move'), lines: listLines(moves()) },
    { title: t('Current Row'), lines: listLines(actions()) },
    {
      title: t('Session'),
      lines: pageKeys.map(({ keys, label }) => ({ keys: keys.map(keyName), label: label() })),
    },
    {
      title: t('Outline'),
      lines: [
        { keys: ['Enter'].map(keyName), label: t('Go to the prompt') },
        { keys: [t('Letters')], label: t('Find a prompt by its first words') },
      ],
    },
  ];
}

/** The key that a menu shows beside the same action. */
export function menuKey({ keys }: PageKey): string {
  return keyName(keys[0] ?? '');
}

type Moves = Extract<
  ListCommand,
  | 'next'
  | 'previous'
  | 'nextMessage'
  | 'previousMessage'
  | 'pageDown'
  | 'pageUp'
  | 'first'
  | 'last'
>;

const moves = (): Readonly<Record<Moves, string>> => ({
  next: t('Next row'),
  previous: t('Previous row'),
  nextMessage: t('Next prompt'),
  previousMessage: t('Previous prompt'),
  pageDown: t('One screen down'),
  pageUp: t('One screen up'),
  first: t('First row'),
  last: t('Last row'),
});

/** The compiler asks for a line here for every new command. */
const actions = (): Readonly<Record<Exclude<ListCommand, Moves>, string>> => ({
  toggle: t('Expand or collapse'),
  open: t('Expand'),
  close: t('Collapse'),
  copy: t('Copy Text'),
  editor: t('Open in Editor'),
  fork: t('Fork from Here'),
});

function listLines(labels: Readonly<Record<string, string>>): KeyLine[] {
  return Object.entries(labels).map(([command, label]) => ({
    keys: Object.keys(listKeys)
      .filter((key) => listKeys[key] === command)
      .map(keyName),
    label,
  }));
}

/** A key as readers write it: `Ctrl+F`, `Shift+E`, `↓`. */
function keyName(key: string): string {
  const isMac = /mac/i.test(navigator.userAgent);
  const names: Readonly<Record<string, string>> = {
    ArrowDown: '↓',
    ArrowUp: '↑',
    ArrowRight: '→',
    ArrowLeft: '←',
    PageDown: t('Page Down'),
    PageUp: t('Page Up'),
    Home: t('Home'),
    End: t('End'),
    Enter: t('Enter'),
    Escape: t('Esc'),
    ' ': t('Space'),
    Mod: isMac ? '⌘' : t('Ctrl'),
    Shift: isMac ? '⇧' : t('Shift'),
  };
  const parts = key.split('+').map((part) => {
    const isLetter = /^\p{L}$/u.test(part);
    const isCapital = isLetter && part !== part.toLowerCase() && !key.includes('+');
    const name = isLetter ? part.toUpperCase() : (names[part] ?? part);
    return isCapital ? [names.Shift ?? '', name] : [name];
  });
  return parts.flat().join(isMac ? '' : '+');
}
