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

/** How far a scan has come. */
export interface ScanCount {
  /** Sessions of the folders. A log reached in two ways counts twice. */
  readonly found: number;
  /** Logs checked, whatever folder they belong to. */
  readonly looked: number;
}

/**
 * What a scan changed in the list since its last patch. A session is known by its path: the copy of a log has
 * the same ID, and is listed as well.
 */
export interface ListingPatch {
  readonly count: ScanCount;
  /**
   * New and changed sessions of folders, about newest first. Of two with one date, the one that came later is
   * listed below.
   */
  readonly changed: readonly Pick<FolderListing, 'folder' | 'sessions'>[];
}

/** What is left to say after the last patch. */
export interface ListingEnd {
  /** Identifies this listing as the basis for the next one. */
  readonly listing: string;
  /** Otherwise nothing that the receiver had counts any more. */
  readonly isOnBasis: boolean;
  readonly folders: readonly (Omit<FolderListing, 'sessions'> & {
    /** Paths of sessions that the receiver has, from the basis or from a patch, and that are not listed. */
    readonly removed: readonly string[];
  })[];
}
