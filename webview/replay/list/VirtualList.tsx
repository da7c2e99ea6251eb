import { untracked, useComputed, useSignalEffect, type ReadonlySignal } from '@preact/signals';
import { t } from '#base/l10n.ts';
import type { ComponentChildren, VNode } from 'preact';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { usePage } from '../model/pageContext.ts';
import type { PagedList } from '../model/pagedList.ts';
import { opening, type ScrollRequest } from '../model/replay.ts';
import type { SelectionModel } from '../model/selectionModel.ts';
import { RowPlaceContext } from '../../kit/widgets/rowContext.ts';
import { useListFocus } from '../virtual/useListFocus.ts';
import { ScrollAim } from '../virtual/scrollAim.ts';
import { placeholderClass, type ListView } from '../virtual/listView.ts';
import { isInRange, overscan } from '../virtual/shownRange.ts';
import { useListView } from '../virtual/useListView.ts';
import { listCommand, type ListCommand } from '../virtual/listKeys.ts';
import '../virtual/virtualList.css';

interface VirtualListProps<Item> {
  readonly list: PagedList<Item>;
  readonly label: string;
  /** Estimated height of an undrawn item, CSS pixels. */
  readonly estimate: number;
  /** These functions must be stable, or every item is drawn again. */
  readonly itemLabel: (item: Item) => string;
  readonly draw: (item: Item, index: number, before: Item | undefined) => ComponentChildren;
  /** Handles commands other than navigation. */
  readonly onCommand: (command: ListCommand, item: Item, index: number) => void;
  /** Lies over the top of the list. */
  readonly cover?: {
    readonly content: ComponentChildren;
    /** CSS pixels; only the first value counts. */
    readonly height: number;
    /** Whether nothing lies over an item that is at the top. */
    readonly leaves: (item: Item) => boolean;
  };
  /** Items can be selected, and this is which. */
  readonly selection?: SelectionModel;
  readonly onPress?: ((event: MouseEvent, focusItem: (index: number) => void) => void) | undefined;
  readonly onContextMenu?: ((event: MouseEvent) => void) | undefined;
  /** Called when the visible part has changed. */
  readonly onPlace?: (place: ListPlace<Item>) => void;
  /** Called after each render. */
  readonly afterDraw?: ((drawn: DrawnList) => void) | undefined;
}

export interface DrawnList {
  readonly scroller: HTMLElement;
  /** The list is not scrolling to a target. */
  readonly isSettled: boolean;
  /** @param distance CSS pixels, downwards. */
  scrollBy(distance: number): void;
}

