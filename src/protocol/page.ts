import type { ImageData } from '#core/conversation/message.ts';
import type { ShownMessage } from '#core/conversation/shownMessage.ts';
import type { Usage } from '#core/event.ts';
import type { Problem } from '#core/problem.ts';
import type { CallState, Row, RowKind, RowPart } from '#core/replay/row.ts';
import type { SessionLink } from '#core/session.ts';

/** Requests and notices from the replay page to the host. */
export interface HostContract {
  requests: {
    /** The page is drawn and listening. Nothing is posted to it before. */
    ready: { params: { version: typeof protocolVersion }; result: ReplayHeader };
    /**
     * Rows `start` to `start + count` among those whose kind passes `filter`. At most 200 a
     * request.
     */
    'rows/read': {
      params: { filter: RowFilter; start: number; count: number };
      result: RowsPage;
    };
    /** The conversation that a model would get now. At most 200 messages a request. */
    'messages/read': { params: { start: number; count: number }; result: MessagesPage };
    'problems/read': { params: { start: number; count: number }; result: ProblemsPage };
    /**
     * Rows within `filter` whose text contains `query`, from index `from` on: as many as can be
     * found in a moment, at most 1,000. Continue where the answer says.
     */
    'find/run': {
      params: { filter: RowFilter; query: string; matchCase: boolean; from: number };
      result: FoundRows;
    };
    /**
     * Messages of the conversation whose text contains `query`, from index `from` on, as in
     * `find/run`.
     */
    'messages/find': {
      params: { query: string; matchCase: boolean; from: number };
      result: FoundRows;
    };
    /** The model's context at a row; undefined if the row is gone. */
    'context/at': { params: { rowId: string }; result: ContextAt | undefined };
    /** Index of a row within a filter (the nearest before it if it is filtered out). */
    'row/locate': { params: { filter: RowFilter; rowId: string }; result: { index: number } };
    /**
     * Shows another branch of the log, identified by its last line; undefined returns to the one
     * with the last entry. Rows and messages then differ, so the generation grows.
     */
    'branch/show': { params: { leaf: number | undefined }; result: ReplayHeader };
    /** An image of a row, by its index in `images`; undefined if it no longer exists. */
    'image/read': {
      params: { rowId: string; index: number };
      result: ImageData | undefined;
    };
    /** An image of a message, by its index among all images of that message. */
    'messageImage/read': {
      params: { message: number; index: number };
      result: ImageData | undefined;
    };
    /** Copies rows as Markdown, with their whole texts. */
    'rows/copy': { params: RowRange; result: { rows: number } };
    /** Copies a link that opens this session at a row. */
    'row/copyLink': { params: { rowId: string }; result: undefined };
    /** Copies the whole output of a call. */
    'row/copyOutput': { params: { rowId: string }; result: undefined };
    /** Answered when the text is on the clipboard. */
    'clipboard/write': { params: { text: string }; result: undefined };
  };
  notices: {
    /** Opens a part of a row in full in an editor tab. */
    'row/open': { rowId: string; part: RowPart };
    /** Opens the line of the log that a row or a problem came from. */
    'line/open': { line: number };
    /** Opens a diff row in the editor's own diff editor. */
    'diff/open': { rowId: string };
    /** Starts a session with everything up to this row, and opens its replay. */
    'row/fork': { rowId: string };
    /** Resumes the session in chat as it was before the compaction in this row. */
    'row/resumeBefore': { rowId: string };
    /** Exports these rows; the host asks how and where to. */
    'rows/export': RowRange;
    /** The row that a link named is not in the session as it is shown. */
    'row/missing': { rowId: string };
    /** A link was clicked. The host opens only `http`, `https` and `mailto`. */
    'link/open': { href: string };
    /** Opens the replay of a session linked to this one: its parent, or a fork of it. */
    'session/open': { link: SessionLink };
    /** A button on the page that runs a command on this session. */
    'action/run': { action: PageAction };
    'log/error': { message: string; stack: string };
  };
}

/** Notices from the host to the page. */
export interface PageContract {
  requests: Record<never, never>;
  notices: {
    /** The log grew, was replaced, or its index advanced: reread what is on screen. */
    'session/changed': ReplayHeader;
    /** The log can no longer be read; the page keeps its content. */
    'session/failed': { message: string };
    /** Goes to a row, as soon as it is indexed. */
    'row/show': { rowId: string };
    /** A command was chosen from VS Code's menus: carries it out on the current or selected rows. */
    'row/command': { command: RowCommand };
  };
}

export const protocolVersion = 1;

export type PageAction =
  'resumeInChat' | 'resumeInTerminal' | 'fork' | 'exportConversation' | 'openRawLog';

/** Commands on the current row, and on the selected rows if it is one of them. */
export type RowCommand = 'copy' | 'copyLink' | 'copyOutput' | 'fork' | 'openLine' | 'export';

/** The rows from one to another within a filter. */
export interface RowRange {
  readonly filter: RowFilter;
  readonly from: string;
  readonly to: string;
}

