import { batch, computed, signal } from '@preact/signals';
import type { ShownMessage } from '#core/rows/shownMessage.ts';
import type { ListRow } from '#core/lens/runRow.ts';
import { AbortError, Endpoint } from '#protocol/channel/endpoint.ts';
import {
  type FilterView,
  type Opening,
  type PageContract,
  type ReplayHeader,
  type RowCommand,
  type RowFilter,
} from '#protocol/pages/page.ts';
import type { HostContract } from '#protocol/pages/pageRequests.ts';
import type { PageHost } from '../../kit/page/host.ts';
import { createRuns } from './openRuns.ts';
import { Branches } from './branches.ts';
import { createFollowEnd, opening, type ScrollRequest } from './replay.ts';
import { nextUserRow, type PagedList } from './pagedList.ts';
import { reportFault, sentenceOf } from '../../kit/page/reportFault.ts';
import {
  areShown,
  createMessages,
  createRows,
  expectedTotal,
  isOf,
  openingOrder,
  placeOfFork,
  shownRows,
  takePlace,
} from './shownRows.ts';
import type { Anchor, View, ViewModel } from './viewModel.ts';

/** The session as loaded so far: its header, and windows of its rows and messages. */
export function createReplayModel(host: PageHost, view: ViewModel) {
  const header = signal<ReplayHeader | undefined>(undefined);
  const failure = signal<string | undefined>(undefined);
  const scroll = signal<ScrollRequest | undefined>(undefined);
  const opened = signal(false);
  const views = signal<readonly FilterView[]>([]);
  const place = signal<string | undefined>(undefined);
  const seen = signal<string | undefined>(undefined);
  const chosen = signal<RowCommand | undefined>(undefined);
  const follow = createFollowEnd();
  let restoring: Anchor | undefined = view.anchor.peek();
  /** A row that the host asked for. */
  let wanted: string | undefined;
  /** The current row while it is visible. */
  let selected: Anchor | undefined;
  /** The row that a filter may hide, and where the reader is instead, until they move elsewhere. */
  let left: { readonly at: Anchor; readonly index: number } | undefined;

  const endpoint = new Endpoint<PageContract, HostContract>(
    host.port,
    {
      requests: {},
      notices: {
        'session/changed': (next) => changed(next),
        'row/show': showRow,
        'row/command': ({ command }) => {
          chosen.value = command;
        },
        'session/failed': ({ message }) => {
          failure.value = message;
        },
        'views/changed': (changed) => {
          views.value = changed.views;
        },
      },
    },
    report,
  );

  const branches = new Branches(endpoint, view, report);
  const rows = createRows(endpoint, view, fail);
  const runs = createRuns({ rows, view, locate, goTo });
  const { messages, tokens } = createMessages(endpoint, fail);

  /** The host gets the whole fault, the reader its message. */
  function fail(fault: unknown): void {
    if (!(fault instanceof AbortError)) {
      failure.value = sentenceOf(fault);
      report(fault);
    }
  }

  function report(fault: unknown): void {
    reportFault(endpoint, fault);
  }

  function shown(): PagedList<ListRow> | PagedList<ShownMessage> {
    return view.view.peek() === 'transcript' ? rows : messages;
  }

  async function start(): Promise<void> {
    try {
      const first = await endpoint.request('ready', openingOrder(view, restoring));
      header.value = first.header;
      seen.value = first.seen;
      if (first.place !== undefined) {
        restoring ??= takePlace(view, first.place, wanted !== undefined);
      }
      view.saveFor(first.header);
      header.value = await branches.settle(first.header);
      restoring ??= placeOfFork(first.header, view.anchor.peek(), rows.at(0));
      const at = restoring;
      await open(at, first.rows);
      if (restoring !== undefined && restoring !== at) {
        // Asked for meanwhile.
        await open(restoring);
      }
      views.value = await endpoint.request('views/read', {});
    } catch (fault) {
      fail(fault);
    }
  }

  /** Goes to a row wherever it is; one that is not indexed yet is waited for, as after a reload. */
  async function showRow({ rowId, find }: PageContract['notices']['row/show']): Promise<void> {
    view.toFind.value = find;
    const at = { rowId, offset: 0 };
    wanted = rowId;
    const showAll = () => {
      view.view.value = 'transcript';
      if (view.filter.peek() !== 'skim') {
        view.filter.value = 'all';
      }
      restoring = at;
    };
    if (opened.peek()) {
      await reopen(showAll, at);
    } else {
      batch(showAll);
    }
  }

  /** Loads the current list, around a row if given. @param known what is there already. */
  async function open(at: Anchor | undefined, known?: Opening['rows']): Promise<void> {
    let index = 0;
    if (known !== undefined && areShown(known, view, at, header.peek())) {
      ({ index } = known);
      await rows.restart(index, { ...known.page, items: known.page.rows });
    } else {
      if (at !== undefined && view.view.peek() === 'transcript') {
        index = await locate(at.rowId);
      }
      await shown().restart(index);
    }
    if (at !== undefined && at.rowId === wanted) {
      index = await runs.openedAt(index, at.rowId);
    }
    batch(() => {
      follow.reset();
      view.current.value = index;
      scroll.value = {
        index,
        align: 'start',
        offset: at?.offset ?? 0,
        ...(at?.rowId === wanted && wanted !== undefined ? { focus: true } : {}),
      };
      opened.value = true;
    });
    if (at !== undefined && at.rowId === wanted && header.peek()?.complete === true) {
      wanted = undefined;
      restoring = undefined;
      if (!isOf(rows.at(index), at.rowId)) {
        endpoint.notify('row/missing', { rowId: at.rowId });
      }
    }
  }

  async function locate(rowId: string): Promise<number> {
    const { index } = await endpoint.request('row/locate', { ...shownRows(view), rowId });
    return Math.max(0, index);
  }

  async function tried(act: () => Promise<void>): Promise<void> {
    await act().catch(fail);
  }

  function goTo(index: number, align: ScrollRequest['align'] = 'auto'): void {
    view.current.value = index;
    scroll.value = { index, align, focus: true };
  }

  async function changed(next: ReplayHeader): Promise<void> {
    const before = header.peek();
    header.value = next;
    failure.value = undefined;
    view.saveFor(next);
    header.value = await branches.settle(next);
    if (!opened.peek()) {
      return;
    }
    // The host's reader started over, and so did its numbering.
    if (before !== undefined && next.generation < before.generation) {
      await reopen(() => undefined);
      return;
    }
    if (next.complete && before?.complete === false) {
      restoring ??= placeOfFork(next, view.anchor.peek(), rows.at(0));
      if (restoring !== undefined) {
        await open(restoring);
        restoring = undefined;
        return;
      }
    }
    // Rows that appear while the log is being indexed are old; the view does not follow them.
    const appended = before?.complete === true && before.generation === next.generation;
    const stay = before?.complete === true && follow.atEnd.peek();
    const grown = await shown().refresh(expectedTotal(header.peek() ?? next, view, rows), stay);
    const isFollowed = stay && (grown > 0 || !appended);
    if (appended) {
      follow.grew(grown, isFollowed);
    }
    if (isFollowed) {
      goToEnd();
    }
  }

  /** Reloads the list; a visible current row keeps its place on screen. */
  async function reopen(change: () => void, to?: Anchor): Promise<void> {
    const current = rows.at(view.current.peek());
    const stays = left?.index === view.current.peek() ? left.at : undefined;
    const at =
      to ??
      stays ??
      selected ??
      view.anchor.peek() ??
      (current && { rowId: current.id, offset: 0 });
    selected = undefined;
    restoring = undefined;
    scroll.value = opening;
    batch(change);
    try {
      await open(at);
      left = at && { at, index: view.current.peek() };
    } catch (fault) {
      scroll.value = undefined;
      fail(fault);
    }
  }

  async function showBranch(leaf: number | undefined): Promise<void> {
    restoring = undefined;
    try {
      const at = view.view.peek() === 'transcript' ? view.anchor.peek() : undefined;
      const before = at && (await locate(at.rowId));
      const next = await branches.show(leaf);
      header.value = next;
      // The old rows stay on screen until those of the other branch have loaded.
      await shown().refresh(expectedTotal(next, view, rows), false);
      follow.reset();
      const index = at && (await locate(at.rowId));
      if (index !== undefined && index !== before) {
        scroll.value = { index, align: 'start' };
      }
    } catch (fault) {
      fail(fault);
    }
  }

  async function goToUserMessage(direction: 1 | -1): Promise<void> {
    const index = await nextUserRow(rows, view.current.peek(), direction);
    if (index !== undefined) {
      goTo(index, 'start');
    }
  }

  async function goToRow(rowId: string): Promise<void> {
    restoring = undefined;
    wanted = undefined;
    if (view.view.peek() !== 'transcript') {
      await reopen(() => (view.view.value = 'transcript'));
    }
    let index = await runs.openedAt(await locate(rowId), rowId);
    if (!isOf(await rows.peekItem(index), rowId) && view.filter.peek() !== 'all') {
      await reopen(() => (view.filter.value = 'all'));
      index = await locate(rowId);
    }
    goTo(index, 'start');
  }

  function goToEnd(): void {
    const last = shown().total.peek() - 1;
    left = undefined;
    if (last >= 0) {
      scroll.value = { index: last, align: 'end' };
    }
  }

  return {
    endpoint,
    header: computed(() => header.value),
    /** An error message for the reader: the log or the host failed. */
    failure,
    /** Filters that the user named. */
    views: computed(() => views.value),
    rows,
    messages,
    messageTokens: tokens,
    /** ID of the row that the reader is at: the current one if it is on screen, else the top one. */
    place: computed(() => place.value),
    /** ID of what was the last row when the reader looked before, if there are others by now. */
    seen: computed(() => seen.value),
    follow,
    scroll,
    /** What was chosen from VS Code's menus and is still to be carried out. */
    chosen,
    /** False until the current list has its first page. */
    opened: computed(() => opened.value),
    start,
    setView: (next: View) => reopen(() => (view.view.value = next)),
    setFilter: (next: RowFilter) => reopen(() => view.showRows(next)),
    /**
     * Shows another branch, keeping the reader's place; undefined for the branch with the latest
     * entry.
     */
    showBranch,
    /** Opens a closed run. */
    openRun: (runId: string) => tried(() => runs.toggle(runId)),
    /** Opens or closes a run and goes to it. */
    toggleRun: (runId: string) => tried(() => runs.toggleAndGo(runId)),
    /** Makes a row the current one. */
    goTo: (index: number) => goTo(index),
    /** Moves to the user's next (1) or previous (-1) message. */
    goToUserMessage: (direction: 1 | -1) => tried(() => goToUserMessage(direction)),
    /** Moves to a row, opens the run that it is in, and shows all rows if the filter hides it. */
    goToRow: (rowId: string) => tried(() => goToRow(rowId)),
    goToEnd,
    /** The reader scrolled or moved, so the earlier position is no longer restored. */
    readerMoved() {
      restoring = undefined;
      left = undefined;
      wanted = undefined;
    },
    /** The row at the top of the screen, and the current row if it is visible. */
    scrolledTo(anchor: Anchor, current?: Anchor) {
      selected = current;
      place.value = (current ?? anchor).rowId;
      const before = view.anchor.peek();
      const same = before?.rowId === anchor.rowId && before.offset === anchor.offset;
      if (restoring === undefined && !same) {
        view.anchor.value = anchor;
      }
    },
  };
}

export type ReplayModel = ReturnType<typeof createReplayModel>;
