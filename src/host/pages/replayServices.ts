import type { TextQuery } from '#core/search/textSearch.ts';
import type { SessionSummary } from '#core/events/session.ts';
import type { Caller, FileReview, ReadingPlace } from '#protocol/pages/page.ts';
import type { ChatServices } from '../list/services.ts';
import type { SessionDocuments } from '../documents/sessionDocuments.ts';
import type { OpenSessions } from '../worker/openSessions.ts';
import type { FilterViews } from './filterViews.ts';
import type { SessionMemory } from './sessionMemory.ts';

/** How to show a replay. */
export interface ShowOptions {
  readonly toSide?: boolean;
  /** Leaves the keyboard focus where it is. */
  readonly preserveFocus?: boolean;
  /** In a tab that gives way to the next preview, as VS Code does with files. */
  readonly preview?: boolean;
  /** Goes to this row. */
  readonly rowId?: string | undefined;
  /** Goes to the last row, where an agent waits. */
  readonly atEnd?: boolean;
  /** Marks what this finds. */
  readonly find?: TextQuery;
  /** The call that started this sub-agent. */
  readonly caller?: Caller;
}

/** What the replay panels need from the rest of the extension. */
export interface ReplayServices extends Pick<
  ChatServices,
  'worker' | 'catalog' | 'gate' | 'marks' | 'states' | 'log' | 'extension'
> {
  readonly sessions: OpenSessions;
  readonly documents: SessionDocuments;
  readonly views: FilterViews;
  readonly places: SessionMemory<ReadingPlace>;
  readonly seen: SessionMemory<string>;
  readonly reviews: SessionMemory<FileReview>;
  /** The user's home folder; paths in it are shown with `~`. */
  readonly home: string;
  /** Opens another session's replay, or brings it to the front. */
  show(session: SessionSummary, options?: ShowOptions): void;
}
