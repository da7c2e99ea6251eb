import type { JsonRecord } from '#core/jsonl/readRecords.ts';
import type { MachineEnvironment } from './machineEnvironment.ts';

/** One way in which an agent keeps sessions, and where. The store has a source for each kind. */
export type SourceLayout = LogLayout | DocumentLayout | FolderLayout | DatabaseLayout;

/** Where sessions lie. Paths use `/`; the store makes them native. */
interface StoreLayout {
  /** The agent's own settings that may name other roots: absolute paths. Most have none. */
  configFiles?(env: MachineEnvironment): readonly string[];
  roots(env: MachineEnvironment): readonly StoreRoot[];
  /**
   * Name of the folder below a root that holds the sessions of `cwd` (an absolute native path). The
   * fast path only: the session's own `cwd` decides. Only for roots by folder.
   */
  folderFor?(cwd: string): string;
  /** From such a folder, or from a flat root, to a session: path segments, `*` for any characters. */
  readonly path: readonly string[];
  /** Files whose names fit and that are no sessions. */
  isSideFile?(name: string): boolean;
  /** Session id for one that does not name itself. @param names of its path. */
  fallbackId(names: readonly string[]): string;
}

export interface StoreRoot {
  /** A segment `*` stands for any one folder. */
  readonly path: string;
  /** `byFolder`: a folder for each `cwd` below it. `flat`: the sessions of all folders directly in it. */
  readonly kind: 'byFolder' | 'flat';
}

/** A file for each session with a JSON object on each line, to which the agent appends. */
export interface LogLayout extends StoreLayout {
  readonly kind: 'log';
  /** Lets the list read less of a log; without it, it decodes every line of the log's two ends. */
  readonly hints?: LogHints;
}

export interface LogHints {
  /** ASCII text that is on every line that names the session: such lines are looked for everywhere. */
  readonly nameMark?: string;
  /** ASCII text that is on every start of the session, of which the last counts where there are several. */
  readonly startMark?: string;
  /**
   * When a line changed the session, epoch ms, by how the line begins and ends; undefined where only
   * decoding tells. The list wants no more of a log's last line, and parsing those is a third of what a
   * list takes.
   *
   * @param line as Latin-1.
   */
  changeIn?(line: string): number | undefined;
  /** A first user message out of the beginning of a line that is too long for the list. */
  previewOfTornLine?(text: string): string | undefined;
}

/** A file for each session with one JSON value, which the agent writes anew each time. */
export interface DocumentLayout extends StoreLayout {
  readonly kind: 'document';
  /** The records in the document, in order, each with its JSON pointer; none if it is no session. */
  recordsOf(document: unknown): Iterable<DocumentRecord>;
}

export interface DocumentRecord {
  readonly pointer: string;
  readonly value: JsonRecord;
}

/** A folder for each session with a JSON file for each record. `path` leads to the folder. */
export interface FolderLayout extends StoreLayout {
  readonly kind: 'folder';
  /** From the session's folder to a record; the names sort in the order of the records. */
  readonly records: readonly string[];
}

/** A SQLite database with a row for each session and one for each record. It is only ever read. */
export interface DatabaseLayout extends StoreLayout {
  readonly kind: 'database';
  /** Tables that must be there, with the columns that are read of them; they tell databases apart. */
  readonly tables: Readonly<Record<string, readonly string[]>>;
  /**
   * A row for each session: its `id`, its size as `bytes`, whether a value is cut as `tooLong` (0 or
   * 1), and whatever changes with the session or its entries.
   */
  readonly sessionsSql: string;
  /** The entries of one session that tell its title, a few, in order; `?` is the session's id. */
  readonly openingSql: string;
  readonly entries: EntriesTable;
  /** When the session last changed, epoch ms. */
  changedAt(session: JsonRecord): number | undefined;
  /** The session's first record. Must stay the same while entries are added. */
  headerOf(session: JsonRecord): JsonRecord;
  recordOf(entry: JsonRecord): JsonRecord;
}

/** Where the entries of all sessions are. Of its columns those are read that are there. */
export interface EntriesTable {
  /** One of `tables`. */
  readonly table: string;
  /** The column with whole numbers that names an entry. */
  readonly key: string;
  /** The column that names the session. */
  readonly session: string;
  /** Columns that put a session's entries in order. */
  readonly order: readonly string[];
}
