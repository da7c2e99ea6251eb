import { useSignal, useSignalEffect } from '@preact/signals';
import { formatExactly } from '#base/format.ts';
import { t } from '#base/l10n.ts';
import type { Spending } from '#core/prices/spending.ts';
import type { OutlineEntry } from '#protocol/pages/outline.ts';
import type { VNode } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { AbortError } from '#protocol/channel/endpoint.ts';
import { markerIcons, outlineWords, PromptCounts } from '../rows/PromptCounts.tsx';
import { placeholderClass } from '../virtual/listView.ts';
import { ScrollAim } from '../virtual/scrollAim.ts';
import type { IndexRange } from '../virtual/shownRange.ts';
import { useListView } from '../virtual/useListView.ts';
import { Icon } from '../../kit/widgets/Icon.tsx';
import { Prose } from '../../kit/widgets/Visible.tsx';
import { useLazyModels } from '../model/lazyModels.ts';
import { later } from '../../kit/page/later.ts';
import { reportFault } from '../../kit/page/reportFault.ts';
import { movedTo, TypedLetters } from '../../kit/page/lineKeys.ts';
import './outline.css';
import type { OutlineModel } from '../model/outlineModel.ts';
import { Dialog } from '../../kit/page/Dialog.tsx';
import { usePage } from '../model/pageContext.ts';

/** A prompt with one line of text and one of counts; entries are measured once drawn. */
const estimatedHeight = 52;

interface OutlineListProps {
  /** An entry was chosen, just before the rows move there. */
  readonly onChosen?: () => void;
  /** The list takes the focus when it appears. */
  readonly takesFocus?: boolean;
}

