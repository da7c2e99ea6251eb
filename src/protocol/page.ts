import type { ConversationMessage } from '#core/conversation/message.ts';
import type { Problem } from '#core/problem.ts';
import type { Row, RowKind, RowPart } from '#core/replay/row.ts';

/** What the replay page asks of the host. */
export interface HostContract {
  requests: {
    /** The page is drawn and listens. Nothing is posted to it before. */
    ready: { params: { version: typeof protocolVersion }; result: ReplayHeader };
    /** Rows `start` to `start + count` of those whose kind passes `filter`. At most 200 a request. */
    'rows/read': {
      params: { filter: RowFilter; start: number; count: number };
      result: RowsPage;
    };
    /** The conversation that a model would get now. At most 200 messages a request. */
    'messages/read': { params: { start: number; count: number }; result: MessagesPage };
    'problems/read': { params: { start: number; count: number }; result: ProblemsPage };
    /** Places of the rows, counted within `filter`, whose text holds `query`; at most 10,000. */
    'find/run': {
      params: { filter: RowFilter; query: string; matchCase: boolean };
      result: { matches: readonly number[]; complete: boolean };
    };
    /** Place of a row within a filter (the nearest before it if it is filtered out). */
    'row/locate': { params: { filter: RowFilter; rowId: string }; result: { index: number } };
  };
  notices: {
    /** Opens a part of a row, whole, in an editor tab. */
    'row/open': { rowId: string; part: RowPart };
    /** Opens the line of the log that a row or a problem came from. */
    'line/open': { line: number };
    /** Opens a diff row in the editor's own diff editor. */
    'diff/open': { rowId: string };
    /** A link was clicked. The host opens `http`, `https` and `mailto` and nothing else. */
    'link/open': { href: string };
    'clipboard/write': { text: string };
    /** A button of the page that stands for a command on this session. */
    'action/run': { action: PageAction };
    'log/error': { message: string; stack: string };
  };
}

/** What the host tells the page. */
export interface PageContract {
  requests: Record<never, never>;
  notices: {
    /** The log grew, was replaced, or its index got further: read again what is on screen. */
    'session/changed': ReplayHeader;
    /** Show this row (a click on a link elsewhere, a problem in the list). */
    'row/show': { rowId: string };
    /** The log can no longer be read; the page keeps what it has. */
    'session/failed': { message: string };
  };
}

export const protocolVersion = 1;

export type PageAction =
  'resumeInChat' | 'resumeInTerminal' | 'exportConversation' | 'openRawLog' | 'copyId';

/** What the page says above the rows. */
export interface ReplayHeader {
  /** Grows by one whenever earlier rows may have changed (file replaced); appends keep it. */
  readonly generation: number;
  /** All bytes are indexed; while false, `rows` still grows. */
  readonly complete: boolean;
  readonly rows: number;
  /** Rows of each kind; kinds without rows are absent. */
  readonly kinds: Readonly<Partial<Record<RowKind, number>>>;
  readonly messages: number;
  readonly problems: { readonly lost: number; readonly odd: number };
  /** The adapter's id, kept in the view state so that a reload finds the session again. */
  readonly agent: string;
  readonly agentLabel: string;
  readonly title: string;
  readonly sessionId: string;
  readonly path: string;
  readonly cwd: string | undefined;
  /** Epoch ms. */
  readonly createdAt: number | undefined;
  readonly updatedAt: number;
  /** Bytes. */
  readonly size: number;
  /** Actions that this session and window allow. */
  readonly actions: readonly PageAction[];
}

/** Which rows the transcript shows. */
export type RowFilter = 'all' | 'dialogue' | 'work' | 'trouble';

/** Kinds that pass each filter; `all` has no list. */
export const rowFilterKinds: Readonly<Record<Exclude<RowFilter, 'all'>, readonly RowKind[]>> = {
  dialogue: ['user', 'assistant', 'compaction', 'interruption', 'error'],
  work: ['user', 'tool', 'shell', 'diff'],
  trouble: ['interruption', 'error', 'unknown', 'problem'],
};

export interface RowsPage {
  readonly generation: number;
  readonly start: number;
  /** Rows that pass the filter now. */
  readonly total: number;
  readonly rows: readonly Row[];
}

export interface MessagesPage {
  readonly generation: number;
  readonly start: number;
  readonly total: number;
  readonly messages: readonly ConversationMessage[];
}

export interface ProblemsPage {
  readonly start: number;
  readonly total: number;
  readonly problems: readonly Problem[];
}

/**
 * What the page keeps through `setState`: where the reader was and what was unfolded, never content.
 * Read back by the panel serializer through `readViewState`.
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
}

export const viewStateVersion = 1;
