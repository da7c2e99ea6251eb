import { batch, computed, effect, signal } from '@preact/signals';
import type { TextQuery } from '#core/search/textSearch.ts';
import { AbortError, type Endpoint } from '#protocol/channel/endpoint.ts';
import { longestQuery } from '#protocol/pages/searchPage.ts';
import type { FoundRows, PageContract, RowFilter } from '#protocol/pages/page.ts';
import type { HostContract } from '#protocol/pages/pageRequests.ts';
import { later, type Later } from '../../kit/page/later.ts';
import { reportFault } from '../../kit/page/reportFault.ts';
import type { LineModel } from './lineModel.ts';
import { MatchList, type FoundMatch } from './matchList.ts';
import type { ReplayModel } from './replayModel.ts';
import { openedRuns, shownRows } from './shownRows.ts';
import type { View, ViewModel } from './viewModel.ts';

export type FindOptions = Omit<TextQuery, 'query'>;
export type FindOption = keyof FindOptions;

/** Matches found so far; `asked` until the first part of the answer arrives. */
export type FindAnswer =
  | { readonly state: 'idle' | 'asked' | 'failed' }
  | {
      readonly state: 'found';
      /** Matches found so far. */
      readonly total: number;
      /** Index of the current match; undefined if none. */
      readonly position: number | undefined;
      /** The host is still searching. */
      readonly searching: boolean;
      /** There may be more matches. */
      readonly more: boolean;
      /** A sentence saying why the search ended early. */
      readonly refusal: string | undefined;
    };

/** As `FindAnswer`, with the matches themselves. */
type Search =
  | Exclude<FindAnswer, { state: 'found' }>
  | (Omit<Extract<FindAnswer, { state: 'found' }>, 'total' | 'position'> & {
      readonly found: MatchList;
    });

/** Long enough to type a word at a normal pace without a request per letter. */
const typingPause = 150;

/** More rows than anyone would step through. */
const mostFoundRows = 10_000;

/**
 * Find across the whole session: the host searches for the words of the written line, the page steps
 * through matches.
 */