/** The outline's entries near the screen, of thousands. */
export function OutlineList({ onChosen, takesFocus = false }: OutlineListProps): VNode {
  const { outline } = useLazyModels();
  const { entries, active } = outline;
  const total = entries.total.value;
  const subAgents = useSubAgents();
  const current = useSignal(Math.max(0, active.peek() ?? 0));
  const { view, scroller, content } = useListView(estimatedHeight, total, {
    attribute: 'data-entry',
  });
  const aim = useMemo(() => new ScrollAim(view), [view]);
  const typeAhead = useMemo(() => new TypeAhead(), []);
  /** The current entry gets the focus once it is drawn. */
  const wantsFocus = useRef(takesFocus);

  useSignalEffect(() => {
    const index = active.value;
    if (index !== undefined && index >= 0) {
      if (scroller.current?.contains(document.activeElement) !== true) {
        current.value = index;
      }
      aim.start({ index, align: 'auto' });
    }
  });
  const focusWanted = () => {
    // Which entry is current may change before any is drawn.
    const element = wantsFocus.current
      ? scroller.current?.querySelector<HTMLElement>(`[data-entry="${current.peek()}"]`)
      : null;
    if (element) {
      wantsFocus.current = false;
      element.focus({ preventScroll: true });
    }
  };
  useLayoutEffect(() => {
    aim.hold();
    const { shown } = view;
    if (shown !== undefined) {
      entries.show(shown.first, shown.last);
    }
    focusWanted();
  });

  const moveTo = (index: number) => {
    current.value = index;
    wantsFocus.current = true;
    aim.start({ index, align: 'auto' });
    focusWanted();
  };
  const choose = (index: number) => {
    const entry = entries.at(index);
    if (entry !== undefined) {
      current.value = index;
      onChosen?.();
      outline.goTo(entry);
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    const at = current.peek();
    const next = movedTo(event.key, at, total, pageOf(view.shown));
    if (next !== undefined) {
      event.preventDefault();
      moveTo(next);
    } else if (event.key === 'Enter' || (event.key === ' ' && !typeAhead.isTyping)) {
      event.preventDefault();
      choose(at);
    } else if (TypedLetters.takes(event.key)) {
      event.preventDefault();
      typeAhead.type(event.key, at, outline).then(
        (found) => {
          if (found !== undefined) {
            moveTo(found);
          }
        },
        (error: unknown) => {
          if (!(error instanceof AbortError)) {
            throw error;
          }
        },
      );
    }
  };
  return (
    <div
      ref={scroller}
      role="listbox"
      aria-label={t('Outline')}
      class="outline-list"
      tabIndex={-1}
      onKeyDown={onKeyDown}
      onWheel={() => aim.stop()}
    >
      <div ref={content} role="presentation" class="outline-content">
        {view.indexes(current.value).map((index) => (
          <Entry
            key={index}
            index={index}
            total={total}
            entry={entries.at(index)}
            height={view.heights.of(index)}
            isActive={active.value === index}
            isCurrent={current.value === index}
            subAgents={subAgents}
            onChoose={choose}
          />
        ))}
      </div>
    </div>
  );
}

/** Of a session that grows, ms. */
const growingPause = 1_000;

/** What the sub-agents of prompts used, by the prompts’ rows. */
function useSubAgents(): ReadonlyMap<string, Spending> {
  const { replay } = usePage();
  const { endpoint } = replay;
  const { complete = false, startsAgents, generation, rows } = replay.header.value ?? {};
  const isToRead = complete && startsAgents === true;
  const [known, setKnown] = useState<ReadonlyMap<string, Spending>>();
  useEffect(() => {
    const controller = new AbortController();
    const read = () => {
      endpoint.request('outline/subAgents', {}, controller.signal).then(
        (prompts) => setKnown(new Map(prompts.map(({ rowId, spent }) => [rowId, spent]))),
        (fault: unknown) => reportFault(endpoint, fault),
      );
    };
    const forget = isToRead ? later(read, known === undefined ? 0 : growingPause) : undefined;
    return () => {
      forget?.();
      controller.abort();
    };
  }, [endpoint, isToRead, generation, rows]);
  return known ?? noSpendings;
}

const noSpendings: ReadonlyMap<string, Spending> = new Map();

function pageOf(shown: IndexRange | undefined): number {
  return shown === undefined ? 1 : Math.max(1, shown.last - shown.first - 1);
}

interface EntryProps {
  readonly index: number;
  readonly total: number;
  /** Undefined while it has not loaded. */
  readonly entry: OutlineEntry | undefined;
  /** Of an entry that has not loaded, CSS pixels. */
  readonly height: number;
  readonly isActive: boolean;
  readonly isCurrent: boolean;
  readonly subAgents: ReadonlyMap<string, Spending>;
  readonly onChoose: (index: number) => void;
}

function Entry(props: EntryProps): VNode {
  const { index, total, entry, height, isActive, isCurrent, subAgents, onChoose } = props;
  const isLoaded = entry !== undefined;
  const kind = entry?.kind ?? 'prompt';
  return (
    // The list handles the keys.
    <div
      role="option"
      class={`outline-entry outline-${kind} ${isLoaded ? '' : placeholderClass}`.trim()}
      data-entry={index}
      aria-label={isLoaded ? undefined : t('Loading…')}
      aria-posinset={index + 1}
      aria-setsize={total}
      aria-selected={isActive}
      tabIndex={isCurrent ? 0 : -1}
      title={entry?.time === undefined ? undefined : formatExactly(entry.time)}
      style={isLoaded ? undefined : { height: `${height}px` }}
      onClick={() => onChoose(index)}
    >
      {entry?.kind === 'prompt' ? (
        <>
          <span class="outline-text" dir="auto">
            <Prose text={outlineWords(entry)} />
          </span>
          <PromptCounts prompt={entry} subAgents={subAgents.get(entry.rowId)} />
        </>
      ) : (
        isLoaded && (
          <>
            <Icon name={markerIcons[entry.kind]} />
            <span class="outline-marker">{outlineWords(entry)}</span>
          </>
        )
      )}
    </div>
  );
}

/** Finds an entry by its first letters, typed one after another. */
class TypeAhead {
  readonly #letters = new TypedLetters();
  #search: AbortController | undefined;

  /** A space now belongs to the text. */
  get isTyping(): boolean {
    return this.#letters.isTyping;
  }

  /** @returns the entry to move to; undefined if none begins like this. @throws AbortError */
  async type(
    letter: string,
    at: number,
    { search }: Pick<OutlineModel, 'search'>,
  ): Promise<number | undefined> {
    const isFirst = !this.isTyping;
    const typed = this.#letters.add(letter);
    this.#search?.abort();
    this.#search = new AbortController();
    // The first letter moves on, further letters may confirm the entry.
    return search(
      isFirst ? at : at - 1,
      (entry) => outlineWords(entry).toLocaleLowerCase().startsWith(typed),
      this.#search.signal,
    );
  }
}

/** The outline beside the rows. */
export function OutlineBeside(): VNode | null {
  const { replay } = usePage();
  const { outline } = useLazyModels();
  if (replay.header.value?.complete === true && outline.entries.total.value === 0) {
    return null;
  }
  return (
    <div class="outline-beside">
      <h2 class="outline-head">{t('Outline')}</h2>
      <OutlineList />
    </div>
  );
}

/** The outline over the rows, where there is no room beside them. */
export function OutlineDialog(): VNode {
  const { panels } = usePage();
  return (
    <Dialog
      label={t('Outline')}
      className="outline-dialog"
      onClose={() => {
        panels.open.value = undefined;
      }}
    >
      {(close) => <OutlineList onChosen={close} takesFocus />}
    </Dialog>
  );
}
