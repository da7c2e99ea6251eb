import type { TurnStep } from '#core/events/newEvent.ts';
import type { Language } from '#base/l10n.ts';
import type { ConversationMessage } from '#core/events/message.ts';
import type { CompactionRow, Row, RowPart } from '#core/rows/row.ts';
import type { RowKind } from '#core/index/rowTable.ts';
import type { AgentId, SessionLink, SessionSummary } from '#core/events/session.ts';
import type { ComposedSides } from '#core/changes/composeEdits.ts';
import type { DiffLine } from '#core/events/diff.ts';
import type { Ask, Stream } from './contract.ts';
import type {
  Appended,
  AppendRequest,
  CreatedSession,
  ForkPart,
  ForkPoint,
  NewSessionRequest,
  WriteResult,
} from './writing.ts';
import type { FileEditsOrder, FileEditsPart } from './fileEdits.ts';
import type { ReadingEnd } from './readingEnd.ts';
import type { ListedFolders, ListingEnd, ListingPatch } from './listing.ts';
import type { SessionUsage } from './formats.ts';
import type { StoresReport } from './places.ts';
import type { NumbersPart } from './numbers.ts';
import type { SearchEnd, SearchPart, SessionsSearch } from './search.ts';
import type { ToolCall } from './toolCall.ts';
import type { TurnStart } from './turnJournal.ts';
import type {
  ChangedFiles,
  EditState,
  MessagesPage,
  ReplayHeader,
  ListedRows,
  OpenedRuns,
  RowFilter,
  RowRange,
  RowsPage,
  SelectedRows,
} from './page.ts';
import type { PassedOnRequests } from './passedOn.ts';

/**
 * Requests from the extension host to the worker thread that does all file work. A session is
 * identified by its log's path.
 */
