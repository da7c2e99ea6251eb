import * as vscode from 'vscode';
import { t } from '#base/l10n.ts';
import { member } from '#base/member.ts';
import type { SessionSummary } from '#core/events/session.ts';
import { withoutControls } from '#core/text/inertText.ts';
import { copyLinks } from '../list/copyLink.ts';
import type { ChatServices } from '../list/services.ts';
import { copyFacts, copyRows } from '../pages/rowCopies.ts';
import { copyText } from '../vscode/copyText.ts';
import { plainItems } from '../vscode/plainItems.ts';
import { withReadingProgress } from '../vscode/progress.ts';

const copiedThings = ['id', 'path', 'link', 'transcript', 'facts'] as const;
type CopiedThing = (typeof copiedThings)[number];

/**
 * Copies what the user chooses of sessions, a line for each.
 *
 * @param argument of the command: `{ what: 'id' | 'path' | 'link' | 'transcript' | 'facts' }` asks nothing.
 * @returns the copied text, for callers that run the command by its ID; undefined when the user cancels,
 *   and for a transcript or facts.
 */
export async function copySessions(
  services: Pick<ChatServices, 'worker' | 'log' | 'extension'>,
  sessions: readonly SessionSummary[],
  argument: unknown,
): Promise<string | undefined> {
  const [first, ...more] = sessions;
  if (first === undefined) {
    return undefined;
  }
  const wanted = member(argument, 'what');
  const what = copiedThings.find((one) => one === wanted) ?? (await pick(more.length > 0));
  switch (what) {
    case 'id':
      return copyLines(sessions.map(({ id }) => id));
    case 'path':
      return copyLines(sessions.map(({ path }) => path));
    case 'link':
      return copyLinks(sessions, services.extension.extension.id);
    case 'transcript':
      await withReadingProgress(first, t('Reading transcript…'), (signal) =>
        copyRows(services, first.path, undefined, signal),
      );
      return undefined;
    case 'facts':
      await withReadingProgress(first, t('Reading the log'), (signal) =>
        copyFacts(services, first.path, signal),
      );
      return undefined;
    case undefined:
      return undefined;
  }
}

async function pick(areSeveral: boolean): Promise<CopiedThing | undefined> {
  const item = (label: string, icon: string, what: CopiedThing) => ({
    label,
    iconPath: new vscode.ThemeIcon(icon),
    what,
  });
  const items = [
    item(t('Session ID'), 'symbol-key', 'id'),
    item(t('Log Path'), 'file-code', 'path'),
    item(t('Link'), 'link', 'link'),
    ...(areSeveral
      ? []
      : [
          item(t('Transcript as Markdown'), 'markdown', 'transcript'),
          item(t('Facts as Markdown'), 'graph', 'facts'),
        ]),
  ];
  return (await vscode.window.showQuickPick(plainItems(items), { title: t('Copy') }))?.what;
}

async function copyLines(foreign: readonly string[]): Promise<string> {
  const text = foreign.map(withoutControls).join('\n');
  await copyText(text);
  return text;
}
