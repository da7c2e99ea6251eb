import type { SessionSummary } from '#core/events/session.ts';
import type { PathStyle } from '#store/disk/pathStyle.ts';

type Dated = Pick<
  SessionSummary,
  'agent' | 'path' | 'cwd' | 'updatedAt' | 'firstUserMessage' | 'isEmpty'
>;

/**
 * Whether an agent that continues its newest session of a folder would choose this one. Some agents
 * go by the dates in their logs and some by file dates, so it must be the newest by both. They skip
 * sessions in which nothing was said, so such a session never qualifies; as competitors, only those
 * that are certainly empty are ignored.
 *
 * @param sessions all indexed sessions of the folder.
 * @param changedAt a file's modification time in epoch ms; undefined if unknown.
 */
export function isNewestOfFolder(
  session: Dated,
  sessions: readonly Dated[],
  style: PathStyle,
  changedAt: (path: string) => number | undefined,
): boolean {
  const { cwd, firstUserMessage } = session;
  if (
    cwd === undefined ||
    firstUserMessage === undefined ||
    sessions.every(({ path }) => path !== session.path)
  ) {
    return false;
  }
  const key = style.key(cwd);
  const others = sessions.filter(
    (other) =>
      other.path !== session.path &&
      other.agent === session.agent &&
      other.isEmpty !== true &&
      other.cwd !== undefined &&
      style.key(other.cwd) === key,
  );
  const changed = changedAt(session.path);
  return (
    changed !== undefined &&
    others.every(
      (other) =>
        other.updatedAt < session.updatedAt && (changedAt(other.path) ?? Infinity) < changed,
    )
  );
}
