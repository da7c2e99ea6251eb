import { useComputed, useSignalEffect, type ReadonlySignal } from '@preact/signals';
import type { ComponentChildren, VNode } from 'preact';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { usePage } from '../pageContext.ts';
import type { PagedList } from '../model/pagedList.ts';
import { RowContext } from '../rows/rowContext.ts';
import { useListFocus } from './useListFocus.ts';
import { ScrollAim } from './scrollAim.ts';
import { overscan, useVirtualizer, type ListVirtualizer } from './useVirtualizer.ts';
import { listCommand, type ListCommand } from './listKeys.ts';
import './virtualList.css';

interface VirtualListProps<Item> {
  readonly list: PagedList<Item>;
  readonly label: string;
  /** Height of an item that was not drawn yet, CSS pixels. */
  readonly estimate: number;
  readonly itemLabel: (item: Item, index: number) => string;
  readonly draw: (item: Item, index: number) => ComponentChildren;
  /** Commands that are not about moving. */
  readonly onCommand: (command: ListCommand, item: Item, index: number) => void;
  /** The item at the top of the screen, and how many pixels of it are above. */
  readonly onTop?: (item: Item, offset: number) => void;
  /** After each drawing. */
  readonly afterDraw?: (drawn: DrawnList) => void;
}

export interface DrawnList {
  readonly scroller: HTMLElement;
  /** The list is not on its way to another place. */
  readonly isSettled: boolean;
  /** @param distance CSS pixels, downwards. */
  scrollBy(distance: number): void;
}

/** Waits for a fast scroll to come to rest before it asks for what it passes. */
const passingPause = 60;

/** A list of which only what is near the screen is in the document. */
export function VirtualList<Item>(props: VirtualListProps<Item>): VNode {
  const { list, label, estimate, draw, itemLabel } = props;
  const page = usePage();
  const { replay, view } = page;
  const scroller = useRef<HTMLDivElement>(null);
  const total = list.total.value;
  const current = Math.min(view.current.value, Math.max(0, total - 1));
  const virtualizer = useVirtualizer({
    count: total,
    estimate,
    pinned: current,
    scroller,
  });
  const aim = useMemo(() => new ScrollAim(virtualizer), [virtualizer]);
  const focus = useListFocus(scroller, virtualizer, aim, view.current);
  const items = virtualizer.getVirtualItems();

  useSignalEffect(() => {
    const request = replay.scroll.value;
    if (request !== undefined && request.index < list.total.peek()) {
      aim.start(request);
      if (request.focus === true) {
        focus.focusItem(request.index);
      }
    }
  });

  useLayoutEffect(() => {
    aim.hold(({ startIndex, endIndex }) => {
      const indexes = Array.from({ length: endIndex - startIndex + 1 }, (_, at) => startIndex + at);
      return indexes.every((index) => list.at(index) !== undefined);
    });
    if (virtualizer.range !== null) {
      requestShown(list, virtualizer);
      reportTop(virtualizer, list, props.onTop);
    }
    if (scroller.current !== null) {
      props.afterDraw?.({
        scroller: scroller.current,
        isSettled: !aim.isTaken,
        scrollBy: (distance) => {
          virtualizer.scrollBy(distance);
        },
      });
    }
  });

  const reportEnd = () => {
    if (scroller.current !== null) {
      const { scrollHeight, scrollTop, clientHeight } = scroller.current;
      replay.follow.scrolled(scrollHeight - scrollTop - clientHeight);
    }
  };
  useSignalEffect(() => {
    // What is opened or closed changes the distance to the end, and no scroll event tells.
    const [isOpened, toggled] = [replay.opened.value, view.toggled.value];
    if (isOpened || toggled.size > 0) {
      requestAnimationFrame(reportEnd);
    }
  });

  const readerMoved = () => {
    aim.stop();
    replay.readerMoved();
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const onItem = event.target instanceof HTMLElement && event.target.role === 'article';
    const command = listCommand(event, onItem || event.target === scroller.current);
    if (command === undefined) {
      return;
    }
    event.preventDefault();
    readerMoved();
    if (!focus.move(command, total)) {
      const item = list.at(view.current.peek());
      if (item !== undefined) {
        props.onCommand(command, item, view.current.peek());
      }
    }
  };

  return (
    <div
      ref={scroller}
      class="list"
      tabIndex={-1}
      onScroll={reportEnd}
      onWheel={readerMoved}
      onPointerDown={readerMoved}
      onKeyDown={onKeyDown}
      onFocusIn={focus.onFocusIn}
    >
      <div
        role="feed"
        aria-label={label}
        aria-busy={items.some(({ index }) => list.at(index) === undefined)}
        class="list-content"
        style={{ height: `${virtualizer.getTotalSize()}px` }}
      >
        {items.map(({ index, start, size }) => {
          const item = list.at(index);
          return (
            <ListItem
              key={index}
              index={index}
              total={total}
              start={start}
              placeholder={item === undefined ? size : undefined}
              label={item === undefined ? 'Loading' : itemLabel(item, index)}
              measure={virtualizer.measureElement}
              current={view.current}
            >
              {item !== undefined && draw(item, index)}
            </ListItem>
          );
        })}
      </div>
    </div>
  );
}

