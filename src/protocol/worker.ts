import type { TurnStep } from '#core/chat/turnSteps.ts';
import type { Language } from '#base/l10n.ts';
import type { ConversationMessage, ImageData } from '#core/conversation/message.ts';
import type { RowPart } from '#core/replay/row.ts';
import type { AgentId, SessionLink, SessionRef, SessionSummary } from '#core/session.ts';
import type { DiffLine } from '#core/diff.ts';
import type { Row } from '#core/replay/row.ts';
import type {
  Appended,
  AppendRequest,
  CreatedSession,
  ForkPart,
  ForkPoint,
  NewSessionRequest,
  WriteResult,
} from './writing.ts';
import type { TurnStart } from './turnJournal.ts';
import type {
  FoundRows,
  MessagesPage,
  ProblemsPage,
  ReplayHeader,
  RowFilter,
  RowsPage,
} from './page.ts';

/**
 * What the extension host asks of the worker thread that does all file work. A session is named by
 * its log's path.
 */
export interface WorkerContract {
  requests: {
    /**
     * Sessions of each folder, newest first, handed over as they are found. Only files that changed
     * since the last call are read. `basis` is the listing that the caller has: of its sessions only
     * those that changed come again.
     */
    'sessions/list': {
      params: { folders: readonly string[]; basis?: string };
      part: ListedPart;
      result: ListingEnd;
    };
    /** Nothing more comes for now: puts away what the next thread wants to know. */
    'worker/finish': { params: Record<never, never>; result: undefined };
    /** The user's settings, when they changed; the next list follows them. */
    'agents/configure': { params: { agents: AgentSettings }; result: undefined };
    /** One log outside any listing, for example after a window reload; fails with a sentence. */
    'sessions/summarise': { params: { path: string }; result: SessionSummary };
    /** Last message of the user as the list would show it; undefined if the log's end holds none. */
    'sessions/lastMessage': { params: { path: string }; result: string | undefined };

    /**
     * Its first part says that the session is open, each one after it that the index got further or
     * another log took its place. The session is closed when the request is aborted.
     */
    'session/open': { params: { path: string }; part: IndexState; result: never };
    /** Looks at the file again and indexes what is new. */
    'session/refresh': { params: { path: string }; result: IndexState };
    /** Shows another branch, named by its last line; undefined goes back to the last entry's. */
    'session/branch': { params: { path: string; leaf: number | undefined }; result: IndexState };
    'session/rows': {
      params: { path: string; filter: RowFilter; start: number; count: number };
      result: RowsPage;
    };
    'session/messages': {
      params: { path: string; start: number; count: number };
      result: MessagesPage;
    };
    'session/problems': {
      params: { path: string; start: number; count: number };
      result: ProblemsPage;
    };
    'session/find': {
      params: {
        path: string;
        filter: RowFilter;
        query: string;
        matchCase: boolean;
        from: number;
      };
      result: FoundRows;
    };
    'session/locate': {
      params: { path: string; filter: RowFilter; rowId: string };
      result: { index: number };
    };
    /**
     * A row's part for an editor, without any cut, and output without control sequences; undefined if
     * the row is gone.
     */
    'session/text': {
      params: { path: string; rowId: string; part: RowPart };
      result: string | undefined;
    };
    /** An image of a row; undefined if the row or the image is gone. */
    'session/image': {
      params: { path: string; rowId: string; index: number };
      result: ImageData | undefined;
    };
    /** An image of a message, by its place among the message's images. */
    'session/messageImage': {
      params: { path: string; message: number; index: number };
      result: ImageData | undefined;
    };
    'session/diff': {
      params: { path: string; rowId: string };
      result: { path: string | undefined; lines: readonly DiffLine[] } | undefined;
    };

    /** Begins a session. Nothing is on disk before, and nothing if it fails. */
    'write/create': { params: NewSessionRequest; result: WriteResult<CreatedSession> };
    /**
     * Appends to a session; every line is durable when the answer comes. With the journal of the turn
     * that is appended, which goes then.
     */
    'write/append': {
      params: AppendRequest & { readonly journal?: string };
      result: WriteResult<Appended>;
    };
    /** Begins to keep what happens in a turn, for the case that it never ends; answers a name. */
    'journal/begin': { params: TurnStart; result: string };
    /** Durable when the answer comes. */
    'journal/add': { params: { journal: string; steps: readonly TurnStep[] }; result: undefined };
    /** The turn is not written. */
    'journal/drop': { params: { journal: string }; result: undefined };

    /** Needs no `open`: reads what is there now. */
    'session/conversation': {
      params: { path: string };
      part: readonly ConversationMessage[];
      result: ConversationEnd;
    };
    /** Where a fork begins or ends that has a part of a session; needs no `open`. */
    'session/forkPoint': { params: { path: string; part: ForkPart }; result: ForkPoint };
    /** What such a fork leaves behind, as a model would get it. */
    'session/leftBehind': {
      params: { point: ForkPoint };
      part: readonly ConversationMessage[];
      result: ConversationEnd;
    };
    /** Rows of the last turns for the chat view; needs no `open`. `maxTurns` and `maxChars` bound the answer. */
    'session/lastTurns': {
      params: { path: string; maxTurns: number; maxChars: number };
      result: LastTurns;
    };

    /** Rows by range, for whoever does not open the session; as many as one answer may hold. */
    'session/transcript': {
      params: { path: string; start: number; count: number };
      result: TranscriptRows;
    };

    /** Writes a file with the transcript; needs no `open`. What was there is replaced at the end. */
    'session/export': { params: TranscriptExport; part: ExportProgress; result: TranscriptFile };
    /** Whether a file may be exported to, which is refused with a sentence, and is there already. */
    'export/look': { params: { path: string; file: string }; result: { exists: boolean } };
    /** Writes an export of the log at `path` that is ready. */
    'export/text': { params: { path: string; file: string; text: string }; result: undefined };
  };
  notices: Record<never, never>;
}

