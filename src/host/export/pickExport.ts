import * as vscode from 'vscode';
import { t } from '#base/l10n.ts';
import { plainItems } from '../vscode/plainItems.ts';
import type { TranscriptFormat } from './exportTranscript.ts';

export type ExportFormat = 'json' | 'markdown';
export type ExportTarget = 'file' | 'editor' | 'clipboard';

type ExportedThing =
  | { readonly format: ExportFormat }
  | { readonly transcript: TranscriptFormat }
  | { readonly facts: true };

/**
 * Lets the user choose what to export.
 *
 * @param target where to, if already chosen; a transcript can only be a file.
 * @param ofRows only selected rows, which are part of the transcript.
 * @returns undefined when the user cancels.
 */
export async function pickWhat(
  target: ExportTarget | undefined,
  ofRows: boolean,
): Promise<ExportedThing | undefined> {
  const transcript = transcriptItems();
  const isFile = target === undefined || target === 'file';
  const items: readonly (vscode.QuickPickItem & { readonly what?: ExportedThing })[] = ofRows
    ? transcript
    : [
        ...(isFile ? [separator(t('What you saw')), ...transcript] : []),
        separator(t('What the model would get now')),
        item(t('Conversation as Markdown'), 'markdown', { what: { format: 'markdown' } as const }),
        item(t('Conversation as JSON'), 'json', { what: { format: 'json' } as const }),
        separator(t('What it came to')),
        item(t('Facts as Markdown'), 'graph', { what: { facts: true } as const }),
      ];
  const title = ofRows ? t('Export Selected Rows') : t('Export Session');
  return (await vscode.window.showQuickPick(plainItems(items), { title }))?.what;
}

/** Lets the user choose the form of transcripts. @returns undefined when the user cancels. */
export async function pickTranscript(title: string): Promise<TranscriptFormat | undefined> {
  return (await vscode.window.showQuickPick(plainItems(transcriptItems()), { title }))?.what
    .transcript;
}

/** Lets the user choose where a text goes. */
export async function pickTarget(title: string): Promise<ExportTarget | undefined> {
  const items = [
    item(t('To a File…'), 'save-as', { target: 'file' } as const),
    item(t('In an Editor'), 'go-to-file', { target: 'editor' } as const),
    item(t('To the Clipboard'), 'clippy', { target: 'clipboard' } as const),
  ];
  return (await vscode.window.showQuickPick(plainItems(items), { title }))?.target;
}

function transcriptItems() {
  return [
    item(t('Transcript as HTML…'), 'browser', { what: { transcript: 'html' } as const }),
    item(t('Transcript as Markdown…'), 'markdown', { what: { transcript: 'markdown' } as const }),
  ];
}

function item<Choice>(label: string, icon: string, choice: Choice) {
  return { label, iconPath: new vscode.ThemeIcon(icon), ...choice };
}

function separator(label: string): vscode.QuickPickItem {
  return { label, kind: vscode.QuickPickItemKind.Separator };
}
