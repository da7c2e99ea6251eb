import { t } from '#base/l10n.ts';
import { listKeys, type ListCommand } from '../virtual/listKeys.ts';
import { levelNames } from '../lens/levels.ts';
import { levelKeys, pageKeys, type PageCommand } from './pageKeys.ts';

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
    { title: t('Move'), lines: lines(moves(), listKeys) },
    { title: t('Current Row'), lines: lines(actions(), listKeys) },
    { title: t('Selection'), lines: lines(selecting(), listKeys) },
    { title: t('Session'), lines: lines(pageLabels(), pageKeys) },
    { title: t('Level'), lines: lines(levelNames(), levelKeys) },
    {
      title: t('Outline'),
      lines: [
        { keys: [t('Enter')], label: t('Go to the prompt') },
        { keys: [t('Letters')], label: t('Find a prompt by its first words') },
      ],
    },
  ];
}

/** Commands that are also in the toolbar's menu. */
export const menuCommands: readonly PageCommand[] = [
  'newSince',
  'expandAll',
  'collapseAll',
  'keys',
];

/** A command in words, with its keys. */
export function keyLine(command: PageCommand): KeyLine {
  return lineOf(command, pageLabels()[command], pageKeys);
}

const pageLabels = (): Readonly<Record<PageCommand, string>> => ({
  find: t('Find'),
  nextMatch: t('Next Match'),
  previousMatch: t('Previous Match'),
  outline: t('Show or Hide Outline'),
  play: t('Play or Pause'),
  stepForward: t('Step Forward'),
  stepBack: t('Step Back'),
  faster: t('Play Faster'),
  slower: t('Play Slower'),
  nextTrouble: t('Next failure'),
  previousTrouble: t('Previous failure'),
  nextDiff: t('Next change'),
  previousDiff: t('Previous change'),
  nextOfFile: t('Next edit of the same file'),
  previousOfFile: t('Previous edit of the same file'),
  newSince: t('Go to what is new since you looked'),
  filter: t('Filter'),
  expandAll: t('Expand All'),
  collapseAll: t('Collapse All'),
  keys: t('Keyboard Shortcuts'),
  leave: t('Close, clear the selection, or leave the field'),
});

type Labels = Partial<Record<ListCommand, string>>;

const moves = () =>
  ({
    next: t('Next row'),
    previous: t('Previous row'),
    nextMessage: t('Next prompt'),
    previousMessage: t('Previous prompt'),
    pageDown: t('One screen down'),
    pageUp: t('One screen up'),
    first: t('First row'),
    last: t('Last row'),
  }) satisfies Labels;

const selecting = () =>
  ({
    extendNext: t('Extend to next row'),
    extendPrevious: t('Extend to previous row'),
    extendFirst: t('Extend to first row'),
    extendLast: t('Extend to last row'),
    selectAll: t('Select All'),
    copyMarkdown: t('Copy as Markdown'),
  }) satisfies Labels;

type Others = keyof ReturnType<typeof moves> | keyof ReturnType<typeof selecting>;

/** The compiler asks for a line here for every new command. */
const actions = (): Readonly<Record<Exclude<ListCommand, Others>, string>> => ({
  toggle: t('Expand or collapse'),
  open: t('Expand'),
  close: t('Collapse'),
  copy: t('Copy Text'),
  copyOutput: t('Copy Output'),
  copyLink: t('Copy Link'),
  editor: t('Open in Editor'),
  line: t('Open Raw Line'),
  fork: t('Fork from Here'),
});

function lines(
  labels: Readonly<Record<string, string>>,
  keys: Readonly<Record<string, string>>,
): KeyLine[] {
  return Object.entries(labels).map(([command, label]) => lineOf(command, label, keys));
}

function lineOf(command: string, label: string, keys: Readonly<Record<string, string>>): KeyLine {
  const own = Object.keys(keys).filter((key) => keys[key] === command);
  return { keys: own.map(keyName), label };
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
