import * as vscode from 'vscode';
import { t } from '#base/l10n.ts';
import { agentLabel } from '#agents/registry.ts';
import { conversationToMarkdown } from '#core/conversation/toMarkdown.ts';
import type { SessionRef, SessionSummary } from '#core/session.ts';
import { conversationFile, type ConversationFile } from '#protocol/conversationFile.ts';
import type { Conversation } from '#protocol/worker.ts';
import type { ChatServices } from '../catalog/services.ts';
import { readConversation } from '../worker/conversationReader.ts';
import { withReadingProgress } from '../worker/readingProgress.ts';
import { askForFile, mayWrite } from './exportFile.ts';
import { exportTranscript } from './exportTranscript.ts';
import { pickTarget, pickWhat, type ExportFormat, type ExportTarget } from './pickExport.ts';

/** What the command's argument may specify; the user is asked for the rest. */
export interface ExportChoice {
  readonly format?: ExportFormat;
  readonly target?: ExportTarget;
  /**
   * The file to write; if absent, a dialog asks. An existing file is replaced only after
   * confirmation.
   */
  readonly file?: vscode.Uri;
  /** Only selected rows of the transcript. */
  readonly ofRows: boolean;
}

/**
 * Exports the conversation that a model would get now, or the transcript if the user wants that.
 *
 * @param argument of the command, for another extension or a keybinding that wants no questions: `{
 *   path, format, target, file }`.
 * @returns the exported text (the file for a transcript), or undefined when the user cancels.
 * @throws RemoteError with a sentence if the log cannot be read; AbortError when the user cancels.
 */
export async function exportConversation(
  services: ChatServices,
  session: SessionRef | SessionSummary,
  argument?: unknown,
): Promise<ConversationFile | vscode.Uri | undefined> {
  const wanted = exportChoice(argument);
  const what =
    wanted.format === undefined
      ? await pickWhat(wanted.target, wanted.ofRows)
      : { format: wanted.format };
  if (what !== undefined && 'transcript' in what) {
    return exportTranscript(
      services,
      session,
      what.transcript,
      wanted.ofRows ? argument : undefined,
    );
  }
  const target = what && (wanted.target ?? (await pickTarget()));
  if (what === undefined || target === undefined) {
    return undefined;
  }
  const choice = { format: what.format, target };
  // Before reading, which may take long.
  const isFileGiven = target === 'file' && wanted.file !== undefined;
  if (isFileGiven && !(await mayWrite(services, session, wanted.file))) {
    return undefined;
  }
  const conversation = await withReadingProgress(session, t('Reading conversation…'), (signal) =>
    readConversation(services.worker, session.path, signal),
  );
  const exported = conversationFile(conversation);
  const text = exportedText(conversation, exported, choice.format);
  const isWritten = await writeExport(
    services,
    text,
    { ...choice, file: wanted.file },
    conversation,
  );
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

/** Parses the command's argument; anything unrecognized counts as absent. */
function exportChoice(argument: unknown): ExportChoice {
  if (typeof argument !== 'object' || argument === null) {
    return { ofRows: false };
  }
  const { format, target, file } = argument as Readonly<Record<string, unknown>>;
  return {
    ...(format === 'json' || format === 'markdown' ? { format } : {}),
    ...(target === 'file' || target === 'editor' || target === 'clipboard' ? { target } : {}),
    ...(file instanceof vscode.Uri ? { file } : {}),
    ofRows: 'rows' in argument,
  };
}

function exportedText(
  conversation: Conversation,
  exported: ConversationFile,
  format: ExportFormat,
): string {
  if (format === 'json') {
    return `${JSON.stringify(exported, null, 2)}\n`;
  }
  return conversationToMarkdown(conversation, agentLabel(conversation.session.agent));
}

async function writeExport(
  services: ChatServices,
  text: string,
  choice: Required<Omit<ExportChoice, 'file' | 'ofRows'>> & {
    readonly file: vscode.Uri | undefined;
  },
  { session }: Conversation,
): Promise<boolean> {
  switch (choice.target) {
    case 'clipboard':
      await vscode.env.clipboard.writeText(text);
      vscode.window.setStatusBarMessage(t('Conversation copied'), 3_000);
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
      const { worker } = services;
      const file = choice.file ?? (await askForFile(services, session, fileOptions(choice.format)));
      if (file === undefined) {
        return false;
      }
      if (file.scheme === 'file') {
        await vscode.workspace.fs.createDirectory(vscode.Uri.joinPath(file, '..'));
        await worker.request('export/text', { path: session.path, file: file.fsPath, text });
      } else {
        await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(text));
      }
      return true;
    }
  }
}

function fileOptions(format: ExportFormat) {
  const title = t('Export Conversation');
  return format === 'json'
    ? { title, type: 'JSON', extension: 'json' }
    : { title, type: 'Markdown', extension: 'md' };
}
