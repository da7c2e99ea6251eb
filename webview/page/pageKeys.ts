import { t } from '#base/l10n.ts';
import type { Page } from './pageContext.ts';
import { findFieldId } from './FindField.tsx';
import { toggleOutline } from './panels.ts';

/** A key that works wherever the focus is. */
export interface PageKey {
  /** As `pressed` names them; the first is the one that menus show. */
  readonly keys: readonly string[];
  readonly label: () => string;
  /** Also in the menu of the toolbar. */
  readonly inMenu?: true;
  run(page: Page): void;
}

/** In the order in which the list of keys shows them. */
export const pageKeys: readonly PageKey[] = [
  { keys: ['Mod+f', '/'], label: () => t('Find'), run: (page) => void goToFind(page) },
  {
    keys: ['F3'],
    label: () => t('Next match'),
    run: ({ find }) => {
      find.next();
    },
  },
  {
    keys: ['Shift+F3'],
    label: () => t('Previous match'),
    run: ({ find }) => {
      find.previous();
    },
  },
  { keys: ['O'], label: () => t('Show or hide the outline'), run: goToOutline },
  {
    keys: ['e'],
    label: () => t('Expand All'),
    inMenu: true,
    run: ({ view }) => {
      view.foldAll('expanded');
    },
  },
  {
    keys: ['E'],
    label: () => t('Collapse All'),
    inMenu: true,
    run: ({ view }) => {
      view.foldAll('collapsed');
    },
  },
  {
    keys: ['?'],
    label: () => t('Keyboard Shortcuts'),
    inMenu: true,
    run: ({ panel }) => {
      panel.value = 'keys';
    },
  },
  { keys: ['Escape'], label: () => t('Close, or leave the field'), run: leave },
];

/** Keys that leave their event to whoever else wants it. */
const shared: readonly string[] = ['Escape'];

export function onPageKey(page: Page, event: KeyboardEvent): void {
  // An enlarged image and a panel cover everything these keys act on.
  const isCovered =
    page.images.enlarged.peek() !== undefined || page.panel.peek() !== undefined;
  if (event.defaultPrevented || isCovered) {
    return;
  }
  const name = pressed(event);
  const isText = event.key.length === 1 && name === event.key;
  const key = pageKeys.find(({ keys }) => name !== undefined && keys.includes(name));
  if (key !== undefined && !(isText && isTyping(event.target))) {
    if (!shared.includes(event.key)) {
      event.preventDefault();
    }
    key.run(page);
  } else if (event.target === document.body && name?.startsWith('Mod+') !== true) {
    // Nothing has the focus yet, as when the panel has just opened: keys go to the list.
    handOver(event);
  }
}

/**
 * A key as the tables name it: `j`, `F`, `?`, `Mod+f` (Ctrl, or Cmd on a Mac), `Shift+F3`; undefined
 * with Alt. A letter with Shift is its capital.
 */
function pressed(event: KeyboardEvent): string | undefined {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
  if (altKey) {
    return undefined;
  }
  const isMod = ctrlKey || metaKey;
  const isText = key.length === 1;
  const shift = shiftKey && (isMod || !isText) ? 'Shift+' : '';
  return isMod ? `Mod+${shift}${isText ? key.toLowerCase() : key}` : `${shift}${key}`;
}

/** Into the outline, or out of it where it stays beside the rows. */
function goToOutline(page: Page): void {
  if (page.view.view.peek() !== 'transcript') {
    return;
  }
  toggleOutline(page);
}

async function goToFind(page: Page): Promise<void> {
  if (page.view.view.peek() !== 'transcript') {
    await page.replay.setView('transcript');
  }
  document.getElementById(findFieldId)?.focus();
}

/** Escape closes what is open, from the inside out, and ends in the list. */
function leave(page: Page): void {
  if (page.problems.open.peek()) {
    page.problems.open.value = false;
  } else if (document.activeElement?.id === findFieldId) {
    page.find.clear();
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
  return target instanceof Element && target.closest('input, textarea, vscode-text-field') !== null;
}
