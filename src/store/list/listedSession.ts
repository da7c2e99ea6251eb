import type { AgentAdapter } from '#agents/contract/adapter.ts';
import type { SessionSummary } from '#core/events/session.ts';
import type { FileStat } from '../disk/fileSystem.ts';

/** A session as the list knows it. */
export interface ListedSession {
  readonly stat: FileStat;
  /** Whose session it is: by its content, and where that tells nothing, by its place. */
  readonly adapter: AgentAdapter;
  /** Number of the record that told the adapter. */
  readonly recognizedBy: number | undefined;
  readonly summary: SessionSummary;
  /** Highest sequence number, 0 where there are none; undefined until somebody asks for it. */
  lastSeq: number | undefined;
  /** Its end gives the session a name or takes it away, which no earlier record can change. */
  readonly namedAtEnd: boolean;
}

/** No session that a list of the user's own shows. */
export function isHidden({ adapter, summary }: ListedSession): boolean {
  const { isSubAgent, isArchived, isMirror } = summary;
  return (isSubAgent ?? isArchived ?? isMirror) === true || isLeftBehind({ adapter, summary });
}

/** No session: its agent leaves files in which nobody says anything. */
export function isLeftBehind({
  adapter,
  summary,
}: Pick<ListedSession, 'adapter' | 'summary'>): boolean {
  return adapter.leavesUnsaid === true && summary.isUnsaid === true;
}
