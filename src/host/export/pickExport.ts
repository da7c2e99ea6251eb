import * as vscode from 'vscode';
import { t } from '#base/l10n.ts';
import type { TranscriptFormat } from './exportTranscript.ts';

export type ExportFormat = 'json' | 'markdown';
export type ExportTarget = 'file' | 'editor' | 'clipboard';

export type ExportedThing =
  | { readonly format: ExportFormat }
  | { readonly transcript: TranscriptFormat };

interface WhatItem extends vscode.QuickPickItem {
  readonly what?: ExportedThing;
}

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
  const conversation: WhatItem[] = [
    {
      label: t('Conversation as Markdown'),
      iconPath: new vscode.ThemeIcon('markdown'),
      what: { format: 'markdown' },
    },
    {
      label: t('Conversation as JSON'),
      iconPath: new vscode.ThemeIcon('json'),
      what: { format: 'json' },
    },
  ];
  const transcript: readonly WhatItem[] = transcriptItems();
  const isFile = target === undefined || target === 'file';
  const picked = await vscode.window.showQuickPick(
    ofRows
      ? transcript
      : [
          ...(isFile ? [separator(t('What you saw')), ...transcript] : []),
          separator(t('What the model would get now')),
          ...conversation,
        ],
    { title: ofRows ? t('Export Selected Rows') : t('Export Session') },
  );
  return picked?.what;
}

/** Lets the user choose the form of transcripts. @returns undefined when the user cancels. */
export async function pickTranscript(title: string): Promise<TranscriptFormat | undefined> {
  return (await vscode.window.showQuickPick(transcriptItems(), { title }))?.what.transcript;
}

function transcriptItems() {
  return [
    {
      label: t('Transcript as HTML…'),
      iconPath: new vscode.ThemeIcon('browser'),
      what: { transcript: 'html' as TranscriptFormat },
    },
    {
      label: t('Transcript as Markdown…'),
      iconPath: new vscode.ThemeIcon('markdown'),
      what: { transcript: 'markdown' as TranscriptFormat },
    },
  ];
}

interface TargetItem extends vscode.QuickPickItem {
  readonly target: ExportTarget;
}

/** Lets the user choose where a conversation goes. */
export async function pickTarget(): Promise<ExportTarget | undefined> {
  const items: TargetItem[] = [
    {
      label: t('To a File…'),
      iconPath: new vscode.ThemeIcon('save-as'),
      target: 'file',
    },
    {
      label: t('In an Editor'),
      iconPath: new vscode.ThemeIcon('go-to-file'),
      target: 'editor',
    },
    {
      label: t('To the Clipboard'),
      iconPath: new vscode.ThemeIcon('clippy'),
      target: 'clipboard',
    },
  ];
  const picked = await vscode.window.showQuickPick(items, {
    title: t('Export Conversation'),
  });
  return picked?.target;
}

function separator(label: string): WhatItem {
  return { label, kind: vscode.QuickPickItemKind.Separator };
}
