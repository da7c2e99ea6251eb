import type { AgentAdapter } from '#agents/contract/adapter.ts';
import type { SessionSummary } from '#core/session.ts';
import type { FileStat } from '../disk/fileSystem.ts';

/** A session as the list knows it. */
export interface ListedSession {
  readonly stat: FileStat;
  /** Whose session it is: by its content, and where that tells nothing, by its place. */
  readonly adapter: AgentAdapter;
  /** Number of the record that told the adapter. */
  readonly recognisedBy: number | undefined;
  readonly summary: SessionSummary;
  /** Highest sequence number, 0 where there are none; undefined until somebody asks for it. */
  lastSeq: number | undefined;
  /** Its end gives the session a name or takes it away, which no earlier record can change. */
  readonly namedAtEnd: boolean;
}
