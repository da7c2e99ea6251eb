import type { StopKind } from '#core/lens/steps.ts';
import { reportFault } from '../../kit/page/reportFault.ts';
import type { ShownLevel } from '../lens/levels.ts';
import { shownRows } from '../model/shownRows.ts';
import type { FindModel } from '../model/findModel.ts';
import { commandOf, pressedKey } from '../virtual/pressedKey.ts';
import { lazyModels } from '../model/lazyModels.ts';
import type { Page } from '../model/pageContext.ts';
import { editOfFile } from '../model/rowModels.ts';

/** Keys that work wherever the focus is, by the name that `pressedKey` gives them. */
export const pageKeys = {
  'Mod+f': 'find',
  '/': 'find',
  F3: 'nextMatch',
  'Shift+F3': 'previousMatch',
  O: 'outline',
  p: 'play',
  '.': 'stepForward',
  ',': 'stepBack',
  '>': 'faster',
  '<': 'slower',
  n: 'nextTrouble',
  N: 'previousTrouble',
  d: 'nextDiff',
  D: 'previousDiff',
  s: 'nextOfFile',
  S: 'previousOfFile',
  u: 'newSince',
  f: 'filter',
  e: 'expandAll',
  E: 'collapseAll',
  '?': 'keys',
  Escape: 'leave',
} as const;

/** Keys of the levels, in the order of the levels. */
export const levelKeys = {
  '1': 'prompts',
  '2': 'dialogue',
  '3': 'skim',
  '4': 'all',
  '5': 'trouble',
  '6': 'context',
} as const satisfies Readonly<Record<string, ShownLevel>>;

export type PageCommand = (typeof pageKeys)[keyof typeof pageKeys];

export function onPageKey(page: Page, event: KeyboardEvent): void {
  // An enlarged image and a panel cover everything these keys act on.
  const isCovered =
    page.images.enlarged.peek() !== undefined || page.panels.open.peek() !== undefined;
  if (event.defaultPrevented || isCovered) {
    return;
  }
  const name = pressedKey(event) ?? '';
  const command = commandOf(event, pageKeys);
  const level = commandOf(event, levelKeys);
  const isText = name.length === 1;
  if (command !== undefined && !(isText && isTyping(event.target))) {
    // VS Code, too, closes something of its own on Escape.
    if (command !== 'leave') {
      event.preventDefault();
    }
    runPageCommand(page, command);
  } else if (level !== undefined && !isTyping(event.target)) {
    event.preventDefault();
    if (level === 'context') {
      void page.replay.setView('conversation');
    } else {
      page.filter.setLevel(level);
    }
  } else if (event.target === document.body && !name.startsWith('Mod+')) {
    // Nothing has the focus yet, as when the panel has just opened: keys go to the list.
    handOver(event);
  }
}

export function runPageCommand(page: Page, command: PageCommand): void {
  const { view, panels } = page;
  const { find } = lazyModels(page);
  const player = view.view.peek() === 'transcript' ? page.playback.peek()?.player : undefined;
  const commands: Readonly<Record<PageCommand, () => void>> = {
    find: () => openFind(find),
    nextMatch: find.next,
    previousMatch: find.previous,
    outline() {
      if (view.view.peek() === 'transcript') {
        panels.toggleOutline();
      }
    },
    play: () => player?.toggle(),
    stepForward: () => void player?.step(1),
    stepBack: () => void player?.step(-1),
    faster: () => player?.changeSpeed(1),
    slower: () => player?.changeSpeed(-1),
    nextTrouble: () => void goToStop(page, 'error', 1),
    previousTrouble: () => void goToStop(page, 'error', -1),
    nextDiff: () => void goToStop(page, 'edit', 1),
    previousDiff: () => void goToStop(page, 'edit', -1),
    nextOfFile: () => goToEdit(page, 'next'),
    previousOfFile: () => goToEdit(page, 'previous'),
    newSince: lazyModels(page).newSince.goTo,
    filter: focusFilter,
    expandAll: () => view.foldAll('expanded'),
    collapseAll: () => view.foldAll('collapsed'),
    keys() {
      panels.open.value = 'keys';
    },
    leave: () => leave(page),
  };
  commands[command]();
}

/** Goes from the current row’s edit to another of the same file. */
function goToEdit({ files, replay, view }: Page, to: 'next' | 'previous'): void {
  const row = replay.rows.at(view.current.peek());
  const diffs = row?.kind === 'tool' || row?.kind === 'shell' ? (row.diffs ?? [row]) : [row];
  const found = diffs
    .map((edit) => editOfFile(files.session.peek(), edit?.id ?? '')?.[to])
    .find((id) => id !== undefined);
  if (view.view.peek() === 'transcript' && found !== undefined) {
    void replay.goToRow(found);
  }
}

/** Goes to the next (1) or previous (-1) row of a kind, among those that the level shows. */
async function goToStop({ replay, view }: Page, stop: StopKind, by: 1 | -1): Promise<void> {
  const from = replay.rows.at(view.current.peek())?.id;
  if (view.view.peek() !== 'transcript' || from === undefined) {
    return;
  }
  try {
    const query = {
      ...shownRows(view),
      rowId: from,
      by,
      unit: 'stop',
      stops: [stop],
      count: 1,
    } as const;
    const { steps } = await replay.endpoint.request('step/find', query);
    const [step] = steps;
    if (step !== undefined) {
      await replay.goToRow(step.rowId);
    }
  } catch (fault) {
    reportFault(replay.endpoint, fault);
  }
}

function focusFilter(): void {
  document.querySelector<HTMLElement>('.find-line input')?.focus();
}

/** Longer selections are no search terms. */
const longestSelection = 200;

function openFind(find: FindModel): void {
  const selected = document.getSelection()?.toString() ?? '';
  const isTerm = selected.trim() !== '' && !/[\n\r]/.test(selected);
  find.open(isTerm && selected.length <= longestSelection ? selected : undefined);
}

/** Escape closes what is open, from the inside out, and ends in the list. */
function leave(page: Page): void {
  const { find, line } = lazyModels(page);
  if (page.problems.open.peek()) {
    page.problems.open.value = false;
  } else if (page.files.scope.peek() !== undefined) {
    page.files.close();
    currentItem()?.focus({ preventScroll: true });
  } else if (page.selection.range.peek() !== undefined) {
    page.selection.clear();
  } else if (line.words.peek() !== '') {
    find.close();
    currentItem()?.focus({ preventScroll: true });
  } else if (isTyping(document.activeElement)) {
    currentItem()?.focus({ preventScroll: true });
  }
}

function handOver(event: KeyboardEvent): void {
  const item = currentItem();
  if (item !== null && event.key !== 'Tab') {
    item.focus({ preventScroll: true });
    const { key, ctrlKey, metaKey, altKey, shiftKey, repeat } = event;
    const keys = { key, ctrlKey, metaKey, altKey, shiftKey, repeat };
    const again = new KeyboardEvent('keydown', { ...keys, bubbles: true, cancelable: true });
    if (!item.dispatchEvent(again)) {
      event.preventDefault();
    }
  }
}

function currentItem(): HTMLElement | null {
  return document.querySelector<HTMLElement>('.list-item[tabindex="0"]');
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, select') !== null;
}
