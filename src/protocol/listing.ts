import type { AgentId, SessionSummary } from '#core/events/session.ts';

/** Absolute native paths; `all` for every folder there is, which gives one listing. */
export type ListedFolders = readonly string[] | 'all';

export interface FolderListing {
  /** Empty in a listing of all folders. */
  readonly folder: string;
  readonly sessions: readonly SessionSummary[];
  /** Logs that could not be read, with a sentence each. */
  readonly failures: readonly { readonly path: string; readonly message: string }[];
  /** Files that are where sessions should be but are not sessions. */
  readonly others: readonly OtherFiles[];
  /** What a store has that looks like sessions in a newer form, which nothing here reads. */
  readonly unknownParts?: readonly UnknownPart[];
}

/** A part of an agent's store that is likely to hold sessions and is not read. */
export interface UnknownPart {
  readonly agent: AgentId;
  /** Path of what has it: a database, a folder, a session. */
  readonly place: string;
  /** In the agent's words: the name of a table or a folder, or `version` and its number. */
  readonly what: string;
}

export interface OtherFiles {
  readonly folder: string;
  /** The agent whose sessions belong in the folder. */
  readonly agent: AgentId;
  readonly count: number;
}

/** Progress of a scan. */
export interface ScanCount {
  /** Sessions of the folders. A log reached in two ways counts twice. */
  readonly found: number;
  /** Logs checked, whatever folder they belong to. */
  readonly looked: number;
}

export interface FoundSession {
  /** Index of the folder among the listed ones. */
  readonly folder: number;
  readonly summary: SessionSummary;
}

/** What a scan has found since its last report, newest first, and its progress. */
export interface Found {
  readonly count: ScanCount;
  readonly sessions: readonly FoundSession[];
}

/** New or changed sessions, each with the slot that identifies it from then on. */
export interface ListedPart extends Found {
  readonly sessions: readonly (FoundSession & { readonly slot: number })[];
}

export interface ListingEnd {
  /** Identifies this listing as the basis for the next one. */
  readonly listing: string;
  readonly folders: readonly (Omit<FolderListing, 'sessions'> & {
    /** Slots of the folder's sessions, newest first: from this listing or its basis. */
    readonly order: Int32Array;
  })[];
}