/** What the page shows above the rows. */
export interface ReplayHeader {
  /**
   * Grows by one whenever earlier rows may have changed (file replaced); appends do not change it.
   */
  readonly generation: number;
  /** All bytes are indexed; while false, `rows` still grows. */
  readonly complete: boolean;
  readonly rows: number;
  /** Rows of each kind; kinds without rows are absent. */
  readonly kinds: Readonly<Partial<Record<RowKind, number>>>;
  /** Rows that pass the filter `trouble`: their kinds alone do not tell. */
  readonly trouble: number;
  readonly messages: number;
  readonly problems: { readonly lost: number; readonly odd: number };
  /** The adapter's ID, saved in the view state so that a reload finds the session again. */
  readonly agent: string;
  readonly agentLabel: string;
  /** The session's name, else its first message. */
  readonly title: string;
  /** Set if the session was given a name. */
  readonly name?: string;
  readonly sessionId: string;
  readonly path: string;
  readonly cwd: string | undefined;
  /** `cwd` as people write it, with `~` for the home folder. */
  readonly folder: string | undefined;
  /** Epoch ms. */
  readonly createdAt: number | undefined;
  readonly updatedAt: number;
  /** Bytes. */
  readonly size: number;
  /** Usage of all requests to models; absent if the log does not say. */
  readonly usage?: Usage;
  /** The shown branch if the log has several; undefined if it has only one. */
  readonly branch: { readonly leaf: number; readonly isLast: boolean } | undefined;
  /** The session that this one was forked from. */
  readonly parent?: SessionParent;
  /** Forks of this session, newest first. */
  readonly forks: readonly SessionFork[];
  /** Actions that this session and window allow. */
  readonly actions: readonly PageAction[];
}

export interface SessionParent extends SessionLink {
  /** Undefined if the session is not in the list. */
  readonly title?: string;
  /** It can be opened, as far as the host can tell without looking. */
  readonly known: boolean;
}

export interface SessionFork {
  readonly title: string;
  readonly path: string;
  /** Epoch ms. */
  readonly updatedAt: number;
}

/** Which rows the transcript shows. */
export type RowFilter = 'all' | 'dialogue' | 'work' | 'trouble';

/**
 * Kinds that pass each filter. `all` has no list, and `trouble` also shows calls that did not end
 * well.
 */
export const rowFilterKinds: Readonly<Record<Exclude<RowFilter, 'all'>, readonly RowKind[]>> = {
  dialogue: [
    'user',
    'assistant',
    'compaction',
    'branch',
    'branchSummary',
    'fork',
    'interruption',
    'error',
  ],
  work: ['user', 'tool', 'shell', 'diff'],
  trouble: ['interruption', 'error', 'unknown', 'problem'],
};

/** @param state of a call; `done` for any other row. */
export function passesFilter(filter: RowFilter, kind: RowKind, state: CallState): boolean {
  return (
    filter === 'all' ||
    rowFilterKinds[filter].includes(kind) ||
    (filter === 'trouble' && state !== 'done')
  );
}

export interface RowsPage {
  readonly generation: number;
  readonly start: number;
  /** Rows that pass the filter now. */
  readonly total: number;
  readonly rows: readonly Row[];
}

export interface FoundRows {
  /** Indexes within the filter, in order. */
  readonly rows: readonly number[];
  /** Number of matches in each of them. */
  readonly counts: readonly number[];
  /** Where to continue the search; absent at its end. */
  readonly next?: number;
  /** False while parts of the log are not indexed yet. */
  readonly complete: boolean;
}

export interface MessagesPage {
  readonly generation: number;
  readonly start: number;
  readonly total: number;
  readonly messages: readonly ShownMessage[];
  /** Estimated tokens of all messages; see `tokensIn`. */
  readonly tokens: number;
}

/** How full the model's context was at some place. */
export interface ContextAt {
  readonly messages: number;
  /** Input of the last request before it, by the provider's count; estimated if not `isMeasured`. */
  readonly tokens: number;
  readonly isMeasured: boolean;
  /** The same at the session's fullest place. */
  readonly most: number;
}

export interface ProblemsPage {
  readonly start: number;
  readonly total: number;
  readonly problems: readonly Problem[];
}

/**
 * What the page saves with `setState`: the reader's position and unfolded parts, never content. The
 * panel serializer reads it through `readViewState`.
 */
export interface ViewState {
  readonly version: typeof viewStateVersion;
  readonly session: { readonly agent: string; readonly id: string; readonly path: string };
  readonly view: 'transcript' | 'conversation';
  readonly filter: RowFilter;
  /** Row at the top of the screen and how far it is scrolled, in CSS pixels. */
  readonly anchor: { readonly rowId: string; readonly offset: number } | undefined;
  /** Row parts that the user opened or closed against their default, `rowId` or `rowId/part`. */
  readonly toggled: readonly string[];
  /** Last line of the shown branch, if it is not the one with the last entry. */
  readonly leaf?: number;
  /** Rows that the model no longer gets have no mark. */
  readonly unmarked?: true;
  /** Messages are shown as the model gets them, not as Markdown. */
  readonly raw?: true;
}

export const viewStateVersion = 1;
