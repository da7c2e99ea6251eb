import { type ReadonlySignal, type Signal, computed, signal } from '@preact/signals';
import type { ShownMessage } from '#core/rows/shownMessage.ts';
import type { ListRow } from '#core/lens/runRow.ts';
import type { Endpoint } from '#protocol/channel/endpoint.ts';
import type {
  FilterView,
  PageContract,
  ReplayHeader,
  RowCommand,
  RowFilter,
} from '#protocol/pages/page.ts';
import type { HostContract } from '#protocol/pages/pageRequests.ts';
import type { Aim } from '../virtual/scrollAim.ts';
import type { PagedList } from './pagedList.ts';
import type { Anchor, View } from './viewModel.ts';

/** Within this distance of the end, in CSS pixels, counts as being there. */
const endThreshold = 32;

/** Decides whether the view follows rows added at the end, and counts unseen ones. */
export function createFollowEnd() {
  const atEnd = signal(false);
  const unseen = signal(0);
  const seen = signal(0);
  return {
    atEnd: computed(() => atEnd.value),
    /** Rows added below while the reader was elsewhere. */
    unseen: computed(() => unseen.value),
    /** Rows added while the reader was there and saw them come. */
    seen: computed(() => seen.value),
    /** @param distance from the end of the visible part to the end of the list, in CSS pixels. */
    scrolled(distance: number) {
      atEnd.value = distance <= endThreshold;
      (atEnd.value ? unseen : seen).value = 0;
    },
    /**
     * The list grew by this many appended (not just newly indexed) rows.
     *
     * @param isFollowed the view goes to its new end.
     */
    grew(rows: number, isFollowed: boolean) {
      if (isFollowed) {
        seen.value += rows;
      } else if (!atEnd.value && rows > 0) {
        unseen.value += rows;
      }
    },
    /** Another list is shown, where nothing counts as new. */
    reset() {
      unseen.value = 0;
      seen.value = 0;
    },
  };
}

type FollowEnd = ReturnType<typeof createFollowEnd>;

/** A request to scroll the current list to an item. */
export interface ScrollRequest extends Aim {
  /** Also focus it; `kept` does so only if another item has the focus. */
  readonly focus?: boolean | 'kept';
}

/** Another list is on its way, and with it where to scroll to. */
export const opening: ScrollRequest = { index: Infinity, align: 'start' };

/** The session as loaded so far: its header, and windows of its rows and messages. */
export interface ReplayModel {
  readonly endpoint: Endpoint<PageContract, HostContract>;
  readonly header: ReadonlySignal<ReplayHeader | undefined>;
  /** An error message for the reader: the log or the host failed. */
  readonly failure: Signal<string | undefined>;
  readonly rows: PagedList<ListRow>;
  /** Filters that the user named. */
  readonly views: ReadonlySignal<readonly FilterView[]>;
  readonly messages: PagedList<ShownMessage>;
  /** Estimated tokens of all messages; undefined before the first of them are loaded. */
  readonly messageTokens: ReadonlySignal<number | undefined>;
  /** ID of the row that the reader is at: the current one if it is on screen, else the top one. */
  readonly place: ReadonlySignal<string | undefined>;
  readonly follow: FollowEnd;
  readonly scroll: Signal<ScrollRequest | undefined>;
  /** What was chosen from VS Code's menus and is still to be carried out. */
  readonly chosen: Signal<RowCommand | undefined>;
  /** False until the current list has its first page. */
  readonly opened: ReadonlySignal<boolean>;
  start(): Promise<void>;
  setView(view: View): Promise<void>;
  setFilter(filter: RowFilter): Promise<void>;
  /**
   * Shows another branch, keeping the reader's place; undefined for the branch with the latest
   * entry.
   */
  showBranch(leaf: number | undefined): Promise<void>;
  /** Opens a closed run. */
  openRun(runId: string): Promise<void>;
  /**
   * Opens or closes a run and goes to one of its rows.
   *
   * @param rowId the run itself by default.
   */
  toggleRun(runId: string, rowId?: string): Promise<void>;
  /** Makes a row the current one. @param index in the list as it is. */
  goTo(index: number): void;
  /** Moves to the user's next (1) or previous (-1) message. */
  goToUserMessage(direction: 1 | -1): Promise<void>;
  goToEnd(): void;
  /** Moves to a row, and shows all rows if the filter hides it. */
  goToRow(rowId: string): Promise<void>;
  /** The reader scrolled or moved, so the earlier position is no longer restored. */
  readerMoved(): void;
  /** The row at the top of the screen, and the current row if it is visible. */
  scrolledTo(anchor: Anchor, current?: Anchor): void;
}
