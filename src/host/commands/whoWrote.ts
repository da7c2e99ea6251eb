import { basename } from 'node:path';
import * as vscode from 'vscode';
import { formatCount, plural, t } from '#base/l10n.ts';
import { member } from '#base/member.ts';
import { wantedLines } from '#core/changes/lineOrigin.ts';
import { oneLine } from '#core/text/oneLine.ts';
import { UserError } from '#core/userError.ts';
import { AbortError } from '#protocol/channel/endpoint.ts';
import type { ChatServices } from '../list/services.ts';
import { commitOfLines } from '../vscode/gitBlame.ts';
import { notify } from '../vscode/notification.ts';
import { EditPick, type PickedEdit, type SessionEdit } from './editPick.ts';
import { searchEdits } from './editSearch.ts';
import { requireSessions } from './requireSessions.ts';
import { missingTexts } from '#core/search/missingText.ts';
import { trimEnd } from '#core/text/trimEnd.ts';

type Services = Pick<ChatServices, 'catalog' | 'worker' | 'log'>;

/** Characters of a line from which on it is the same line in another file, and not a common one. */
const leastElsewhere = 20;

/** Code points of a file's name in a title. */
const nameLength = 60;

/**
 * Lets the user choose one of the recorded edits of a file, newest first.
 *
 * @param target the file, as menus name it; the active editor's if absent.
 * @returns undefined when the user cancels, or there is none.
 * @throws UserError if there is no file or no session.
 */
export async function pickEditOfFile(
  services: Services,
  target: unknown,
): Promise<PickedEdit | undefined> {
  const file = fileOf(target);
  const name = oneLine(basename(file.fsPath), nameLength);
  const pick = new EditPick(t('Sessions of {0}', name));
  return picked(services, pick, {
    file,
    found: (count) => plural(count, '1 edit, newest first', '{0} edits, newest first'),
    none: t('No session of this folder has recorded edits of {0}.', name),
  });
}

/**
 * Lets the user choose one of the recorded edits that may have written the selected lines, the most
 * certain and newest first.
 *
 * @param target the file and maybe the line, as menus name them; the active editor's if absent.
 * @returns undefined when the user cancels, or there is none.
 * @throws UserError if there is no line, or no session.
 */
export async function pickEditOfLine(
  services: Services,
  target: unknown,
): Promise<PickedEdit | undefined> {
  const file = fileOf(target);
  const { document, first, last } = await selectedLines(file, target);
  const selected = Array.from(
    { length: last - first + 1 },
    (_, at) => document.lineAt(first + at).text,
  );
  const wanted = wantedLines(selected);
  if (wanted.length === 0) {
    throw new UserError(t('The selected lines are empty.'));
  }
  const title =
    first === last
      ? t('Session of Line {0}', formatCount(first + 1))
      : t('Session of Lines {0} to {1}', formatCount(first + 1), formatCount(last + 1));
  const pick = new EditPick(title, wanted.length);
  void commitOfLines(document, first, last).then(
    (commit) => {
      if (commit !== undefined) {
        pick.note(commit);
      }
    },
    (error: unknown) => {
      services.log.info('commands', 'git could not tell', { reason: String(error) });
    },
  );
  return picked(services, pick, {
    file,
    lines: wanted,
    found: (count) => plural(count, '1 candidate', '{0} candidates, most certain first'),
    none: t('No recorded edit in this folder’s sessions wrote these lines.'),
  });
}

/** Fills a pick while the sessions are searched. */
async function picked(
  services: Services,
  pick: EditPick,
  {
    file,
    lines,
    found,
    none,
  }: {
    readonly file: vscode.Uri;
    readonly lines?: readonly string[];
    readonly found: (count: number) => string;
    readonly none: string;
  },
): Promise<PickedEdit | undefined> {
  const abort = new AbortController();
  const search = async () => {
    await services.catalog.ready();
    requireSessions(services.catalog);
    const show = (edits: readonly SessionEdit[], looked: number, total: number) => {
      pick.looked(looked, total);
      pick.add(edits);
    };
    const { unread, reasons } = await searchEdits(services, { file, lines }, show, abort.signal);
    const isOwn = lines?.some((line) => line.trim().length >= leastElsewhere) === true;
    if (isOwn && !pick.isSure) {
      // They may have come from another file, or the file had another name.
      const others = { file, lines, elsewhere: true } as const;
      await searchEdits(services, others, show, abort.signal);
    }
    const missed = missingTexts(unread, reasons);
    if (pick.count > 0) {
      pick.end([found(pick.count), ...missed].join(' · '));
      return pick.picked;
    }
    const sentences = [
      none,
      t('Changes that agents make with shell commands are not recorded as edits.'),
      ...missed.map((each) => `${trimEnd(each, '.')}.`),
    ];
    void notify('information', sentences.join(' '));
    return undefined;
  };
  try {
    return await Promise.race([pick.picked, search()]);
  } catch (error) {
    if (error instanceof AbortError) {
      return undefined;
    }
    throw error;
  } finally {
    abort.abort();
    pick.dispose();
  }
}

/** @throws UserError if there is none on this machine's disk. */
function fileOf(target: unknown): vscode.Uri {
  const uri = uriIn(target) ?? vscode.window.activeTextEditor?.document.uri;
  if (uri?.scheme !== 'file') {
    throw new UserError(t('Open a file first.'));
  }
  return uri;
}

function uriIn(target: unknown): vscode.Uri | undefined {
  if (target instanceof vscode.Uri) {
    return target;
  }
  if (typeof target === 'string') {
    return vscode.Uri.parse(target);
  }
  // The menu of line numbers, and links.
  const uri = member(target, 'uri');
  return uri === undefined ? undefined : uriIn(uri);
}

/** @returns the first line and the last from 0. */
async function selectedLines(file: vscode.Uri, target: unknown) {
  const { activeTextEditor, visibleTextEditors } = vscode.window;
  const isWanted = ({ document }: vscode.TextEditor) => document.uri.toString() === file.toString();
  const editor =
    activeTextEditor !== undefined && isWanted(activeTextEditor)
      ? activeTextEditor
      : visibleTextEditors.find(isWanted);
  const document = editor?.document ?? (await vscode.workspace.openTextDocument(file));
  const number = member(target, 'lineNumber');
  if (typeof number === 'number') {
    const { line } = document.validatePosition(new vscode.Position(number - 1, 0));
    return { document, first: line, last: line };
  }
  const { start, end } = editor?.selection ?? new vscode.Range(0, 0, 0, 0);
  const isAtStart = end.character === 0 && end.line > start.line;
  return { document, first: start.line, last: isAtStart ? end.line - 1 : end.line };
}
