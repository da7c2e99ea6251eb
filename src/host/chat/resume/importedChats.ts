import { setTimeout } from 'node:timers/promises';
import * as vscode from 'vscode';
import type { SessionRef } from '#core/session.ts';
import type { ChatServices } from '../../catalog/services.ts';
import { readShownChat, shownChatWhen } from './readShownChat.ts';
import { RememberedChats } from './rememberedChats.ts';
import type { ShownChat } from './shownChat.ts';

const forkCommand = 'workbench.action.chat.forkConversation';
const openCommand = 'workbench.action.chat.open';
const openAsEditorCommand = 'workbench.action.chat.openSessionInEditorGroup';
const moveToViewCommand = 'workbench.action.chat.openInSidebar';

/** So long after an answer the chat is kept. */
const settleMs = 1_000;

/** A turn of a chat with a session. */
export interface ChatTurn {
  /** VS Code's name of the chat, where it tells. */
  readonly chat: vscode.Uri | undefined;
  /** What the chat goes on with now. */
  readonly session: SessionRef;
  /** What the chat should be called; undefined leaves that to VS Code. */
  readonly title: string | undefined;
  /** Before this turn the session was only drawn in the chat. */
  readonly isFirst: boolean;
}

type Unkept = ChatTurn & { readonly chat: vscode.Uri };

/**
 * VS Code's name of the chat that a message was sent in. 1.139 hands it over, though the API's types do
 * not know it; undefined in a version that does not.
 */
export function chatOf(request: vscode.ChatRequest): vscode.Uri | undefined {
  const name: unknown = 'sessionResource' in request ? request.sessionResource : undefined;
  return name instanceof vscode.Uri ? name : undefined;
}

/**
 * Chats that sessions were drawn in. VS Code (1.110 to 1.139) never saves an imported chat, but a fork
 * of it is a chat like any other: in its list of chats, and there after a reload. So after the first
 * answer the chat is forked, and the fork gets the session's title; a session that is only looked at
 * leaves no chat behind. And a session whose chat is still there is not drawn again.
 *
 * VS Code documents none of this, so all of it is best effort: where something is missing, the chat
 * stays as VS Code has it, and what was said is in the session's log anyway.
 */
export class ImportedChats {
  readonly #services: Pick<ChatServices, 'extension' | 'log'>;
  readonly #remembered: RememberedChats;
  /** Turns in chats that VS Code will not keep, by chat. */
  readonly #unkept = new Map<string, Unkept>();
  /** Since the last message the user has done something outside of the chat. */
  #isElsewhere = false;
  /** Messages that are being answered, and sessions that are being drawn. */
  #running = 0;
  /** A chat is being forked, and the fork takes its place. */
  #forking: Promise<void> = Promise.resolve();
  readonly #listeners: vscode.Disposable;

  constructor(services: Pick<ChatServices, 'extension' | 'log'>) {
    this.#services = services;
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

  /** A message to us was sent, so the user is in the chat. */
  begin(): void {
    this.#running += 1;
    this.#isElsewhere = false;
  }

  /** It is answered, or not. */
  end(): void {
    this.#running -= 1;
  }

  /** Draws a session in the chat view, while no other chat takes its place there. */
  async draw(work: () => Promise<void>): Promise<void> {
    this.begin();
    try {
      // Whoever began the fork tells of its failure.
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
    const before = this.#unkept.get(name);
    if (turn.isFirst || before !== undefined) {
      this.#unkept.set(name, { ...turn, chat, title: before?.title ?? turn.title });
    }
    this.#remembered.add(session, name);
  }

  /**
   * Keeps a chat whose first answer is complete. It becomes another chat for that, which takes the
   * focus, so it waits for the next answer if the user is elsewhere by now. Never throws.
   */
  async keep(): Promise<void> {
    try {
      // Whoever writes on at once must not have the chat changed under the message.
      await setTimeout(this.#unkept.size === 0 ? 0 : settleMs);
      for (const [name, turn] of this.#isElsewhere ? [] : [...this.#unkept]) {
        // Nobody else may fork it meanwhile.
        this.#unkept.delete(name);
        if (!(await this.#fork(turn))) {
          this.#unkept.set(name, turn);
        }
      }
    } catch (error) {
      this.#services.log.warn('chat', 'imported chat not kept', { reason: String(error) });
    }
  }

  /**
   * Shows the chat of a session again, if it is still there and has all of the session.
   *
   * @param bytes of the session's log now.
   * @returns false if there is none. Never throws.
   */
  async show(session: SessionRef, bytes: number, commands: ReadonlySet<string>): Promise<boolean> {
    try {
      const isIt = (shown: ShownChat | undefined) =>
        isOf(shown, session) && shown?.note.seen?.bytes === bytes;
      if (isIt(await readShownChat(this.#services.extension))) {
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
      // VS Code has no command that shows a chat in its view, but one for an editor and one from there.
      await vscode.commands.executeCommand(openAsEditorCommand, {
        resource: vscode.Uri.parse(name),
      });
      await vscode.commands.executeCommand(moveToViewCommand);
      if (isIt(await readShownChat(this.#services.extension))) {
        return true;
      }
      this.#remembered.forget(session);
    } catch (error) {
      this.#services.log.warn('chat', 'chat not shown again', { reason: String(error) });
    }
    return false;
  }

  /** @returns false if the chat is not shown now. */
  async #fork(turn: Unkept): Promise<boolean> {
    const { extension } = this.#services;
    const before = await shownChatWhen(extension, (shown) => shown?.note.kind !== 'imported');
    // An answer that is on its way would go on in the chat that is not shown any more.
    if (before === undefined || !isOf(before, turn.session) || this.#running > 0) {
      return false;
    }
    this.#forking = this.#showFork(turn, before.firstRequest);
    await this.#forking;
    return true;
  }

  async #showFork({ chat, session, title }: Unkept, firstRequest: string): Promise<void> {
    await vscode.commands.executeCommand(forkCommand, chat);
    const fork = await shownChatWhen(
      this.#services.extension,
      (shown) => shown !== undefined && shown.firstRequest !== firstRequest,
    );
    // The one that is remembered is gone; the fork tells its name with the next message.
    this.#remembered.forget(session);
    if (title !== undefined && isOf(fork, session)) {
      await vscode.commands.executeCommand(openCommand, {
        query: `/rename ${title}`,
        preserveInput: true,
      });
    }
  }
}

function isOf(shown: ShownChat | undefined, { agent, id, path }: SessionRef): boolean {
  const note = shown?.note;
  return note?.agent === agent && note.id === id && note.path === path;
}
