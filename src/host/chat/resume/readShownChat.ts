import { readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import * as vscode from 'vscode';
import { shownIn, type ShownChat } from './shownChat.ts';
import { withTemporaryFile } from './temporaryFile.ts';

/** VS Code shows another chat in its own time: in about 0.1 s, later on a busy machine. */
const attempts = 40;
const attemptMs = 50;

/**
 * The chat that the user looks at, or looked at last, if it is one of ours. Extensions cannot ask for
 * it, but VS Code writes it to a file, or does nothing where there is none.
 */
export function readShownChat(extension: vscode.ExtensionContext): Promise<ShownChat | undefined> {
  return withTemporaryFile(extension, async (path) => {
    await vscode.commands.executeCommand('workbench.action.chat.export', vscode.Uri.file(path));
    try {
      return shownIn(await readFile(path, 'utf8'));
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
        return undefined;
      }
      throw error;
    }
  });
}

/** Waits for it to be such a chat; undefined if it does not become one before long. */
export async function shownChatWhen(
  extension: vscode.ExtensionContext,
  isIt: (shown: ShownChat | undefined) => boolean,
): Promise<ShownChat | undefined> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const shown = await readShownChat(extension);
    if (isIt(shown)) {
      return shown;
    }
    await setTimeout(attemptMs);
  }
  return undefined;
}
