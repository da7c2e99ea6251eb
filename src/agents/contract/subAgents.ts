import type { DecodeRecord } from '#core/events/decodedLine.ts';
import type { JsonRecord } from '#core/jsonl/readRecords.ts';

/**
 * Where an agent keeps what its sub-agents did, and outputs that are too long for the log. A call names
 * both in its events (`agents`, `rest`), and the store reads nothing but what fits here. Paths are
 * segments that begin where a layout's `path` does.
 */
export interface SubAgentLayout {
  /** Patterns of the sub-agents' logs, if those are no sessions of the layout. */
  readonly paths?: readonly (readonly string[])[];
  /**
   * The folder with a session's sub-agents and outputs, as far as the name of the session's own file
   * tells; the last segment may be a pattern. Whatever a log says, no other folder is copied with it.
   *
   * @param names of the session's path.
   */
  folderOf?(names: readonly string[]): readonly string[] | undefined;
  /** Where a sub-agent's log may be, likeliest first; the last segment may be a pattern. */
  logsOf?(session: NestingSession, id: string): readonly (readonly string[])[];
  /**
   * Where the logs of several sub-agents are that an event names by one ID; undefined for the ID of one.
   *
   * @param names of the session's path.
   */
  groupOf?(names: readonly string[], id: string): SubAgentGroup | undefined;
  /** Small files beside the logs, each of which says whose call started that sub-agent. */
  readonly notes?: SubAgentNotes;
  /**
   * For sub-agents that write into the session's log: what each record comes to when only those of one
   * sub-agent count, in the same order. The session lies below its parent's path, by the sub-agent's ID.
   *
   * @param id undefined for all of them together.
   */
  inline?(records: readonly JsonRecord[], id: string | undefined): readonly JsonRecord[];
  /** Matches in the bytes of a log, as Latin-1, that has records of such sub-agents. At most 64 characters. */
  readonly inlineMark?: RegExp;
  /** Decodes a record of a sub-agent's, if other than a session's. */
  readonly decode?: DecodeRecord;
  /** The file with the whole of an output that was too long. @param name as in the event. */
  outputFile?(session: NestingSession, name: string): readonly string[];
}

/** A session that calls sub-agents; it may be one itself. */
export interface NestingSession {
  readonly id: string;
  /** Segments of its path. */
  readonly names: readonly string[];
}

interface SubAgentGroup {
  /** Their pattern. */
  readonly logs: readonly string[];
  /** The ID of one by its log's name; undefined if that is none. */
  idOf(name: string): string | undefined;
}

interface SubAgentNotes {
  /** Their pattern. */
  of(session: NestingSession): readonly string[];
  /** The call that a note names; undefined for none. */
  callIn(text: string): string | undefined;
  /** Name of the log beside a note. */
  logOf(name: string): string;
}
