import type { Page } from './pageContext.ts';
import { findFieldId } from './FindField.tsx';

/** Shortcuts that work wherever the focus is. */
export function onPageKey(page: Page, event: KeyboardEvent): void {
  // An enlarged image covers everything these keys act on.
  if (event.defaultPrevented || page.images.enlarged.peek() !== undefined) {
    return;
  }
  const { key } = event;
  const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
  if (isCommand && key.toLowerCase() === 'f') {
    event.preventDefault();
    goToFind();
  } else if (key === 'F3') {
    event.preventDefault();
    if (event.shiftKey) {
      page.find.previous();
    } else {
      page.find.next();
    }
  } else if (key === 'Escape') {
    leave(page);
  } else if (key === '/' && !isTyping(event.target)) {
    event.preventDefault();
    goToFind();
  } else if (event.target === document.body && !isCommand) {
    // Nothing has the focus yet, as when the panel has just opened: keys go to the list.
    handOver(event);
  }
}

function goToFind(): void {
  document.getElementById(findFieldId)?.focus();
}

/** Escape closes what is open, from the inside out, and ends in the list. */
function leave(page: Page): void {
  if (page.problems.open.peek()) {
    page.problems.open.value = false;
  } else if (page.selection.range.peek() !== undefined) {
    page.selection.clear();
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
