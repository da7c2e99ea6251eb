import * as vscode from 'vscode';
import { plural, t } from '#base/l10n.ts';
import type { SessionSummary } from '#core/session.ts';

interface TagItem extends vscode.QuickPickItem {
  readonly tag: string;
}

/**
 * Lets the user choose among the tags of sessions.
 *
 * @param chosen the tags by which the list is filtered now; undefined for none.
 * @returns undefined when the user cancels; no tags for no filter.
 */
export async function pickTags(
  sessions: readonly SessionSummary[],
  chosen: readonly string[] | undefined,
): Promise<readonly string[] | undefined> {
  const counts = new Map((chosen ?? []).map((tag) => [tag, 0]));
  for (const tag of sessions.flatMap(({ marks }) => marks?.tags ?? [])) {
    counts.set(tag, (counts.get(tag) ?? 0) + 1);
  }
  const items = [...counts]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([tag, count]): TagItem => ({
      tag,
      label: `#${tag}`,
      description: plural(count, '1 session', '{0} sessions'),
      picked: chosen?.includes(tag) ?? false,
    }));
  const picked = await vscode.window.showQuickPick(items, {
    title: t('Filter Sessions by Tag'),
    placeHolder: t('Select tags to show'),
    canPickMany: true,
  });
  return picked?.map(({ tag }) => tag);
}
