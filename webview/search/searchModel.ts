import { batch, computed, signal } from '@preact/signals';
import { AbortError, Endpoint } from '#protocol/channel/endpoint.ts';
import {
  longestQuery,
  type FoundSession,
  type SearchedAgent,
  type SearchOrder,
  type SearchPageContract,
} from '#protocol/pages/searchPage.ts';
import { splitWords } from '#core/search/searchLine.ts';
import type { SearchHostContract } from '#protocol/pages/searchPageRequests.ts';
import { reportFault, sentenceOf } from '../kit/page/reportFault.ts';
import type { FindOption } from '../replay/model/findModel.ts';
import {
  joined,
  type SearchProgress,
  type ResultLine,
  type SearchHost,
  searchStateIn,
} from './search.ts';

const mostRemembered = 50;

/** The page that searches all sessions. */
export function createSearchModel(host: SearchHost) {
  const saved = searchStateIn(host.loadState());
  const query = signal(saved.query);
  const filter = signal(saved.filter);
  const { matchCase, wholeWord, regex } = saved;
  const options = signal({ matchCase, wholeWord, regex });
  const everywhere = signal(saved.everywhere);
  const showsDetails = signal(saved.showsDetails || saved.filter !== '' || saved.everywhere);
  const agents = signal<readonly SearchedAgent[]>([]);
  const progress = signal<SearchProgress>({ kind: 'idle' });
  const sessions = signal<readonly FoundSession[]>([]);
  const closed = signal<ReadonlySet<string>>(new Set());
  const current = signal<string | undefined>(undefined);
  const wantsFocus = signal(0);
  let history: readonly string[] = saved.history;
  /** Place in the history; its length for what is being written. */
  let recalled = history.length;
  let running: AbortController | undefined;
  /** What was in the field when the search of these results began; undefined without one. */
  let searched: string | undefined;

  const endpoint = new Endpoint<SearchPageContract, SearchHostContract>(
    host.port,
    {
      requests: {},
      notices: {
        'search/focus': ({ query: wanted }) => {
          // What was typed there meanwhile stays.
          if (document.activeElement?.tagName !== 'INPUT') {
            wantsFocus.value += 1;
          }
          if (wanted !== undefined) {
            query.value = wanted;
            run();
          }
        },
        'search/clear': clear,
        'hit/step': ({ by }) => step(by),
      },
    },
    report,
  );

  const lines = computed((): readonly ResultLine[] =>
    sessions.value.flatMap((session): readonly ResultLine[] => {
      const { path, rows, hits } = session;
      const head = { kind: 'session' as const, key: path, session };
      if (closed.value.has(path)) {
        return [head];
      }
      const below = hits.map((hit) => ({
        kind: 'hit' as const,
        key: `${path}\n${hit.rowId}`,
        session,
        hit,
      }));
      const own = { kind: 'marked' as const, key: `${path}\n#`, session };
      const more = { kind: 'more' as const, key: `${path}\n`, session };
      return [
        head,
        ...(session.marked === undefined ? [] : [own]),
        ...below,
        ...(rows > hits.length ? [more] : []),
      ];
    }),
  );

  function report(fault: unknown): void {
    reportFault(endpoint, fault);
  }

  function order(): SearchOrder {
    return {
      query: query.peek().slice(0, longestQuery),
      ...options.peek(),
      filter: filter.peek().slice(0, longestQuery),
      everywhere: everywhere.peek(),
    };
  }

  function save(): void {
    host.saveState({ ...order(), showsDetails: showsDetails.peek(), history });
  }

  function remember(text: string): void {
    if (text !== '') {
      history = [...history.filter((one) => one !== text), text].slice(-mostRemembered);
    }
    recalled = history.length;
  }

  function tellHits(): void {
    endpoint.notify('hits/changed', { has: sessions.peek().length > 0 });
  }

  function run(): void {
    const { words, filters } = splitWords(filter.peek());
    if (words !== '') {
      batch(() => {
        query.value = `${query.peek()} ${words}`.trim();
        filter.value = filters;
      });
    }
    remember(query.peek());
    searchAnew();
  }

  function searchAnew(): void {
    const { query: text, filter: line } = order();
    searched = query.peek();
    save();
    if (text === '' && line.trim() === '') {
      clear();
      return;
    }
    batch(() => {
      sessions.value = [];
      closed.value = new Set();
      current.value = undefined;
    });
    tellHits();
    void search(0);
  }

  async function search(from: number): Promise<void> {
    running?.abort();
    const mine = new AbortController();
    running = mine;
    const params = { ...order(), from };
    let seen = { looked: from, total: 0, unread: 0 };
    progress.value = { kind: 'running', ...seen };
    try {
      const { refusal, ...end } = await endpoint.request(
        'search/run',
        params,
        mine.signal,
        (part) => {
          seen = { looked: part.looked, total: part.total, unread: 0 };
          batch(() => {
            progress.value = { kind: 'running', ...seen };
            if (part.sessions.length > 0) {
              sessions.value = joined(sessions.peek(), part.sessions);
            }
          });
          if (part.sessions.length > 0) {
            tellHits();
          }
        },
      );
      progress.value =
        refusal === undefined ? { kind: 'done', ...end } : { kind: 'refused', sentence: refusal };
    } catch (fault) {
      if (running !== mine) {
        return;
      }
      if (fault instanceof AbortError) {
        progress.value = { kind: 'stopped', ...seen };
      } else {
        report(fault);
        progress.value = { kind: 'refused', sentence: sentenceOf(fault) };
      }
    }
  }

  /** They scan the list, so they are asked for when they are shown. */
  async function readAgents(): Promise<void> {
    try {
      agents.value = await endpoint.request('search/agents', {});
    } catch (fault) {
      report(fault);
    }
  }

  function clear(): void {
    running?.abort();
    running = undefined;
    searched = undefined;
    batch(() => {
      sessions.value = [];
      current.value = undefined;
      progress.value = { kind: 'idle' };
    });
    tellHits();
  }

  function open(line: ResultLine, preserveFocus: boolean): void {
    current.value = line.key;
    if (line.kind === 'hit' || line.kind === 'marked') {
      const { query: text } = order();
      const isRow = line.kind === 'hit';
      endpoint.notify('hit/open', {
        path: line.session.path,
        ...(isRow ? { rowId: line.hit.rowId } : {}),
        text: { query: isRow ? text : '', ...options.peek() },
        preserveFocus,
      });
    } else if (line.kind === 'more') {
      void showMore(line.session);
    } else {
      toggleSession(line.session.path);
    }
  }

  async function showMore({ path }: FoundSession): Promise<void> {
    try {
      const hits = await endpoint.request('search/more', { ...order(), path });
      sessions.value = sessions
        .peek()
        .map((one) =>
          one.path === path ? { ...one, hits, rows: Math.max(one.rows, hits.length) } : one,
        );
    } catch (fault) {
      report(fault);
    }
  }

  function toggleSession(path: string): void {
    const now = new Set(closed.peek());
    if (!now.delete(path)) {
      now.add(path);
    }
    closed.value = now;
  }

  /** Goes to the next hit, or the one before. */
  function step(by: 1 | -1): void {
    const all = lines.peek();
    const at = all.findIndex(({ key }) => key === current.peek());
    const isHit = ({ kind }: ResultLine) => kind === 'hit';
    const next =
      by > 0
        ? (all.slice(at + 1).find(isHit) ?? all.find(isHit))
        : (all.slice(0, Math.max(0, at)).findLast(isHit) ?? all.findLast(isHit));
    if (next !== undefined) {
      open(next, true);
    }
  }

  return {
    query,
    filter,
    options: computed(() => options.value),
    /** Searches the sessions of all folders. */
    everywhere,
    showsDetails: computed(() => showsDetails.value),
    agents: computed(() => agents.value),
    progress: computed(() => progress.value),
    sessions: computed(() => sessions.value),
    lines,
    /** Keys of closed sessions. */
    closed: computed(() => closed.value),
    /** Key of the line that the keyboard is on. */
    current,
    /** Grows with each request for the keyboard in the field. */
    wantsFocus: computed(() => wantsFocus.value),
    async start() {
      await endpoint.request('ready', {});
      tellHits();
      if (showsDetails.peek()) {
        void readAgents();
      }
      if ((query.peek() !== '' || filter.peek() !== '') && progress.peek().kind === 'idle') {
        // After a reload.
        run();
      }
    },
    /** Searches for what is in the fields. */
    run,
    /** The same while it is being written: it is not remembered, nor searched again after Enter. */
    runTyped() {
      if (query.peek() !== searched) {
        searchAnew();
      }
    },
    /** The field has what was written last. */
    isNewest: () => recalled >= history.length - 1,
    /** Continues where the search ended. */
    goOn() {
      const { value } = progress;
      if (value.kind === 'done' || value.kind === 'stopped') {
        void search(value.looked);
      }
    },
    stop: () => running?.abort(),
    toggle(option: FindOption) {
      options.value = { ...options.peek(), [option]: !options.peek()[option] };
      run();
    },
    toggleDetails() {
      showsDetails.value = !showsDetails.peek();
      if (showsDetails.peek()) {
        void readAgents();
      }
      save();
    },
    toggleSession,
    open,
    /** The query before or after the one in the field, as the arrow keys ask for it. */
    recall(by: 1 | -1) {
      const place = Math.min(Math.max(0, recalled + by), history.length);
      if (place !== recalled) {
        recalled = place;
        query.value = history[place] ?? '';
      }
    },
    report,
  };
}

export type SearchModel = ReturnType<typeof createSearchModel>;