export interface WorkerContract {
  requests: PassedOnRequests & {
    /**
     * Sessions of each folder, newest first, streamed as they are found. Only files that changed
     * since the last call are read. `basis` is the listing that the caller has: of its sessions,
     * only those that changed are sent again.
     */
    'sessions/list': Stream<{ folders: ListedFolders; basis?: string }, ListingPatch, ListingEnd>;
    /**
     * Where sessions are, whose they are, and which kinds of records those at `paths` have: names and
     * counts alone. A part says how many were read since the last one.
     */
    'sessions/places': Stream<
      { folders: readonly string[]; paths: readonly string[] },
      { readonly sessions: number },
      StoresReport
    >;
    /** Nothing more comes for now: saves what the next thread needs. */
    'worker/finish': Ask<Record<never, never>, undefined>;
    /** The user's changed settings, for the next list. */
    'agents/configure': Ask<{ agents: AgentSettings }, undefined>;
    /** One log outside any listing, for example after a window reload; fails with a sentence. */
    'sessions/summarize': Ask<{ path: string }, SessionSummary>;
    /** Looks through all stores for a session that is not listed; undefined if there is none. */
    'sessions/find': Ask<{ agent: AgentId; id: string }, SessionSummary | undefined>;
    /**
     * The user's last message as the list would show it; undefined if the end of the log has none.
     */
    'sessions/lastMessage': Ask<{ path: string }, string | undefined>;
    /** What a session used; undefined for a long one, which would take too long. */
    'sessions/usage': Ask<{ path: string }, SessionUsage | undefined>;

    /** Searches sessions, streamed as hits are found; see `searchSessions`. */
    'sessions/search': Stream<SessionsSearch, SearchPart, SearchEnd>;

    /** Looks for the recorded edits of a file, streamed as they are found; see `searchFileEdits`. */
    'sessions/fileEdits': Stream<FileEditsOrder, FileEditsPart, ReadingEnd>;

    /** Counts what was done in sessions, streamed; see `readNumbers`. */
    'sessions/numbers': Stream<{ paths: readonly string[] }, NumbersPart, ReadingEnd>;

    /**
     * The first part says that the session is open; each later one, that the index advanced or
     * another log took its place. The session is closed when the request is aborted.
     */
    'session/open': Stream<{ path: string }, IndexState, never>;
    /** Checks the file again and indexes what is new. */
    'session/refresh': Ask<{ path: string }, IndexState>;
    /** Shows another branch, identified by its last line; undefined returns to the last entry's. */
    'session/branch': Ask<{ path: string; leaf: number | undefined }, IndexState>;
    'session/rows': Ask<
      { path: string; filter: RowFilter; start: number; count: number },
      RowsPage
    >;
    /** What the filter `skim` shows. */
    'session/skim': Ask<
      { path: string; opened: OpenedRuns; start: number; count: number },
      ListedRows
    >;
    /**
     * A row's part for an editor, uncut, with output stripped of control sequences; undefined if
     * the row is gone.
     */
    'session/text': Ask<{ path: string; rowId: string; part: RowPart }, string | undefined>;
    /** A row as the page shows it, in a sub-agent or not; undefined if it is gone. */
    'session/row': Ask<{ path: string; rowId: string }, Row | undefined>;
    /** What an edit changed; undefined if it is gone, or the log does not tell. */
    'session/diff': Ask<
      { path: string; rowId: string },
      { path: string | undefined; lines: readonly DiffLine[] } | undefined
    >;
    /** The files that a range of rows changed; `whole` waits for the index. */
    'session/files': Ask<{ path: string; whole?: true } & RowRange, ChangedFiles>;
    /** What the recorded edits of one file, in a range of rows, made of it. */
    'session/fileSides': Ask<{ path: string; file: string } & RowRange, ComposedSides>;
    /** Whether edits are still in their files, as far as those are in one of the folders. */
    'session/editStates': Ask<
      { path: string; rowIds: readonly string[]; folders: readonly string[] },
      readonly EditState[]
    >;

    /** Starts a session. Nothing is on disk before, and nothing if it fails. */
    'write/create': Ask<NewSessionRequest, WriteResult<CreatedSession>>;
    /**
     * Appends to a session; every line is durable when the answer comes. Deletes the given journal
     * of the appended turn.
     */
    'write/append': Ask<
      AppendRequest & { readonly journal?: string | undefined },
      WriteResult<Appended>
    >;
    /** Starts a journal of a turn in case the turn never ends; answers with its name. */
    'journal/begin': Ask<TurnStart, string>;
    /** Durable when the answer comes. */
    'journal/add': Ask<{ journal: string; steps: readonly TurnStep[] }, undefined>;
    /** The turn will not be written. */
    'journal/drop': Ask<{ journal: string }, undefined>;

    /**
     * Needs no `open`: reads the current log. `before` is the row of a compaction: the conversation
     * is then what it was just before that.
     */
    'session/conversation': Stream<
      { path: string; before?: string | undefined },
      readonly ConversationMessage[],
      ConversationEnd
    >;
    /** Where a fork with a part of a session starts or ends; needs no `open`. */
    'session/forkPoint': Ask<{ path: string; part: ForkPart }, ForkPoint>;
    /** What such a fork leaves behind, as a model would get it. */
    'session/leftBehind': Stream<
      { point: ForkPoint },
      readonly ConversationMessage[],
      ConversationEnd
    >;
    /**
     * Rows of the last turns for the chat view; needs no `open`. `maxTurns` and `maxChars` limit
     * the answer. `before` is the row of a compaction: the last turns before that.
     */
    'session/lastTurns': Ask<
      { path: string; maxTurns: number; maxChars: number; before?: string | undefined },
      LastTurns
    >;

    /** The compactions of the shown branch, oldest first; needs no `open`. */
    'session/compactions': Ask<{ path: string }, readonly CompactionRow[]>;

    /** Rows by range, for callers that do not open the session; as many as one answer may hold. */
    'session/transcript': Ask<{ path: string; start: number; count: number }, TranscriptRows>;

    /**
     * Writes a file with the transcript; needs no `open`. An existing file is replaced at the end.
     */
    'session/export': Stream<TranscriptExport, ExportProgress, TranscriptFile>;
    /** Finds likely secrets and home folders in what an export would hold. */
    'session/scan': Stream<TranscriptPart, ExportProgress, Findings>;
    /** Rows as Markdown, with their whole texts if they are selected; needs no `open`. */
    'session/markdown': Stream<MarkdownOrder, MarkdownPart, MarkdownEnd>;
    /** What a model asks of sessions, answered in Markdown; fails with a sentence for the model. */
    'tools/call': Ask<ToolCall, string>;
    /**
     * Whether the target file of an export already exists; refuses with a sentence if it may not be
     * written.
     */
    'export/look': Ask<{ file: string }, { exists: boolean }>;
    /** Copies a session's files into our own storage; needs no `open`. */
    'session/keep': Ask<{ path: string }, KeptCopy>;
    /** Deletes such a copy. */
    'session/unkeep': Ask<{ path: string }, undefined>;
    /** Writes a finished export, of the log at `path` if it is one session's. Makes its folder. */
    'export/text': Ask<{ path?: string | undefined; file: string; text: string }, undefined>;
  };
  notices: Record<never, never>;
}

/** Notices from the worker to the host. */
export interface WorkerEvents {
  requests: Record<never, never>;
  notices: {
    /** The list would differ now, though nothing changed on disk. */
    'sessions/changed': Record<never, never>;
    /** A failure that no request's answer can report. */
    'log/error': { message: string; stack: string };
  };
}

export interface KeptCopy {
  /** Something was copied: there was no copy, or an older one. */
  readonly isNew: boolean;
}

