import type { SessionSummary } from '#core/session.ts';
import type { PathStyle } from '#store/disk/pathStyle.ts';

type Dated = Pick<
  SessionSummary,
  'agent' | 'path' | 'cwd' | 'updatedAt' | 'firstUserMessage' | 'isEmpty'
>;

/**
 * Whether an agent that is told to go on with its newest session of a folder would take this one. Some
 * agents go by the dates in their logs and some by the files', so it has to be the newest by both.
 * They pass over sessions in which nothing was said, so such a one is never meant; of the others, only
 * those are left out that are empty for certain.
 *
 * @param sessions all that are known of the folder.
 * @param changedAt when a file changed, in epoch ms; undefined if it cannot be told.
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
