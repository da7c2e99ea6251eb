import { useComputed, type Signal } from '@preact/signals';
import type { ComponentChildren, VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import { nextLine } from '../../kit/page/lineKeys.ts';
import { RowPlaceContext, useRowTabIndex } from '../../kit/widgets/rowContext.ts';

interface LineProps {
  readonly name: string;
  readonly first: string | undefined;
  readonly current: Signal<string | undefined>;
  readonly className: string;
  readonly children: ComponentChildren;
}

/** One line of the list, which as a whole is one tab stop: Tab reaches only the current line. */
export function Line({ name, first, current, className, children }: LineProps): VNode {
  const tabIndex = useComputed(() => ((current.value ?? first) === name ? 0 : -1));
  const place = useMemo(() => ({ index: -1, tabIndex }), [tabIndex]);
  return (
    <RowPlaceContext.Provider value={place}>
      <div
        class={`changed-line ${className}`}
        onFocusIn={() => {
          current.value = name;
        }}
      >
        {children}
      </div>
    </RowPlaceContext.Provider>
  );
}

interface LineButtonProps {
  readonly title: string;
  readonly onClick: () => void;
  /** Of a line that opens. */
  readonly isOpen?: boolean;
  /** The reader is there. */
  readonly isHere?: boolean;
  readonly children: ComponentChildren;
}

export function LineButton({ title, onClick, isOpen, isHere, children }: LineButtonProps): VNode {
  return (
    <button
      type="button"
      class="changed-item"
      title={title}
      aria-expanded={isOpen}
      aria-current={isHere === true ? 'true' : undefined}
      tabIndex={useRowTabIndex()}
      onClick={onClick}
    >
      {children}
    </button>
  );
}

/** As in VS Code's trees: up and down, right opens, left closes or goes to the file. */
export function onListKey(event: KeyboardEvent): void {
  const list = event.currentTarget as HTMLElement;
  const items = [...list.querySelectorAll<HTMLElement>('.changed-item')];
  const line = event.target instanceof Element ? event.target.closest('.changed-line') : null;
  const at = items.findIndex((item) => item.closest('.changed-line') === line);
  const item = items[at];
  const isOpen = item?.getAttribute('aria-expanded');
  const next = nextLine(event, at, items);
  if (next !== undefined) {
    next.focus();
  } else if (event.key === 'ArrowRight' && isOpen === 'true') {
    items[at + 1]?.focus();
  } else if (event.key === 'ArrowRight' && isOpen === 'false') {
    item?.click();
  } else if (event.key === 'ArrowLeft' && isOpen === 'true') {
    item?.click();
  } else if (event.key === 'ArrowLeft' && isOpen === null) {
    items
      .slice(0, at)
      .findLast((before) => before.hasAttribute('aria-expanded'))
      ?.focus();
  } else {
    return;
  }
  event.preventDefault();
}

/** Whether a panel at the right covers the rows; as in the style sheet. */
export function coversRows(): boolean {
  return matchMedia('(max-width: 700px)').matches;
}