export interface TranscriptPart {
  readonly path: string;
  /** All rows if absent. */
  readonly rows?: SelectedRows | undefined;
}

export interface TranscriptExport extends TranscriptPart {
  readonly format: 'html' | 'markdown';
  /** Absolute, native. */
  readonly file: string;
  /** Takes out what `session/scan` finds. */
  readonly redact?: boolean;
}

/** What one might not want to share. */
export interface Findings {
  /** Different likely secrets by kind, most first. */
  readonly secrets: readonly { readonly kind: string; readonly count: number }[];
  /** Places where a path begins with a user's home folder. */
  readonly homes: number;
  /** The first of them, and never whole. */
  readonly samples: readonly FindingSample[];
}

export interface FindingSample {
  /** Absent for a home folder. */
  readonly kind?: string;
  /** The beginning of a secret, or a home folder. */
  readonly text: string;
  /** Absent if the header holds it. */
  readonly rowId?: string;
}

export interface MarkdownOrder extends TranscriptPart {
  readonly redact?: boolean;
  /** Ends before the row that would exceed this, in UTF-16 units. */
  readonly maxChars: number;
}

export interface MarkdownPart {
  readonly text: string;
  /** Rows that start in this part, in order. */
  readonly rows: readonly MarkdownRow[];
}

export interface MarkdownRow {
  readonly rowId: string;
  readonly kind: RowKind;
  /** First line in the whole text, from 0. */
  readonly line: number;
  /** One line; absent for a row that belongs into no outline. */
  readonly title?: string;
}

export interface MarkdownEnd {
  /** Rows written, of all. */
  readonly rows: number;
  readonly total: number;
}

/** Number of rows written so far, out of all. */
export interface ExportProgress {
  readonly rows: number;
  readonly total: number;
}

export interface TranscriptFile {
  readonly rows: number;
  readonly bytes: number;
}

/** What the host passes to the worker thread at its start (`workerData`). */
export interface WorkerStart {
  readonly home: string;
  readonly platform: 'posix' | 'windows';
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** Where VS Code keeps what belongs to this window, and its first folder. */
  readonly window?: {
    readonly user: string;
    readonly storage?: string | undefined;
    readonly folder?: string | undefined;
  };
  readonly agents?: AgentSettings;
  /** English if absent. */
  readonly language?: Language;
  /** If absent, every list starts by reading all logs. */
  readonly summaries?: SummariesStart;
  /** Where the thread says what it reads; see `Breadcrumb`. */
  readonly breadcrumb?: SharedArrayBuffer;
  /** What ended earlier threads, by their breadcrumbs. */
  readonly leftOut?: readonly string[];
  /** Folder for the journals of running turns; absolute native path, need not exist. */
  readonly journals: string;
  /** Folder for copies of sessions; absolute native path, need not exist. */
  readonly kept: string;
  /** A UUID of the process that starts threads, the same for all of them. */
  readonly process?: string;
}

/** The user's settings, by agent. A missing agent is enabled and has no extra roots. */
export type AgentSettings = Readonly<Record<AgentId, AgentSetting>>;

export interface AgentSetting {
  readonly enabled: boolean;
  /** Absolute native paths of folders with logs, by folder or flat. */
  readonly extraRoots: readonly string[];
}

/** Where summaries outlive the thread. */
export interface SummariesStart {
  /** Absolute native path; its folder need not exist. */
  readonly file: string;
  /** Identifies the program that reads logs: summaries by another one are ignored. */
  readonly writer: string;
}

/** The part of the replay header that comes from the log; the host knows the rest. */
export type IndexState = Omit<
  ReplayHeader,
  'actions' | 'folder' | 'parent' | 'forks' | 'isSubAgent'
> & {
  readonly parent?: SessionLink;
};

/** Messages with all their content, before they are prepared for the page. */
export type ConversationPage = Omit<MessagesPage, 'messages'> & {
  readonly messages: readonly ConversationMessage[];
};

export interface Conversation {
  readonly session: SessionSummary;
  readonly messages: readonly ConversationMessage[];
  /** Number of compactions applied in `messages`. */
  readonly compactions: number;
}

/** The end of a conversation whose messages were sent before, in parts. */
export type ConversationEnd = Omit<Conversation, 'messages'>;

/** A part of the transcript of the branch that the session continues. */
export interface TranscriptRows {
  readonly session: SessionSummary;
  readonly start: number;
  /** Rows in the whole transcript. */
  readonly total: number;
  readonly rows: readonly Row[];
}

export interface LastTurns {
  readonly session: SessionSummary;
  /** A turn is a user row and all rows up to the next; the first may lack a user row. */
  readonly turns: readonly (readonly Row[])[];
  /** Turns before the first of `turns`. */
  readonly omitted: number;
  readonly compactions: number;
}