export function createFindModel(
  replay: ReplayModel,
  view: ViewModel,
  { words, setWords }: Pick<LineModel, 'words' | 'setWords'>,
  pause: Later = later,
) {
  /** What the host asked for goes before what a reload left. */
  const adopted = view.toFind.peek();
  const saved = adopted ?? view.find.peek();
  if (adopted !== undefined) {
    setWords(adopted.query);
  }
  const { query: savedQuery, ...savedOptions } = saved ?? noQuery;
  const wantsFocus = signal(0);
  /** What Find searched for before it was closed. */
  let last = savedQuery;
  const options = signal<FindOptions>(savedOptions);
  const wanted = computed((): TextQuery | undefined =>
    words.value === ''
      ? undefined
      : { query: words.value.slice(0, longestQuery), ...options.value },
  );
  const search = signal<Search>({ state: 'idle' });
  const current = signal<FoundMatch | undefined>(undefined);
  const { revealed } = view;
  const toScroll = signal(false);
  /** The run that the current match is in while it is opened, and the match's position. */
  let entering: { readonly runId: string; readonly position: number | undefined } | undefined;
  /** Opening a run moves the rows after it. */
  const opened = computed(() =>
    view.filter.value === 'skim' ? openedRuns(view.toggled.value).join() : '',
  );
  const searched = computed(() => ({ header: replay.header.value, opened: opened.value }));
  /** The last question. One from before a reload leaves the reader where they are. */
  let asked = questionOf(view.view.peek(), view.filter.peek(), wanted.peek());
  let isToMove = false;
  /** The host chose the row: its matches are marked, and the reader stays there. */
  let staysAt: TextQuery | undefined = adopted;
  let controller: AbortController | undefined;

  async function run(text: TextQuery): Promise<void> {
    controller?.abort();
    const mine = new AbortController();
    controller = mine;
    const params = { ...shownRows(view), ...text };
    const shown = view.view.peek();
    // Otherwise the same query over rows that have changed.
    const isNew = search.peek().state !== 'found';
    const begin = view.current.peek();
    let found = MatchList.none;
    let isComplete = true;
    let from: number | undefined = 0;
    try {
      while (from !== undefined) {
        const part: FoundRows = await findPart(
          replay.endpoint,
          shown,
          { ...params, from },
          mine.signal,
        );
        found = found.with(part.rows, part.counts);
        isComplete &&= part.complete;
        const isFull = found.rowCount >= mostFoundRows;
        from = isFull ? undefined : part.next;
        const searching = from !== undefined;
        if (isNew || !searching) {
          const more = searching || isFull || !isComplete;
          show({ state: 'found', found, searching, more, refusal: part.refusal });
        }
        if (!isToMove && text.query === staysAt?.query && current.peek() === undefined) {
          // The reader was led to one of them, and stays there.
          const first = found.firstFrom(view.current.peek());
          current.value = first?.row === view.current.peek() ? first : undefined;
        }
        if (isToMove && current.peek() === undefined) {
          // Wrap around only once it is certain that no match follows.
          const first = found.firstFrom(begin) ?? (searching ? undefined : found.at(0));
          goTo(first);
        }
      }
      if (entering !== undefined && params.opened?.includes(entering.runId) === true) {
        const { position } = entering;
        entering = undefined;
        goTo(position === undefined ? undefined : found.at(position));
      }
    } catch (fault) {
      if (!(fault instanceof AbortError)) {
        reportFault(replay.endpoint, fault);
        forget('failed');
      }
    }
  }

  function show(next: Extract<Search, { state: 'found' }>): void {
    batch(() => {
      if (search.peek().state === 'asked') {
        revealed.value = undefined;
      }
      search.value = next;
      const place = current.peek();
      if (place !== undefined) {
        current.value = next.found.nearest(place);
      }
    });
  }

  function goTo(match: FoundMatch | undefined): void {
    if (match === undefined) {
      return;
    }
    replay.readerMoved();
    isToMove = false;
    const isThere = revealed.peek() === match.row && view.current.peek() === match.row;
    batch(() => {
      current.value = match;
      revealed.value = match.row;
      toScroll.value = true;
      view.current.value = match.row;
      if (!isThere) {
        replay.scroll.value = { index: match.row, align: 'auto' };
      }
    });
  }

  /** Opens the run that the current match is in. */
  function enter(runId: string): void {
    const known = search.peek();
    const place = current.peek();
    if (known.state === 'found' && place !== undefined && entering === undefined) {
      entering = { runId, position: known.found.positionOf(place) };
      void replay.openRun(runId);
    }
  }

  function forget(state: 'idle' | 'asked' | 'failed'): void {
    batch(() => {
      if (search.peek().state !== state) {
        search.value = { state };
      }
      current.value = undefined;
    });
  }

  effect(() => {
    const { value } = view.toFind;
    if (value !== undefined && value !== adopted) {
      staysAt = value;
      const { query: text, ...chosen } = value;
      batch(() => {
        setWords(text);
        options.value = chosen;
      });
    }
  });
  // The query changed, or the rows it searches.
  effect(() => {
    const { header } = searched.value;
    const text = wanted.value;
    const question = questionOf(view.view.value, view.filter.value, text);
    if (question !== asked) {
      asked = question;
      isToMove = text?.query !== staysAt?.query;
      // Earlier results belong to another query.
      controller?.abort();
      batch(() => {
        forget(text === undefined ? 'idle' : 'asked');
        if (text === undefined) {
          revealed.value = undefined;
        }
      });
    }
    if (text === undefined || header === undefined) {
      return undefined;
    }
    return pause(() => void run(text), typingPause);
  });
  effect(() => {
    view.find.value = wanted.value;
  });

  const reopen = () => {
    if (words.peek() === '') {
      setWords(last);
    }
  };
  const step = (by: 1 | -1) => () => {
    reopen();
    const known = search.peek();
    if (known.state === 'found' && known.found.total > 0) {
      const { found } = known;
      const place = current.peek();
      const from = place === undefined ? undefined : found.positionOf(place);
      const first = by > 0 ? (found.firstFrom(view.current.peek()) ?? found.at(0)) : found.at(-1);
      goTo(from === undefined ? first : found.at((from + by) % found.total));
    }
  };

  return {
    /** Grows with each request to open it; its field then takes the focus. */
    wantsFocus: computed(() => wantsFocus.value),
    options: computed(() => options.value),
    answer: computed((): FindAnswer => {
      const { value } = search;
      if (value.state !== 'found') {
        return value;
      }
      const { found, ...rest } = value;
      const place = current.value;
      return { ...rest, total: found.total, position: place && found.positionOf(place) };
    }),
    /** What is searched for and marked in the rows; undefined if nothing is. */
    wanted,
    /** The match Find last went to. */
    current: computed(() => current.value),
    /** The row was reached, but its match still has to be scrolled into view. */
    toScroll,
    /** @param text to search for instead of the last words. */
    open(text?: string) {
      batch(() => {
        if (text === undefined) {
          reopen();
        } else {
          setWords(text);
        }
        wantsFocus.value += 1;
      });
    },
    /** Keeps the words for the next time. */
    close() {
      last = words.peek();
      setWords('');
    },
    toggle(option: FindOption) {
      options.value = { ...options.peek(), [option]: !options.peek()[option] };
    },
    /** Goes to a match; of the last words if there are none. */
    next: step(1),
    previous: step(-1),
    enter,
  };
}

export type FindModel = ReturnType<typeof createFindModel>;

const noQuery: TextQuery = { query: '', matchCase: false, wholeWord: false, regex: false };

function questionOf(view: View, filter: RowFilter, text: TextQuery | undefined): string {
  return text === undefined ? '' : JSON.stringify([view, filter, text]);
}

/** Part of a search in what a view shows: rows that pass its filter, or messages. */
function findPart(
  endpoint: Endpoint<PageContract, HostContract>,
  view: View,
  query: HostContract['requests']['find/run']['params'],
  signal: AbortSignal,
): Promise<FoundRows> {
  if (view === 'transcript') {
    return endpoint.request('find/run', query, signal);
  }
  const { query: wanted, matchCase, wholeWord, regex, from } = query;
  const text = { query: wanted, matchCase, wholeWord, regex };
  return endpoint.request('messages/find', { ...text, from }, signal);
}
