import * as vscode from 'vscode';
import { plural, t } from '#base/l10n.ts';
import { hostPacer } from '#base/pacer.ts';
import { markedAs, tagsIn, type MarkChange } from '#core/events/marks.ts';
import type { SessionSummary } from '#core/events/session.ts';
import { oneLine } from '#core/text/oneLine.ts';
import { UserError } from '#core/userError.ts';
import { longest, marksFileText, marksInFile } from '#protocol/sessionMarks.ts';
import type { Marks } from '../list/marks.ts';
import type { ChatServices } from '../list/services.ts';
import { sessionLabel } from '../list/sessionLabel.ts';
import { writeExport } from '../export/exportFile.ts';
import { notify } from '../vscode/notification.ts';
import { plainItems } from '../vscode/plainItems.ts';

/** Code points of a session's label in a title. */
const labelLength = 60;
/** Of a file with marks; the host parses it in one piece, which takes 25 ms. */
const mostMegabytes = 8;

/** Pins or hides sessions, or takes that back. */
export async function markSessions(
  marks: Marks,
  sessions: readonly SessionSummary[],
  change: Pick<MarkChange, 'isPinned' | 'isHidden'>,
): Promise<void> {
  if (sessions.length > 0) {
    await marks.change(sessions.map((session) => ({ ...markedAs(session), ...change })));
  }
}

/** Asks for a title of the user's own; an empty one gives the session its own name back. */
export async function renameSession(marks: Marks, session: SessionSummary): Promise<void> {
  const title = await askFor({
    title: t('Rename “{0}”', labelOf(session)),
    prompt: t('Only this list shows the title. Leave it empty to use the session’s own name.'),
    value: session.marks?.title ?? sessionLabel(session),
    isTooLong: (text) => text.length > longest.title,
  });
  const { title: before } = session.marks ?? {};
  // Accepted as it was offered.
  if (title === undefined || (before === undefined && title === sessionLabel(session))) {
    return;
  }
  await marks.change([{ ...markedAs(session), title: oneLine(title, longest.title) }]);
}

/** Asks for tags, then for a note; what is accepted stays if the user cancels the other. */
export async function editTagsAndNote(marks: Marks, session: SessionSummary): Promise<void> {
  const line = await askFor({
    title: t('Tags of “{0}” (1/2)', labelOf(session)),
    prompt: t('Separate tags with spaces. Press Enter to go on to the note.'),
    value: (session.marks?.tags ?? []).join(' '),
    isTooLong: (text) => {
      const tags = tagsIn(text);
      return tags.length > longest.tags || tags.some((tag) => tag.length > longest.tag);
    },
  });
  if (line === undefined) {
    return;
  }
  await marks.change([{ ...markedAs(session), tags: tagsIn(line) }]);
  const note = await askFor({
    title: t('Note on “{0}” (2/2)', labelOf(session)),
    prompt: t('The note appears when the pointer rests on the session.'),
    value: session.marks?.note ?? '',
    isTooLong: (text) => text.length > longest.note,
  });
  if (note !== undefined) {
    await marks.change([{ ...markedAs(session), note: note.trim() }]);
  }
}

/** Lets the user choose whether all marks go into a file, or those of a file are added. */
export async function exportOrImportMarks(
  services: Pick<ChatServices, 'marks' | 'worker'>,
): Promise<void> {
  const way = (label: string, icon: string, run: () => Promise<void>) => ({
    label,
    iconPath: new vscode.ThemeIcon(icon),
    run,
  });
  const picked = await vscode.window.showQuickPick(
    plainItems([
      way(t('Export…'), 'export', () => exportMarks(services)),
      way(t('Import…'), 'inbox', () => importMarks(services.marks)),
    ]),
    { title: t('Pins, Titles, Tags, and Notes') },
  );
  await picked?.run();
}

/** Writes all marks into a file that the user chooses. */
async function exportMarks(services: Pick<ChatServices, 'marks' | 'worker'>): Promise<void> {
  const { marks } = services;
  await marks.ready();
  const all = marks.all();
  if (all.length === 0) {
    throw new UserError(t('No session has a pin, title, tag, or note yet.'));
  }
  const file = await vscode.window.showSaveDialog({
    title: t('Export Pins, Titles, Tags, and Notes'),
    filters: { JSON: ['json'] },
  });
  if (file !== undefined) {
    await writeExport(services, file, await marksFileText(all, hostPacer()));
  }
}

/**
 * Adds the marks of such a file to those that are here.
 *
 * @throws UserError if it is another file, or too large.
 */
async function importMarks(marks: Marks): Promise<void> {
  const [file] =
    (await vscode.window.showOpenDialog({
      title: t('Import Pins, Titles, Tags, and Notes'),
      filters: { JSON: ['json'] },
    })) ?? [];
  if (file === undefined) {
    return;
  }
  const { size } = await vscode.workspace.fs.stat(file);
  if (size > mostMegabytes * 1024 * 1024) {
    throw new UserError(t('This file is not read: it has more than {0} MB.', mostMegabytes));
  }
  const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
  const changes = await marksInFile(text, hostPacer());
  if (changes === undefined) {
    throw new UserError(t('This file does not contain pins, titles, tags, and notes of sessions.'));
  }
  if (changes.length > 0) {
    await marks.change(changes);
  }
  void notify(
    'information',
    plural(changes.length, 'Imported 1 session.', 'Imported {0} sessions.'),
  );
}

function labelOf(session: SessionSummary): string {
  return oneLine(sessionLabel(session), labelLength);
}

async function askFor(
  options: Pick<vscode.InputBoxOptions, 'title' | 'prompt' | 'value'> & {
    readonly isTooLong: (text: string) => boolean;
  },
): Promise<string | undefined> {
  const { isTooLong, ...box } = options;
  return vscode.window.showInputBox({
    ...box,
    validateInput: (text) => (isTooLong(text) ? t('This is too long.') : undefined),
  });
}
