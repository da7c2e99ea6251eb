import type { AgentAdapter } from '#agents/contract/adapter.ts';
import type { SessionSummary } from '#core/events/session.ts';
import type { FileStat } from '../disk/fileSystem.ts';

/** What the list knows of a session, good for as long as the session does not change. */
export interface CachedSession {
  /** The agent at whose place it lies. */
  readonly place: AgentAdapter;
  readonly stat: FileStat;
  /** Whose session it is: by its content, and where that tells nothing, by its place. */
  readonly adapter: AgentAdapter;
  /** Number of the record that told the adapter. */
  readonly recognizedBy: number | undefined;
  readonly summary: SessionSummary;
  /** Highest sequence number, 0 where there are none; undefined until it is asked for. */
  lastSeq: number | undefined;
  /** Its end gives the session a name or takes it away, which no earlier record can change. */
  readonly namedAtEnd: boolean;
  /** Undefined as long as only its two ends were read. */
  readonly whole: WholeReading | undefined;
}

/** What the reading of a whole session told that its two ends do not tell. */
export interface WholeReading {
  /** The session as it was read. */
  readonly stat: FileStat;
  /** Undefined if it gives the session none, or takes it away again. */
  readonly name: string | undefined;
}

/** No session that a list of the user's own shows. */
export function isHidden(session: CachedSession): boolean {
  const { isSubAgent, isArchived, isMirror } = session.summary;
  return (isSubAgent ?? isArchived ?? isMirror) === true || isLeftBehind(session);
}

/** No session: its agent leaves files in which nobody says anything. */
export function isLeftBehind({ adapter, summary }: CachedSession): boolean {
  return adapter.leavesUnsaid === true && summary.isUnsaid === true;
}
