import { t } from '#base/l10n.ts';
import type { SessionSummary } from '#core/events/session.ts';
import { oneLine } from '#core/text/oneLine.ts';

/** Code points of a path, which comes from a log. */
const length = 80;

/** Where a session ran that an open folder lists and did not hold itself; undefined for its own. */
export function whereLabel({ where }: Pick<SessionSummary, 'where'>): string | undefined {
  if (where === undefined) {
    return undefined;
  }
  const { worktree, folder } = where;
  const name = worktree === '' ? t('main worktree') : worktree && t('worktree {0}', worktree);
  return oneLine([name, folder].filter((part) => part !== undefined).join(' '), length);
}
