import * as vscode from 'vscode';
import { adapterById } from '#agents/registry.ts';
import { conversationToMarkdown } from '#core/conversation/toMarkdown.ts';
import type { SessionRef, SessionSummary } from '#core/session.ts';
import { conversationFile, type ConversationFile } from '#protocol/conversationFile.ts';
import type { Conversation } from '#protocol/worker.ts';
import type { ChatServices } from '../services.ts';

export type ExportFormat = 'json' | 'markdown';
export type ExportTarget = 'file' | 'editor' | 'clipboard';

/** What the command can be told by its argument; what is missing is asked. */
export interface ExportChoice {
  readonly format?: ExportFormat;
  readonly target?: ExportTarget;
  /** Where to write the file; without it a dialog asks. An existing file is replaced. */
  readonly file?: vscode.Uri;
}

/**
 * Exports the conversation that a model would get now.
 *
 * @param argument the command's, for another extension or a keybinding that wants no questions asked:
 *   `{ path, format, target, file }`.
 * @returns the exported form, or undefined when the user leaves without choosing.
 * @throws RemoteError with a sentence if the log cannot be read.
 */
export async function exportConversation(
  services: ChatServices,
  session: SessionRef | SessionSummary,
  argument?: unknown,
): Promise<ConversationFile | undefined> {
  const told = exportChoice(argument);
  const choice =
    told.format !== undefined && told.target !== undefined
      ? { format: told.format, target: told.target }
      : await pickExport(told);
  if (choice === undefined) {
    return undefined;
  }
  const conversation = await services.worker.request('session/conversation', {
    path: session.path,
  });
  const exported = conversationFile(conversation);
  const text = exportedText(conversation, exported, choice.format);
  const isWritten = await writeExport(text, { ...choice, file: told.file }, conversation);
  if (!isWritten) {
    return undefined;
  }
  services.log.info('export', 'exported', {
    format: choice.format,
    target: choice.target,
    messages: exported.messages.length,
  });
  return exported;
}

/** Reads the command's argument; anything that it is not is taken as not said. */
export function exportChoice(argument: unknown): ExportChoice {
  if (typeof argument !== 'object' || argument === null) {
    return {};
  }
  const { format, target, file } = argument as Readonly<Record<string, unknown>>;
  return {
    ...(format === 'json' || format === 'markdown' ? { format } : {}),
    ...(target === 'file' || target === 'editor' || target === 'clipboard' ? { target } : {}),
    ...(file instanceof vscode.Uri ? { file } : {}),
  };
}

interface ExportItem extends vscode.QuickPickItem {
  readonly choice: { readonly format: ExportFormat; readonly target: ExportTarget };
}

async function pickExport(told: ExportChoice): Promise<ExportItem['choice'] | undefined> {
  const formats = { json: 'JSON', markdown: 'Markdown' } as const;
  const targets = {
    file: { label: vscode.l10n.t('to a File…'), icon: 'save-as' },
    editor: { label: vscode.l10n.t('in an Editor'), icon: 'go-to-file' },
    clipboard: { label: vscode.l10n.t('to the Clipboard'), icon: 'clippy' },
  } as const;
  const items = (['markdown', 'json'] as const)
    .filter((format) => told.format === undefined || told.format === format)
    .flatMap((format) =>
      (['file', 'editor', 'clipboard'] as const)
        .filter((target) => told.target === undefined || told.target === target)
        .map((target): ExportItem => {
          const { label, icon } = targets[target];
          return {
            label: `${formats[format]} ${label}`,
            iconPath: new vscode.ThemeIcon(icon),
            choice: { format, target },
          };
        }),
    );
  const picked = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Export Conversation'),
    placeHolder: vscode.l10n.t('Markdown to read, JSON to go on with'),
  });
  return picked?.choice;
}

function exportedText(
  conversation: Conversation,
  exported: ConversationFile,
  format: ExportFormat,
): string {
  if (format === 'json') {
    return `${JSON.stringify(exported, null, 2)}\n`;
  }
  const { agent } = conversation.session;
  return conversationToMarkdown(conversation, adapterById(agent)?.label ?? agent);
}

async function writeExport(
  text: string,
  choice: ExportItem['choice'] & { readonly file: vscode.Uri | undefined },
  { session }: Conversation,
): Promise<boolean> {
  switch (choice.target) {
    case 'clipboard':
      await vscode.env.clipboard.writeText(text);
      vscode.window.setStatusBarMessage(vscode.l10n.t('Conversation copied'), 3_000);
      return true;
    case 'editor': {
      const document = await vscode.workspace.openTextDocument({
        content: text,
        language: choice.format,
      });
      await vscode.window.showTextDocument(document);
      return true;
    }
    case 'file': {
      const file = choice.file ?? (await askForFile(session, choice.format));
      if (file === undefined) {
        return false;
      }
      await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(text));
      return true;
    }
  }
}

async function askForFile(
  session: SessionSummary,
  format: ExportFormat,
): Promise<vscode.Uri | undefined> {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  // An id comes from a log; only what is plain in a file's name goes into one.
  const id = session.id.replace(/[^A-Za-z0-9-]/g, '').slice(0, 36);
  const name = `session-${id === '' ? 'export' : id}.${format === 'json' ? 'json' : 'md'}`;
  return vscode.window.showSaveDialog({
    title: vscode.l10n.t('Export Conversation'),
    filters: format === 'json' ? { JSON: ['json'] } : { Markdown: ['md'] },
    ...(folder === undefined ? {} : { defaultUri: vscode.Uri.joinPath(folder.uri, name) }),
  });
}
