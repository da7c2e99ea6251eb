import { t } from '#base/l10n.ts';
import { oneLine } from '#core/text/oneLine.ts';
import type { SessionSummary } from '#core/events/session.ts';
import { previewLength } from '#core/events/summary.ts';

/** Code points of a tag. */
const tagLength = 60;

/** A session's label in lists and titles, one harmless line: its name, else what it is about. */
export function sessionLabel(
  session: Pick<SessionSummary, 'name' | 'title' | 'firstUserMessage'>,
): string {
  // VS Code cuts what does not fit.
  const name = oneLine(session.name ?? '', previewLength);
  const { title, firstUserMessage } = session;
  const label = name === '' ? oneLine(title ?? firstUserMessage ?? '', previewLength) : name;
  return label === '' ? t('(no message yet)') : label;
}

/** A tag in lists. It may come from an imported file. */
export function tagLabel(tag: string): string {
  return `#${oneLine(tag, tagLength)}`;
}

/** Code points of a path, which comes from a log. */
const whereLength = 80;

/** Where a session ran that an open folder lists and did not hold itself; undefined for its own. */
export function whereLabel({ where }: Pick<SessionSummary, 'where'>): string | undefined {
  if (where === undefined) {
    return undefined;
  }
  const { worktree, folder } = where;
  const name = worktree === '' ? t('main worktree') : worktree && t('worktree {0}', worktree);
  return oneLine([name, folder].filter((part) => part !== undefined).join(' '), whereLength);
}
