import * as vscode from 'vscode';
import type { SessionSummary } from '#core/session.ts';
import { sessionsById, shortestIdPrefix } from '#core/sessionSearch.ts';
import { UserError } from '#core/userError.ts';
import { commandIds } from '../contributions.ts';
import type { SessionCatalog } from '../sessionCatalog.ts';
import { pickFrom, requireSessions } from './pickSession.ts';

/**
 * The session of the workspace, of whatever agent, whose id begins so; asks which one if several do.
 *
 * @param argument the beginning of an id; asked for if it is none.
 * @returns undefined when the user leaves.
 * @throws UserError when there is no such session.
 */
export async function sessionById(
  catalog: SessionCatalog,
  argument: unknown,
): Promise<SessionSummary | undefined> {
  const title = vscode.l10n.t('Open Session by Id');
  await catalog.refresh();
  requireSessions(catalog);
  const asked = typeof argument === 'string' ? argument : await askForId(title);
  const prefix = asked?.trim() ?? '';
  if (prefix === '') {
    return undefined;
  }
  const problem = tooShort(prefix);
  if (problem !== undefined) {
    throw new UserError(problem);
  }
  const found = sessionsById(catalog.all(), prefix);
  if (found.length === 0) {
    throw new UserError(
      vscode.l10n.t('No session of this workspace has an id that begins with “{0}”.', prefix),
      [
        {
          label: vscode.l10n.t('Choose From List'),
          run: () => vscode.commands.executeCommand(commandIds.openReplay),
        },
      ],
    );
  }
  return found.length === 1
    ? found[0]
    : pickFrom(found, { title, manyFolders: catalog.listings.length > 1 });
}

function askForId(title: string): Thenable<string | undefined> {
  return vscode.window.showInputBox({
    title,
    prompt: vscode.l10n.t('The beginning of the session’s id is enough.'),
    validateInput: (value) => (value.trim() === '' ? undefined : tooShort(value.trim())),
  });
}

function tooShort(prefix: string): string | undefined {
  return prefix.length < shortestIdPrefix
    ? vscode.l10n.t('Type at least {0} characters of the id.', shortestIdPrefix)
    : undefined;
}