interface ListItemProps {
  readonly index: number;
  readonly total: number;
  readonly start: number;
  /** Height of an item that is not here yet. */
  readonly placeholder: number | undefined;
  readonly label: string;
  readonly measure: (element: HTMLElement | null) => void;
  readonly current: ReadonlySignal<number>;
  readonly children: ComponentChildren;
}

function ListItem(props: ListItemProps): VNode {
  const { index, total, start, placeholder, label, measure, current, children } = props;
  const tabIndex = useComputed(() => (current.value === index ? 0 : -1));
  const place = useMemo(() => ({ index, tabIndex }), [index, tabIndex]);
  return (
    <RowContext.Provider value={place}>
      <div
        // Measured once it is drawn: an estimate must not pass for a height.
        ref={placeholder === undefined ? measure : null}
        role="article"
        class={placeholder === undefined ? 'list-item' : 'list-item list-placeholder'}
        data-index={index}
        aria-label={label}
        aria-posinset={index + 1}
        aria-setsize={total}
        tabIndex={tabIndex}
        style={{
          transform: `translateY(${start}px)`,
          height: placeholder === undefined ? undefined : `${placeholder}px`,
        }}
      >
        {children}
      </div>
    </RowContext.Provider>
  );
}

const waiting = new WeakMap<object, ReturnType<typeof setTimeout>>();

/** Fetches what is on screen: at once at rest, and when a fast scroll pauses. */
function requestShown<Item>(list: PagedList<Item>, virtualizer: ListVirtualizer): void {
  const { range } = virtualizer;
  clearTimeout(waiting.get(list));
  if (range === null) {
    return;
  }
  const first = Math.max(0, range.startIndex - overscan);
  const last = Math.min(virtualizer.options.count - 1, range.endIndex + overscan);
  const isHere = list.at(first) !== undefined && list.at(last) !== undefined;
  const show = () => {
    list.show(first, last);
  };
  if (isHere || !virtualizer.isScrolling) {
    show();
  } else {
    waiting.set(list, setTimeout(show, passingPause));
  }
}

function reportTop<Item>(
  virtualizer: ListVirtualizer,
  list: PagedList<Item>,
  onTop: VirtualListProps<Item>['onTop'],
): void {
  const offset = virtualizer.scrollOffset ?? 0;
  const top = virtualizer.getVirtualItemForOffset(offset);
  const item = top === undefined ? undefined : list.at(top.index);
  if (top !== undefined && item !== undefined) {
    onTop?.(item, Math.round(offset - top.start));
  }
}