/** A list with only the items near the screen in the document. */
export function VirtualList<Item>(props: VirtualListProps<Item>): VNode {
  const { list, label, estimate, draw, itemLabel, cover } = props;
  const page = usePage();
  const { replay } = page;
  const total = list.total.value;
  const current = Math.min(page.view.current.value, Math.max(0, total - 1));
  const { view, scroller, content } = useListView(estimate, total, { cover: cover?.height });
  view.isUncovered = (index) => {
    const item = list.at(index);
    return item !== undefined && cover?.leaves(item) === true;
  };
  const aim = useMemo(() => new ScrollAim(view), [view]);
  const focus = useListFocus(scroller, view, aim, page.view.current, replay.opened);
  const indexes = view.indexes(current);
  const takeTurn = (index: number) => view.takeTurn(index, page.frameBudget);

  // Also when the list itself moves: the browser reports that a frame later, and rows may come first.
  const reportEnd = () => replay.follow.scrolled(view.distanceToEnd);

  const taken = useRef<ScrollRequest>(undefined);
  useSignalEffect(() => {
    const request = replay.scroll.value;
    if (request !== opening) {
      taken.current = request;
    }
    if (request === undefined) {
      return;
    }
    // A request is met once: rows that load later must not meet it again.
    untracked(() => {
      if (request.index >= list.total.peek()) {
        return;
      }
      aim.start(request);
      reportEnd();
      const hasFocus = scroller.current?.contains(document.activeElement) === true;
      if (request.focus === true || (request.focus === 'kept' && hasFocus)) {
        focus.focusItem(request.index);
      }
    });
  });

  useLayoutEffect(() => {
    aim.hold();
    requestShown(list, view);
    reportPlace(view, list, current, props.onPlace);
    reportShown();
    if (scroller.current !== null) {
      props.afterDraw?.({
        scroller: scroller.current,
        isSettled: !aim.isPending,
        scrollBy: (distance) => view.scrollBy(distance),
      });
    }
  });

  const reportShown = () => {
    const request = replay.scroll.peek();
    // Before it is where the reader left it, the header would unfold and move the rows. Signal
    // effects run a frame late, so a reader who moved is not among what was taken yet.
    if (request === undefined || request === taken.current) {
      page.view.scrolled(view.top, view.uncoveredShown);
    }
  };
  useLayoutEffect(() => {
    const element = scroller.current;
    // Added after the view's own listener, so that the view has taken in the new position.
    const onScroll = () => {
      reportEnd();
      reportShown();
    };
    element?.addEventListener('scroll', onScroll, { passive: true });
    return () => element?.removeEventListener('scroll', onScroll);
  }, [view]);
  useSignalEffect(() => {
    // Opening or closing a part changes the distance to the end without a scroll event.
    const [isOpened, toggled] = [replay.opened.value, page.view.toggled.value];
    if (isOpened || toggled.size > 0) {
      requestAnimationFrame(reportEnd);
    }
  });

  const readerMoved = () => {
    aim.stop();
    // A request that is not met yet would take the reader back.
    replay.scroll.value = undefined;
    replay.readerMoved();
    page.playback.peek()?.player.pause();
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const onItem = event.target instanceof HTMLElement && event.target.role === 'article';
    const command = listCommand(event, onItem || event.target === scroller.current);
    if (command === undefined || leavesToBrowser(command, props.selection)) {
      return;
    }
    event.preventDefault();
    readerMoved();
    if (command === 'selectAll') {
      props.selection?.clear();
      props.selection?.extend(0, total - 1);
      return;
    }
    const from = page.view.current.peek();
    if (focus.move(command, total)) {
      reportEnd();
      if (command.startsWith('extend')) {
        props.selection?.extend(from, page.view.current.peek());
      } else {
        props.selection?.clear();
      }
    } else {
      const at = page.view.current.peek();
      const item = list.at(at);
      if (item !== undefined) {
        props.onCommand(command, item, at);
      }
    }
  };

  return (
    <div
      ref={scroller}
      class="list"
      tabIndex={-1}
      onWheel={readerMoved}
      onPointerDown={readerMoved}
      onMouseDown={(event) => props.onPress?.(event, focus.focusItem)}
      onContextMenu={props.onContextMenu}
      onKeyDown={onKeyDown}
      onFocusIn={focus.onFocusIn}
    >
      {cover?.content}
      <div
        ref={content}
        role="feed"
        aria-label={label}
        aria-busy={indexes.some((index) => index !== current && list.at(index) === undefined)}
        class="list-content"
      >
        {indexes.map((index) => (
          <ListItem
            key={index}
            index={index}
            total={total}
            item={list.at(index)}
            before={list.at(index - 1)}
            height={view.heights.of(index)}
            itemLabel={itemLabel}
            draw={draw}
            takeTurn={takeTurn}
            current={page.view.current}
            selection={props.selection}
          />
        ))}
      </div>
    </div>
  );
}

interface ListItemProps<Item> extends Pick<VirtualListProps<Item>, 'draw' | 'itemLabel'> {
  readonly index: number;
  readonly total: number;
  /** Undefined while it has not loaded. */
  readonly item: Item | undefined;
  readonly before: Item | undefined;
  /** The item's place in the drawing order; undefined while it has to wait. */
  readonly takeTurn: (index: number) => number | undefined;
  /** Height of an undrawn item. */
  readonly height: number;
  readonly current: ReadonlySignal<number>;
  readonly selection: SelectionModel | undefined;
}

