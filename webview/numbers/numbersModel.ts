import { batch, computed, signal } from '@preact/signals';
import { membersOf } from '#base/member.ts';
import { dayAfter, dayOf, noonOf } from '#core/numbers/days.ts';
import type { SessionNumbers } from '#core/numbers/numbers.ts';
import { numbersCsv } from '#core/numbers/numbersCsv.ts';
import { AbortError, Endpoint } from '#protocol/channel/endpoint.ts';
import {
  measures,
  ranges,
  stackings,
  type NumbersOrder,
  type NumbersPageContract,
  type NumbersPlace,
  type NumbersRange,
  type NumbersState,
} from '#protocol/pages/numbersPage.ts';
import type { NumbersHostContract } from '#protocol/pages/numbersPageRequests.ts';
import { reportFault, sentenceOf } from '../kit/page/reportFault.ts';
import type { PageHost } from '../kit/page/host.ts';

const halfDay = 12 * 3_600_000;
/** What the map of days shows, in any case. */
const yearOfWeeks = 53 * 7;

/** The page of what sessions came to. */
export function createNumbersModel(host: NumbersHost) {
  const state = signal(stateOf(host.loadState()));
  const place = signal<NumbersPlace>({ agents: [], hasFolder: true, home: '' });
  const progress = signal<ReadProgress>({ kind: 'idle' });
  const sessions = signal<readonly SessionNumbers[]>([]);
  /** What is read, and was completely if it is done. */
  let order: NumbersOrder | undefined;
  let running: AbortController | undefined;
  const endpoint = new Endpoint<NumbersPageContract, NumbersHostContract>(
    host.port,
    { requests: {}, notices: { 'prices/changed': readAnew } },
    report,
  );
  const firstOf = (range: NumbersRange, times = 1) =>
    range === '' ? '' : dayAfter(dayOf(host.now()), 1 - times * Number(range));
  const from = computed(() => firstOf(state.value.range));

  function report(fault: unknown): void {
    reportFault(endpoint, fault);
  }

  /** What is shown stays until all of it is there by other prices. */
  function readAnew(): void {
    const { kind } = progress.peek();
    if (kind === 'done' || kind === 'reading') {
      void read(sessions.peek());
    }
  }

  /** @param shown meanwhile; what is read is shown at once if there is none. */
  async function read(shown: readonly SessionNumbers[] = []): Promise<void> {
    running?.abort();
    const mine = new AbortController();
    running = mine;
    order = orderNow();
    let found: readonly SessionNumbers[] = [];
    let seen: { looked: number; total: number | undefined } = { looked: 0, total: undefined };
    batch(() => {
      sessions.value = shown;
      progress.value = { kind: 'reading', ...seen, unread: 0 };
    });
    try {
      const end = await endpoint.request('numbers/read', order, mine.signal, (part) => {
        seen = { looked: part.looked, total: part.total };
        batch(() => {
          progress.value = { kind: 'reading', ...seen, unread: 0 };
          if (part.sessions.length > 0) {
            found = [...found, ...part.sessions];
            sessions.value = shown.length > 0 ? shown : found;
          }
        });
      });
      batch(() => {
        sessions.value = found;
        progress.value = { kind: 'done', ...end };
      });
    } catch (fault) {
      if (running !== mine) {
        return;
      }
      if (fault instanceof AbortError) {
        progress.value = { kind: 'stopped', ...seen, unread: 0 };
      } else {
        report(fault);
        progress.value = { kind: 'failed', sentence: sentenceOf(fault) };
      }
    }
  }

  function orderNow(): NumbersOrder {
    const { scope, range } = state.peek();
    const first =
      range === ''
        ? ''
        : ([firstOf(range, 2), dayAfter(dayOf(host.now()), -yearOfWeeks)].sort()[0] ?? '');
    return {
      scope: place.peek().hasFolder ? scope : 'all',
      since: first === '' ? 0 : Math.max(0, noonOf(first) - halfDay),
    };
  }

  return {
    place: computed(() => place.value),
    state,
    progress: computed(() => progress.value),
    /** Of all sessions read so far. */
    sessions: computed(() => sessions.value),
    /** The first day that counts; all if empty. */
    from,
    /** The first day of as many before that; empty if all count. */
    before: computed(() => firstOf(state.value.range, 2)),
    /** Epoch ms. */
    now: host.now,
    async start() {
      place.value = await endpoint.request('ready', {});
      await read();
    },
    /** Changes what is shown, and reads what that takes. */
    choose(change: Partial<NumbersState>) {
      state.value = { ...state.peek(), ...change };
      host.saveState(state.peek());
      const wanted = orderNow();
      const isRead = progress.peek().kind === 'done' || progress.peek().kind === 'reading';
      if (!isRead || order?.scope !== wanted.scope || order.since > wanted.since) {
        void read();
      }
    },
    stop: () => running?.abort(),
    read: () => void read(),
    async exportCsv() {
      const text = numbersCsv(sessions.peek(), { from: from.peek() });
      try {
        await endpoint.request('csv/save', { text });
      } catch (fault) {
        report(fault);
        progress.value = { kind: 'failed', sentence: sentenceOf(fault) };
      }
    },
    async openRow(path: string, rowId: string) {
      try {
        await endpoint.request('row/open', { path, rowId });
      } catch (fault) {
        report(fault);
      }
    },
    report,
  };
}

export type NumbersModel = ReturnType<typeof createNumbersModel>;

/** The saved state, perhaps of an older version of the page. */
function stateOf(saved: unknown): NumbersState {
  const state = membersOf(saved);
  const oneOf = <T>(known: readonly T[], value: unknown, usual: T) =>
    known.find((each) => each === value) ?? usual;
  return {
    scope: oneOf(['folder', 'all'] as const, state.scope, 'folder'),
    range: oneOf(ranges, state.range, '30'),
    measure: oneOf(measures, state.measure, 'tokens'),
    stacking: oneOf(stackings, state.stacking, 'agent'),
    withSubAgents: state.withSubAgents === true,
  };
}

/** What the page needs of its surroundings. */
interface NumbersHost extends PageHost<NumbersState> {
  /** Epoch ms. */
  now(): number;
}

export type ReadProgress =
  | { readonly kind: 'idle' }
  | { readonly kind: 'failed'; readonly sentence: string }
  | {
      readonly kind: 'reading' | 'stopped' | 'done';
      readonly looked: number;
      /** Undefined while sessions are listed. */
      readonly total: number | undefined;
      readonly unread: number;
      readonly reasons?: readonly string[];
    };
