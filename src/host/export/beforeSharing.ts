import * as vscode from 'vscode';
import { formatCount, plural, t } from '#base/l10n.ts';
import type { SessionRef, SessionSummary } from '#core/events/session.ts';
import type { SelectedRows } from '#protocol/pages/page.ts';
import type { Findings, FindingSample } from '#protocol/worker.ts';
import type { ChatServices } from '../list/services.ts';
import { commandIds } from '../vscode/contributions.ts';
import { ask } from '../vscode/notification.ts';
import { plainItems } from '../vscode/plainItems.ts';
import { withCancelButton, withReadingProgress } from '../vscode/progress.ts';

/** What to do with what one might not want to share. */
export type Sharing = 'redact' | 'asIs';

/**
 * Looks through what is to be exported, and asks if it holds likely secrets or home folders.
 *
 * @returns undefined if the user does not want to export it, or looks at a row first.
 * @throws AbortError when the user cancels the search.
 */
export async function askBeforeSharing(
  { worker }: ChatServices,
  session: SessionRef | SessionSummary,
  rows: SelectedRows | undefined,
): Promise<Sharing | undefined> {
  const findings = await withReadingProgress(session, t('Looking for secrets…'), (signal) =>
    worker.request('session/scan', { path: session.path, rows }, signal),
  );
  return sharingOf(findings, () => showFindings(session, findings.samples));
}

/**
 * The same for several sessions at once.
 *
 * @returns undefined if the user does not want to export them.
 * @throws AbortError when the user cancels the search.
 */
export async function askBeforeSharingAll(
  { worker }: ChatServices,
  sessions: readonly SessionSummary[],
): Promise<Sharing | undefined> {
  const found = await withCancelButton(t('Looking for secrets…'), async (signal) => {
    const all: Findings[] = [];
    for (const { path } of sessions) {
      all.push(await worker.request('session/scan', { path }, signal));
    }
    return all;
  });
  const counts = new Map<string, number>();
  for (const { kind, count } of found.flatMap(({ secrets }) => secrets)) {
    counts.set(kind, (counts.get(kind) ?? 0) + count);
  }
  return sharingOf({
    secrets: [...counts].map(([kind, count]) => ({ kind, count })),
    homes: found.reduce((sum, { homes }) => sum + homes, 0),
    samples: [],
  });
}

/** @param show lets the user look at what was found, and says whether they did. */
async function sharingOf(
  findings: Findings,
  show?: () => Promise<boolean>,
): Promise<Sharing | undefined> {
  if (findings.secrets.length === 0 && findings.homes === 0) {
    return 'asIs';
  }
  const [redact, asIs, look] = [t('Redact'), t('Export As Is'), t('Show')];
  const buttons = [redact, asIs, ...(show === undefined ? [] : [look])];
  for (;;) {
    const titles = buttons.map((title) => ({ title }));
    switch (await ask('warning', questionOf(findings), detailOf(findings), ...titles)) {
      case redact:
        return 'redact';
      case asIs:
        return 'asIs';
      case look:
        if ((await show?.()) === true) {
          return undefined;
        }
        break;
      default:
        return undefined;
    }
  }
}

function questionOf({ secrets, homes }: Findings): string {
  const count = secrets.reduce((sum, { count: ofKind }) => sum + ofKind, 0);
  const found = [
    ...(count === 0 ? [] : [plural(count, '1 likely secret', '{0} likely secrets')]),
    ...(homes === 0 ? [] : [plural(homes, '1 home path', '{0} home paths')]),
  ];
  return found.length === 2
    ? t('This export contains {0} and {1}.', found[0] ?? '', found[1] ?? '')
    : t('This export contains {0}.', found[0] ?? '');
}

function detailOf({ secrets, homes }: Findings): string {
  return [
    ...secrets.map(({ kind, count }) => (count === 1 ? kind : `${kind} (${formatCount(count)})`)),
    ...(homes === 0 ? [] : [t('Home paths reveal a user name.')]),
    '',
    t(
      'Redact replaces secrets with a note of their kind, and home folders with ~. Not every secret can be recognized, and images are not searched.',
    ),
  ]
    .join('\n')
    .trim();
}

/** @returns whether the user went to one of them. */
async function showFindings(
  session: SessionRef,
  samples: readonly FindingSample[],
): Promise<boolean> {
  const items = samples.map(({ kind, text, rowId }) => {
    const line = rowId === undefined ? '' : t('line {0}', Number.parseInt(rowId, 10));
    return {
      label: text,
      description: [kind ?? t('home path'), line].filter((word) => word !== '').join(' · '),
      iconPath: new vscode.ThemeIcon(kind === undefined ? 'home' : 'key'),
      rowId,
    };
  });
  const picked = await vscode.window.showQuickPick(plainItems(items), {
    title: t('Found Before the Export'),
    placeHolder: t('Select one to see it in the replay'),
    matchOnDescription: true,
    // The dialog gives the focus back to the replay, on a busy machine only after this took it.
    ignoreFocusOut: true,
  });
  if (picked?.rowId === undefined) {
    return false;
  }
  const { path } = session;
  await vscode.commands.executeCommand(commandIds.openReplay, { path, rowId: picked.rowId });
  return true;
}