/** The view positions it. Its content is drawn once, not with each render of the list. */
function ListItem<Item>(props: ListItemProps<Item>): VNode {
  const { index, total, item, before, height, itemLabel, draw, takeTurn, current, selection } =
    props;
  const turn = useRef<number>(undefined);
  turn.current = item === undefined ? undefined : (turn.current ?? takeTurn(index));
  const tabIndex = useComputed(() => (current.value === index ? 0 : -1));
  const isSelected = useComputed(() => {
    const range = selection?.range.value;
    return range !== undefined && isInRange(range, index);
  }).value;
  const place = useMemo(() => ({ index, tabIndex }), [index, tabIndex]);
  const shown = turn.current === undefined ? undefined : item;
  const drawn = useMemo(
    () => shown !== undefined && draw(shown, index, before),
    [shown, index, before, draw],
  );
  const label = useMemo(
    () => (item === undefined ? t('Loading…') : itemLabel(item)),
    [item, itemLabel],
  );
  return (
    <RowPlaceContext.Provider value={place}>
      <div
        role="article"
        class={[
          'list-item',
          ...(shown === undefined ? [placeholderClass] : []),
          ...(isSelected ? ['list-item-selected'] : []),
        ].join(' ')}
        data-index={index}
        data-turn={turn.current}
        aria-label={isSelected ? t('{0}, selected', label) : label}
        aria-posinset={index + 1}
        aria-setsize={total}
        tabIndex={tabIndex}
        style={shown === undefined ? { height: `${height}px` } : undefined}
      >
        {drawn}
      </div>
    </RowPlaceContext.Provider>
  );
}

/** Keys that act on a selected text rather than on items. */
function leavesToBrowser(command: ListCommand, selection: SelectionModel | undefined): boolean {
  const isAboutSelection = command.startsWith('extend') || command === 'copyMarkdown';
  return (
    (isAboutSelection && document.getSelection()?.isCollapsed === false) ||
    (selection === undefined && (isAboutSelection || command === 'selectAll'))
  );
}

interface ListPlace<Item> {
  /** The item at the top of the screen. */
  readonly top: PlacedItem<Item>;
  /** The current item; undefined while it is off screen. */
  readonly current: PlacedItem<Item> | undefined;
}

interface PlacedItem<Item> {
  readonly item: Item;
  /** CSS pixels of the item above the top of the screen. */
  readonly offset: number;
}

/** Says what is at the top of a list's screen, and where the current item is. */
function reportPlace<Item>(
  { shown, top, heights }: ListView,
  list: PagedList<Item>,
  current: number,
  onPlace: ((place: ListPlace<Item>) => void) | undefined,
): void {
  if (shown === undefined || onPlace === undefined) {
    return;
  }
  const placed = (index: number): PlacedItem<Item> | undefined => {
    const item = list.at(index);
    return item && { item, offset: Math.round(top - heights.startOf(index)) };
  };
  const first = placed(shown.first);
  if (first !== undefined) {
    const atTop = { ...first, offset: Math.max(0, first.offset) };
    onPlace({ top: atTop, current: isInRange(shown, current) ? placed(current) : undefined });
  }
}

/** Lets a fast scroll come to rest before requesting items it passes. */
const passingPause = 60;

const waiting = new WeakMap<object, ReturnType<typeof setTimeout>>();

/** Fetches the visible items: immediately at rest, or once a fast scroll pauses. */
function requestShown<Item>(list: PagedList<Item>, view: ListView): void {
  const { shown, heights } = view;
  clearTimeout(waiting.get(list));
  if (shown === undefined) {
    return;
  }
  const first = Math.max(0, shown.first - overscan);
  const last = Math.min(heights.count - 1, shown.last + overscan);
  const isHere = list.at(first) !== undefined && list.at(last) !== undefined;
  const show = () => list.show(first, last);
  if (isHere || !view.isScrolling) {
    show();
  } else {
    waiting.set(list, setTimeout(show, passingPause));
  }
}
