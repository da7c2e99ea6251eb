import { basename } from 'node:path';
import * as vscode from 'vscode';
import type { SessionSummary } from '#core/session.ts';
import { UserError } from '#core/userError.ts';
import { adapterById } from '#agents/registry.ts';
import { commandIds } from '../contributions.ts';
import type { SessionCatalog } from '../sessionCatalog.ts';
import { sessionLabel } from '../sessionLabel.ts';
import { relativeTime } from '../sessionTree/relativeTime.ts';

interface SessionItem extends vscode.QuickPickItem {
  readonly session: SessionSummary;
}

/**
 * Lets the user choose one of the workspace's sessions, newest first.
 *
 * @returns undefined when the user leaves without choosing.
 * @throws UserError when there is none to choose from.
 */
export async function pickSession(
  catalog: SessionCatalog,
  title: string,
): Promise<SessionSummary | undefined> {
  // Only what changed is read, so this costs no time that anybody sees.
  await catalog.refresh();
  requireSessions(catalog);
  return pickFrom(catalog.all(), {
    title,
    placeHolder: vscode.l10n.t(
      'Type words of the name or first message, a time, an agent or an id',
    ),
    manyFolders: catalog.listings.length > 1,
  });
}

/**
 * Lets the user choose one of these sessions.
 *
 * @param options.manyFolders they are of several folders, so each says of which.
 * @returns undefined when the user leaves without choosing.
 */
export async function pickFrom(
  sessions: readonly SessionSummary[],
  options: {
    readonly title: string;
    readonly placeHolder?: string;
    readonly manyFolders: boolean;
  },
): Promise<SessionSummary | undefined> {
  const now = Date.now();
  const items = sessions.map((session): SessionItem => {
    const when = relativeTime(session.updatedAt, now, vscode.env.language);
    const adapter = adapterById(session.agent);
    const isNamed = options.manyFolders && session.cwd !== undefined;
    const folder = isNamed ? [basename(session.cwd)] : [];
    return {
      session,
      // Labels may hold `$(icon)`, which a message must not turn into.
      label: sessionLabel(session).replaceAll('$(', '$\u200b('),
      // Not `description`: a label takes all the room it wants and pushes that out of sight.
      detail: [when, adapter?.label ?? session.agent, ...folder, session.id].join(' · '),
      iconPath: new vscode.ThemeIcon(adapter?.icon ?? 'comment-discussion'),
    };
  });
  const { title, placeHolder } = options;
  const picked = await vscode.window.showQuickPick(items, {
    title,
    ...(placeHolder === undefined ? {} : { placeHolder }),
    matchOnDetail: true,
  });
  return picked?.session;
}

/** @throws UserError that says why there is no session and what to do. */
export function requireSessions(catalog: SessionCatalog): void {
  if (vscode.workspace.workspaceFolders === undefined) {
    throw new UserError(
      vscode.l10n.t('Open a folder first: sessions belong to the folder they ran in.'),
      [
        {
          label: vscode.l10n.t('Open Folder…'),
          run: () => vscode.commands.executeCommand('workbench.action.files.openFolder'),
        },
      ],
    );
  }
  if (catalog.state === 'stopped') {
    throw new UserError(vscode.l10n.t('Looking for sessions was stopped.'), [
      {
        label: vscode.l10n.t('Look Again'),
        run: () => vscode.commands.executeCommand(commandIds.refresh),
      },
    ]);
  }
  if (catalog.state === 'failed') {
    throw new UserError(
      vscode.l10n.t('The sessions could not be listed: {0}', catalog.failure ?? ''),
      [
        {
          label: vscode.l10n.t('Try Again'),
          run: () => vscode.commands.executeCommand(commandIds.refresh),
        },
        {
          label: vscode.l10n.t('Show Log'),
          run: () => vscode.commands.executeCommand(commandIds.showLog),
        },
      ],
    );
  }
  if (catalog.all().length === 0) {
    const folders = catalog.listings.map(({ folder }) => folder).join(', ');
    throw new UserError(
      vscode.l10n.t(
        'There are no sessions of {0} yet; the Sessions view says where they are looked for.',
        folders,
      ),
    );
  }
}
