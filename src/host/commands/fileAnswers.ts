import type { FileQuestion, TerminalPlan } from '#agents/contract/terminalPlan.ts';
import type { SessionSummary } from '#core/session.ts';
import { pathStyle } from '../vscode/pathStyle.ts';
import type { TerminalDialogs } from './terminalDialogs.ts';
import type { TerminalFiles } from './terminalFiles.ts';

/** The words of a plan, including the files that the user is asked for. */
export class FileAnswers {
  readonly #session: SessionSummary;
  readonly #plan: TerminalPlan;
  readonly #remembered: TerminalFiles;
  readonly #dialogs: TerminalDialogs;
  readonly #folder: string;
  readonly #chosen = new Map<FileQuestion, string>();

  constructor(
    session: SessionSummary,
    plan: TerminalPlan,
    { remembered, dialogs }: { remembered: TerminalFiles; dialogs: TerminalDialogs },
  ) {
    this.#session = session;
    this.#plan = plan;
    this.#remembered = remembered;
    this.#dialogs = dialogs;
    this.#folder = pathStyle.key(plan.cwd);
  }

  get areAsked(): boolean {
    return this.#plan.args.some((arg) => typeof arg !== 'string');
  }

  /** Undefined if the user cancelled. */
  async fillIn(askAgain: boolean): Promise<readonly string[] | undefined> {
    const args: string[] = [];
    for (const arg of this.#plan.args) {
      const word = typeof arg === 'string' ? arg : await this.#fileFor(arg, askAgain);
      if (word === undefined) {
        return undefined;
      }
      args.push(word);
    }
    return args;
  }

  async remember(): Promise<void> {
    for (const [question, path] of this.#chosen) {
      await this.#remembered.remember(this.#session.agent, question, this.#folder, path);
    }
  }

  async #fileFor(question: FileQuestion, askAgain: boolean): Promise<string | undefined> {
    const remembered = this.#remembered.recall(this.#session.agent, question, this.#folder);
    if (remembered !== undefined && !askAgain) {
      return remembered;
    }
    const chosen = await this.#dialogs.chooseFile(question, remembered ?? this.#plan.cwd);
    if (chosen !== undefined) {
      this.#chosen.set(question, chosen);
    }
    return chosen;
  }
}
