import * as vscode from 'vscode';
import { t } from '#base/l10n.ts';
import { oneLine } from '#core/text/oneLine.ts';
import { UserError } from '#core/userError.ts';
import type { HostContract } from '#protocol/pages/pageRequests.ts';
import { openFolders } from '../vscode/openFolders.ts';
import { pathStyle } from '../vscode/pathStyle.ts';
import { plainItems } from '../vscode/plainItems.ts';
import { fileTargets } from './fileTargets.ts';

/** Characters of a foreign path in a sentence. */
const pathLength = 120;

/** Files of one name to choose from. */
const mostChoices = 50;

/**
 * Opens a file that a session names, with the cursor at its line. Only a file that exists, on this
 * machine; a name alone is looked for in the open folders. A folder is shown in the Explorer.
 *
 * @param cwd the session's folder, as the log spells it.
 * @throws UserError if there is no such file, or the path is unsafe to follow.
 */
export async function openFile(
  { path, line, column }: HostContract['notices']['file/open'],
  { cwd, home }: { readonly cwd: string | undefined; readonly home: string },
): Promise<void> {
  const targets = fileTargets(path, { cwd, folders: openFolders(), home }, pathStyle);
  if (targets.length === 0) {
    throw new UserError(t('Session Browser does not open {0}.', oneLine(path, pathLength)));
  }
  const file = (await firstThere(targets)) ?? (await chosenByName(path));
  if (file === undefined) {
    return;
  }
  const at = line === undefined ? undefined : new vscode.Position(line - 1, (column ?? 1) - 1);
  await vscode.commands.executeCommand('vscode.open', file, {
    preview: true,
    ...(at === undefined ? {} : { selection: new vscode.Range(at, at) }),
  });
}

async function firstThere(targets: readonly string[]): Promise<vscode.Uri | undefined> {
  for (const target of targets) {
    const uri = vscode.Uri.file(target);
    const type = await typeOf(uri);
    if (type !== undefined && (type & vscode.FileType.Directory) !== 0) {
      throw new UserError(t('{0} is a folder.', oneLine(target, pathLength)), [
        {
          label: t('Reveal in OS'),
          run: () => vscode.commands.executeCommand('revealFileInOS', uri),
        },
      ]);
    }
    if (type !== undefined && (type & vscode.FileType.File) !== 0) {
      return uri;
    }
  }
  return undefined;
}

async function typeOf(uri: vscode.Uri): Promise<vscode.FileType | undefined> {
  try {
    return (await vscode.workspace.fs.stat(uri)).type;
  } catch {
    // Not there, which the caller says.
    return undefined;
  }
}

/**
 * A file of an open folder whose path ends as written: agents like to leave the folder out.
 *
 * @returns undefined if the user chose none of several.
 */
async function chosenByName(path: string): Promise<vscode.Uri | undefined> {
  const isPlain = /^[\p{L}\p{N}_.@+ /\\-]+$/u.test(path) && !pathStyle.isAbsolute(path);
  const files = isPlain
    ? await vscode.workspace.findFiles(
        `**/${path.replace(/^\.\//, '').replaceAll('\\', '/')}`,
        '**/node_modules/**',
        mostChoices,
      )
    : [];
  const [only, ...others] = files;
  if (only === undefined) {
    throw new UserError(
      t('{0} does not exist in the session’s folder or an open one.', oneLine(path, pathLength)),
    );
  }
  if (others.length === 0) {
    return only;
  }
  const choice = await vscode.window.showQuickPick(
    plainItems(
      files
        .map((uri) => ({ label: vscode.workspace.asRelativePath(uri), uri }))
        .sort((a, b) => a.label.localeCompare(b.label)),
    ),
    { title: t('Open File'), placeHolder: t('Several files have this name') },
  );
  return choice?.uri;
}
