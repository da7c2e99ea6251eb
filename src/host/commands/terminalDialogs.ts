import * as vscode from 'vscode';
import { t } from '#base/l10n.ts';
import type { FileQuestion } from '#agents/contract/terminalPlan.ts';
import { oneLine } from '#core/text/oneLine.ts';
import { ask } from '../vscode/notification.ts';

/** Code points of a folder's path: a line end in it would begin a line of the dialog. */
const folderLength = 500;

/** The questions to the user before a command runs in a terminal. */
export interface TerminalDialogs {
  /** @returns `chooseFile` if the user wants another file in it; undefined to run nothing. */
  confirm(command: {
    readonly line: string;
    readonly cwd: string;
    readonly input: string | undefined;
    readonly asksForFiles: boolean;
  }): Promise<'run' | 'chooseFile' | undefined>;
  /** @param near a file or folder to start at. @returns undefined when the user cancels. */
  chooseFile(question: FileQuestion, near: string): Promise<string | undefined>;
}

export const confirmInWindow: TerminalDialogs = {
  async confirm({ line, cwd, input, asksForFiles }) {
    const run = t('Run');
    const other = t('Choose Another File…');
    const answer = await ask(
      'information',
      t('Resume this session in a terminal?'),
      [
        t('Command: {0}', line),
        t('Folder: {0}', oneLine(cwd, folderLength)),
        ...(input === undefined ? [] : [t('Then types: {0}', input)]),
      ].join('\n'),
      { title: run },
      ...(asksForFiles ? [{ title: other }] : []),
    );
    return answer === run ? 'run' : answer === other ? 'chooseFile' : undefined;
  },

  async chooseFile({ key, extensions }, near) {
    const [chosen] =
      (await vscode.window.showOpenDialog({
        title: questions[key](),
        openLabel: t('Use This File'),
        defaultUri: vscode.Uri.file(near),
        canSelectMany: false,
        filters: { [extensions.map((each) => `*.${each}`).join(', ')]: [...extensions] },
      })) ?? [];
    return chosen?.fsPath;
  },
};

const questions: Readonly<Record<FileQuestion['key'], () => string>> = {
  'agent.config': () => t('Choose Your Agent’s Configuration File'),
};
