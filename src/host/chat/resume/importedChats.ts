import { mkdir, readFile, rm } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { member } from '#base/member.ts';
import type { SessionRef } from '#core/events/session.ts';
import type { ChatServices } from '../../list/services.ts';
import { shownIn, type ShownChat } from './shownChat.ts';

const openCommand = 'workbench.action.chat.open';

/** Milliseconds after an answer until the chat is made permanent. */
const settleMs = 1_000;

/** VS Code shows a fork in its own time: about 0.1 s, longer on a busy machine. */
const forkAttempts = 10;
const forkAttemptMs = 200;

interface ChatTurn {
  /** VS Code's URI for the chat, if it provides one. */
  readonly chat: vscode.Uri | undefined;
  /** The session that the chat continues now. */
  readonly session: SessionRef;
  /** The chat's title; undefined leaves it to VS Code. */
  readonly title: string | undefined;
  /** Before this turn, the session was only drawn in the chat. */
  readonly isFirst: boolean;
}

/**
 * VS Code's URI for the chat a message was sent in. 1.139 passes it, though it is missing from the
 * API types; undefined in versions that do not.
 */
export function chatOf(request: vscode.ChatRequest): vscode.Uri | undefined {
  const name = member(request, 'sessionResource');
  return name instanceof vscode.Uri ? name : undefined;
}

/**
 * Chats in which sessions were drawn. VS Code (1.110 to 1.139) never saves an imported chat, but
 * its fork is a chat like any other: in the list of chats, and there after a reload. So after the
 * first answer the chat is forked and the fork gets the session's title; a session that is only
 * viewed leaves no chat behind.
 *
 * VS Code documents none of this, so all of it is best effort: if something is missing, the chat
 * stays as VS Code has it, and the messages are in the session's log anyway.
 */
export class ImportedChats {
  /** The last turns in chats that VS Code will not save, by chat. */
  readonly #unsaved = new Map<string, ChatTurn>();
  /** The user has done something outside the chat since the last message. */
  #isElsewhere = false;
  /** Messages being answered and sessions being drawn. */
  #running = 0;
  readonly #listeners: vscode.Disposable;

  constructor(private readonly services: Pick<ChatServices, 'extension' | 'log'>) {
    const leave = () => {
      this.#isElsewhere = true;
    };
    this.#listeners = vscode.Disposable.from(
      vscode.window.onDidChangeTextEditorSelection(({ kind }) => {
        if (kind !== undefined && kind !== vscode.TextEditorSelectionChangeKind.Command) {
          leave();
        }
      }),
      vscode.window.onDidChangeActiveTerminal(leave),
    );
  }

  dispose(): void {
    this.#listeners.dispose();
  }

  /** Answers a message or draws a session: the user is in the chat, and no fork takes its place. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    this.#running += 1;
    this.#isElsewhere = false;
    try {
      return await work();
    } finally {
      this.#running -= 1;
    }
  }

  remember(turn: ChatTurn): void {
    const name = turn.chat?.toString();
    const before = name === undefined ? undefined : this.#unsaved.get(name);
    if (name !== undefined && (turn.isFirst || before !== undefined)) {
      this.#unsaved.set(name, { ...turn, title: before?.title ?? turn.title });
    }
  }

  /**
   * Makes a chat permanent once its first answer is complete. The fork takes the focus, so if the
   * user has moved on, this waits for the next answer. Never throws.
   */
  async keep(): Promise<void> {
    try {
      // If the user writes on at once, the chat must not change under their message.
      await setTimeout(this.#unsaved.size === 0 ? 0 : settleMs);
      for (const [name, turn] of this.#unsaved) {
        const shown = await this.#shown();
        const isAnswered = isOf(shown, turn.session) && shown?.note.kind !== 'imported';
        // A running answer would continue in the chat that is no longer shown.
        const isFree = !this.#isElsewhere && this.#running === 0;
        // Deleted first, which prevents a second fork meanwhile.
        if (isAnswered && isFree && this.#unsaved.delete(name)) {
          await this.#fork(turn, shown?.firstRequest);
        }
      }
    } catch (error) {
      this.services.log.warn('chat', 'imported chat not kept', { reason: String(error) });
    }
  }

  /**
   * Opens the chat view if it shows the session already, and all of it.
   *
   * @param bytes current size of the session's log.
   * @returns false if it does not. Never throws.
   */
  async show(session: SessionRef, bytes: number): Promise<boolean> {
    try {
      const shown = await this.#shown();
      const { before, seen } = shown?.note ?? {};
      const isIt = isOf(shown, session) && before === undefined && seen?.bytes === bytes;
      if (isIt) {
        await vscode.commands.executeCommand(openCommand);
      }
      return isIt;
    } catch (error) {
      this.services.log.warn('chat', 'shown chat not read', { reason: String(error) });
      return false;
    }
  }

  /** @param firstRequest of the chat, which its fork does not have. */
  async #fork({ chat, session, title }: ChatTurn, firstRequest: string | undefined): Promise<void> {
    await vscode.commands.executeCommand('workbench.action.chat.forkConversation', chat);
    for (let attempt = 0; attempt < forkAttempts && title !== undefined; attempt += 1) {
      await setTimeout(forkAttemptMs);
      const fork = await this.#shown();
      if (isOf(fork, session) && fork?.firstRequest !== firstRequest) {
        const query = `/rename ${title}`;
        await vscode.commands.executeCommand(openCommand, { query, preserveInput: true });
        return;
      }
    }
  }

  /**
   * The chat that the user sees or saw last, if it is one of ours. Extensions cannot query it, but
   * VS Code can export it to a file; it does nothing if there is no chat.
   */
  #shown(): Promise<ShownChat | undefined> {
    return withTemporaryFile(this.services.extension, async (path) => {
      await vscode.commands.executeCommand('workbench.action.chat.export', vscode.Uri.file(path));
      try {
        return shownIn(await readFile(path, 'utf8'));
      } catch (error) {
        if (member(error, 'code') === 'ENOENT') {
          return undefined;
        }
        throw error;
      }
    });
  }
}

function isOf(shown: ShownChat | undefined, { agent, id, path, formerId }: SessionRef): boolean {
  const note = shown?.note;
  return note?.agent === agent && note.path === path && (note.id === id || note.id === formerId);
}

/** Exchanges data with VS Code through a file that is deleted afterwards. */
export async function withTemporaryFile<T>(
  {
    storageUri,
    globalStorageUri,
  }: Pick<vscode.ExtensionContext, 'storageUri' | 'globalStorageUri'>,
  run: (path: string) => Promise<T>,
): Promise<T> {
  const folder = (storageUri ?? globalStorageUri).fsPath;
  await mkdir(folder, { recursive: true });
  const path = join(folder, `chat-${randomUUID()}.json`);
  try {
    return await run(path);
  } finally {
    await rm(path, { force: true });
  }
}
