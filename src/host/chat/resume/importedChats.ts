import { setTimeout } from 'node:timers/promises';
import * as vscode from 'vscode';
import { member } from '#base/member.ts';
import type { SessionRef } from '#core/events/session.ts';
import type { ChatServices } from '../../catalog/services.ts';
import { readShownChat, shownChatWhen } from './readShownChat.ts';
import { RememberedChats } from './rememberedChats.ts';
import type { ShownChat } from './shownChat.ts';

const forkCommand = 'workbench.action.chat.forkConversation';
const openCommand = 'workbench.action.chat.open';
const openAsEditorCommand = 'workbench.action.chat.openSessionInEditorGroup';
const moveToViewCommand = 'workbench.action.chat.openInSidebar';

/** Milliseconds after an answer until the chat is made permanent. */
const settleMs = 1_000;

/** A turn of a chat with a session. */
export interface ChatTurn {
  /** VS Code's URI for the chat, if it provides one. */
  readonly chat: vscode.Uri | undefined;
  /** The session that the chat continues now. */
  readonly session: SessionRef;
  /** The chat continues the session from before a compaction. */
  readonly isEarlier: boolean;
  /** The chat's title; undefined leaves it to VS Code. */
  readonly title: string | undefined;
  /** Before this turn, the session was only drawn in the chat. */
  readonly isFirst: boolean;
}

type UnsavedTurn = ChatTurn & { readonly chat: vscode.Uri };

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
 * viewed leaves no chat behind. A session whose chat still exists is not drawn again.
 *
 * VS Code documents none of this, so all of it is best effort: if something is missing, the chat
 * stays as VS Code has it, and the messages are in the session's log anyway.
 */
export class ImportedChats {
  readonly #remembered: RememberedChats;
  /** Turns in chats that VS Code will not save, by chat. */
  readonly #unsaved = new Map<string, UnsavedTurn>();
  /** The user has done something outside the chat since the last message. */
  #isElsewhere = false;
  /** Messages being answered and sessions being drawn. */
  #running = 0;
  /** Pending while a chat is being forked and its fork takes its place. */
  #forking: Promise<void> = Promise.resolve();
  readonly #listeners: vscode.Disposable;

  constructor(private readonly services: Pick<ChatServices, 'extension' | 'log'>) {
    this.#remembered = new RememberedChats(services.extension.workspaceState);
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

  /** The user sent us a message, so they are in the chat. */
  begin(): void {
    this.#running += 1;
    this.#isElsewhere = false;
  }

  /** The message was answered, or failed. */
  end(): void {
    this.#running -= 1;
  }

  /** Draws a session in the chat view once no fork is taking a chat's place there. */
  async draw(work: () => Promise<void>): Promise<void> {
    this.begin();
    try {
      // Whoever started the fork reports its failure.
      await this.#forking.catch(() => undefined);
      await work();
    } finally {
      this.end();
    }
  }

  remember(turn: ChatTurn): void {
    const { chat, session } = turn;
    if (chat === undefined) {
      return;
    }
    const name = chat.toString();
    const before = this.#unsaved.get(name);
    if (turn.isFirst || before !== undefined) {
      this.#unsaved.set(name, { ...turn, chat, title: before?.title ?? turn.title });
    }
    if (!turn.isEarlier) {
      this.#remembered.add(session, name);
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
      for (const [name, turn] of this.#isElsewhere ? [] : [...this.#unsaved]) {
        // Prevents a second fork meanwhile.
        this.#unsaved.delete(name);
        if (!(await this.#fork(turn))) {
          this.#unsaved.set(name, turn);
        }
      }
    } catch (error) {
      this.services.log.warn('chat', 'imported chat not kept', { reason: String(error) });
    }
  }

  /**
   * Shows a session's existing chat, if it is still there and has the whole session.
   *
   * @param bytes current size of the session's log.
   * @returns false if there is none. Never throws.
   */
  async show(session: SessionRef, bytes: number, commands: ReadonlySet<string>): Promise<boolean> {
    try {
      const isIt = (shown: ShownChat | undefined) =>
        isOf(shown, session) &&
        shown?.note.before === undefined &&
        shown?.note.seen?.bytes === bytes;
      if (isIt(await readShownChat(this.services.extension))) {
        await vscode.commands.executeCommand(openCommand);
        return true;
      }
      const name = this.#remembered.chatOf(session);
      if (
        name === undefined ||
        !commands.has(openAsEditorCommand) ||
        !commands.has(moveToViewCommand)
      ) {
        return false;
      }
      // VS Code cannot show a chat in its view directly: open it in an editor, then move it.
      await vscode.commands.executeCommand(openAsEditorCommand, {
        resource: vscode.Uri.parse(name),
      });
      await vscode.commands.executeCommand(moveToViewCommand);
      // The command ends before the view shows the chat.
      if (isIt(await shownChatWhen(this.services.extension, (shown) => isOf(shown, session)))) {
        return true;
      }
      this.#remembered.forget(session);
    } catch (error) {
      this.services.log.warn('chat', 'chat not shown again', { reason: String(error) });
    }
    return false;
  }

  /** @returns false if the chat is not the one shown now. */
  async #fork(turn: UnsavedTurn): Promise<boolean> {
    const { extension } = this.services;
    const before = await shownChatWhen(extension, (shown) => shown?.note.kind !== 'imported');
    // A running answer would continue in the chat that is no longer shown.
    if (before === undefined || !isOf(before, turn.session) || this.#running > 0) {
      return false;
    }
    this.#forking = this.#showFork(turn, before.firstRequest);
    await this.#forking;
    return true;
  }

  async #showFork({ chat, session, title }: UnsavedTurn, firstRequest: string): Promise<void> {
    // Before the fork exists: it reports its URI with the next message, and that is to stay.
    this.#remembered.forget(session);
    await vscode.commands.executeCommand(forkCommand, chat);
    const fork = await shownChatWhen(
      this.services.extension,
      (shown) => shown !== undefined && shown.firstRequest !== firstRequest,
    );
    if (title !== undefined && isOf(fork, session)) {
      await vscode.commands.executeCommand(openCommand, {
        query: `/rename ${title}`,
        preserveInput: true,
      });
    }
  }
}

function isOf(shown: ShownChat | undefined, { agent, id, path, formerId }: SessionRef): boolean {
  const note = shown?.note;
  return note?.agent === agent && note.path === path && (note.id === id || note.id === formerId);
}
