import * as vscode from 'vscode';
import { t } from '#base/l10n.ts';
import { membersOf } from '#base/member.ts';
import { speakerLabel } from '#agents/registry.ts';
import { conversationToMarkdown } from '#core/conversation/toMarkdown.ts';
import type { SessionRef, SessionSummary } from '#core/events/session.ts';
import { conversationFile, type ConversationFile } from '#protocol/conversationFile.ts';
import type { ChatServices } from '../list/services.ts';
import { readConversation } from '../worker/conversationReader.ts';
import { withReadingProgress } from '../vscode/progress.ts';
import { askForFile, mayWrite, writeExport } from './exportFile.ts';
import { exportTranscript } from './exportTranscript.ts';
import { pickTarget, pickWhat, type ExportFormat, type ExportTarget } from './pickExport.ts';
import { copyText } from '../vscode/copyText.ts';
import { wellFormedJson } from '#core/text/wellFormed.ts';

/** What the command's argument may specify; the user is asked for the rest. */
interface ExportChoice {
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
    const rows = wanted.ofRows ? argument : undefined;
    return exportTranscript(services, session, what.transcript, rows);
  }
  const target = what && (wanted.target ?? (await pickTarget()));
  if (what === undefined || target === undefined) {
    return undefined;
  }
  const { format } = what;
  // Before reading, which may take long.
  if (target === 'file' && wanted.file && !(await mayWrite(services, wanted.file))) {
    return undefined;
  }
  const conversation = await withReadingProgress(session, t('Reading conversation…'), (signal) =>
    readConversation(services.worker, session.path, signal),
  );
  const exported = conversationFile(conversation);
  const text =
    format === 'json'
      ? `${wellFormedJson(JSON.stringify(exported, null, 2))}\n`
      : conversationToMarkdown(conversation, speakerLabel(conversation.session));
  const choice = { ...wanted, format, target };
  if (!(await deliver(services, text, choice, conversation.session))) {
    return undefined;
  }
  services.log.info('export', 'exported', { format, target, messages: exported.messages.length });
  return exported;
}

/** Parses the command's argument; anything unrecognized counts as absent. */
function exportChoice(argument: unknown): ExportChoice {
  const members = membersOf(argument);
  const { format, target, file } = members;
  return {
    ...(format === 'json' || format === 'markdown' ? { format } : {}),
    ...(target === 'file' || target === 'editor' || target === 'clipboard' ? { target } : {}),
    ...(file instanceof vscode.Uri ? { file } : {}),
    ofRows: 'rows' in members,
  };
}

/** @returns false when the user cancels. */
async function deliver(
  services: ChatServices,
  text: string,
  choice: ExportChoice & Required<Pick<ExportChoice, 'format' | 'target'>>,
  session: SessionSummary,
): Promise<boolean> {
  switch (choice.target) {
    case 'clipboard':
      await copyText(text);
      vscode.window.setStatusBarMessage(t('Conversation copied'), 3_000);
      return true;
    case 'editor': {
      const document = { content: text, language: choice.format };
      await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(document));
      return true;
    }
    case 'file': {
      const title = t('Export Conversation');
      const file = choice.file ?? (await askForFile(services, title, choice.format, session));
      if (file === undefined) {
        return false;
      }
      await writeExport(services, file, text, session);
      return true;
    }
  }
}
