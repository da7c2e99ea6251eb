import { readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import * as vscode from 'vscode';
import { shownIn, type ShownChat } from './shownChat.ts';
import { withTemporaryFile } from './temporaryFile.ts';

/** VS Code switches chats in its own time: about 0.1 s, longer on a busy machine. */
const attempts = 40;
const attemptMs = 50;

/**
 * The chat that the user sees or saw last, if it is one of ours. Extensions cannot query it, but VS
 * Code can export it to a file; it does nothing if there is no chat.
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

/** Waits for a matching chat; undefined if none appears soon. */
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