/** What the worker tells the host. */
export interface WorkerEvents {
  requests: Record<never, never>;
  notices: {
    /** Sessions would be listed otherwise now, though nothing changed on disk. */
    'sessions/changed': Record<never, never>;
    /** Something failed that no request's answer can tell. */
    'log/error': { message: string; stack: string };
  };
}

export interface TranscriptExport {
  readonly path: string;
  readonly format: 'html' | 'markdown';
  /** Absolute, native. */
  readonly file: string;
}

/** So many rows of all are written. */
export interface ExportProgress {
  readonly rows: number;
  readonly total: number;
}

export interface TranscriptFile {
  readonly rows: number;
  readonly bytes: number;
}

/** What the host hands the worker thread when it starts it (`workerData`). */
export interface WorkerStart {
  readonly home: string;
  readonly platform: 'posix' | 'windows';
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly agents?: AgentSettings;
  /** Without it English. */
  readonly language?: Language;
  /** Without it every list begins by reading all logs. */
  readonly summaries?: SummariesStart;
  /** Folder for the journals of running turns; absolute native path, need not exist. */
  readonly journals: string;
}

/** What the user decided, by agent. One that is missing is enabled and has no roots of the user's. */
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
  /** Names the program that reads logs: what another one made of them does not count. */
  readonly writer: string;
}

export interface FolderListing {
  readonly folder: string;
  /** Store folders that were looked into, for the empty state. */
  readonly searched: readonly string[];
  readonly sessions: readonly SessionSummary[];
  /** Logs that could not be read, with a sentence each. */
  readonly failures: readonly { readonly path: string; readonly message: string }[];
  /** Files that lie where sessions do and are none. */
  readonly others: readonly OtherFiles[];
}

export interface OtherFiles {
  readonly folder: string;
  /** Whose sessions the folder is for. */
  readonly agent: AgentId;
  readonly count: number;
}

/** How far a scan is. */
export interface ScanCount {
  /** Sessions of the folders. A log that is reached in two ways counts twice. */
  readonly found: number;
  /** Logs that were looked at, whosever they are. */
  readonly looked: number;
}

export interface FoundSession {
  /** Place of the folder among those that are listed. */
  readonly folder: number;
  readonly summary: SessionSummary;
}

/** What a scan has found since it told so last, newest first, and how far it is. */
export interface Found {
  readonly count: ScanCount;
  readonly sessions: readonly FoundSession[];
}

/** Sessions on their way, each with the slot that names it from then on. */
export interface ListedPart extends Found {
  readonly sessions: readonly (FoundSession & { readonly slot: number })[];
}

export interface ListingEnd {
  /** Names the listing for the next one. */
  readonly listing: string;
  readonly folders: readonly (Omit<FolderListing, 'sessions'> & {
    /** Slots of the folder's sessions, newest first: of this listing or of its basis. */
    readonly order: Int32Array;
  })[];
}

/** The part of the replay header that comes from the log; the host knows the rest. */
export type IndexState = Omit<ReplayHeader, 'actions' | 'folder' | 'parent' | 'forks'> & {
  readonly parent?: SessionLink;
};

/** Messages with all that belongs to them, before they are made ready for the page. */
export type ConversationPage = Omit<MessagesPage, 'messages'> & {
  readonly messages: readonly ConversationMessage[];
};

export interface Conversation {
  readonly session: SessionSummary;
  readonly messages: readonly ConversationMessage[];
  /** How many compactions are applied in `messages`. */
  readonly compactions: number;
}

/** A conversation whose messages came before, in parts. */
export type ConversationEnd = Omit<Conversation, 'messages'>;

/** A part of the transcript of the branch that the session goes on with. */
export interface TranscriptRows {
  readonly session: SessionSummary;
  readonly start: number;
  /** Rows of all of it. */
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

export type { SessionRef };
