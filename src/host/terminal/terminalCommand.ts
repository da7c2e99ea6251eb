import type { SessionSummary, AgentId } from '#core/events/session.ts';
import type { PathStyle } from '#store/disk/pathStyle.ts';
import type { Memento } from 'vscode';
import type { FileQuestion } from '#agents/contract/terminalPlan.ts';
import { statsOf } from '../vscode/pathStyle.ts';

/**
 * Words that every shell takes literally: bash, zsh, fish, PowerShell and cmd.exe agree on these
 * characters and on little else. zsh replaces a word that starts with `=` with the path of a program.
 * An executable may not start with `~`, `@` or `-`.
 */
const plainWord = /^[A-Za-z0-9_./:+-][A-Za-z0-9_./:=+-]*$/;
const plainExecutable = /^[A-Za-z0-9_./][A-Za-z0-9_./+-]*$/;

/**
 * What all of them take literally between double quotes, where they agree on more: no `$`,
 * backtick, `"`, `%` or `!`, which one or another interprets, and a backslash only singly and
 * before a letter, digit, dot or blank, as in a Windows path. The user sees every character.
 */
const quotable =
  /^(?!.*\p{Default_Ignorable_Code_Point})(?:[\p{L}\p{M}\p{N}_./:=+,@#'()[\]{}~&; -]|\\(?=[\p{L}\p{N}. _-]))+$/u;

/**
 * A command as a line for a shell, or undefined if a shell could interpret any of its words. We do
 * not know which shell reads the line, so such a line is refused rather than quoted for the wrong
 * one.
 */
export function commandLine(executable: string, args: readonly string[]): string | undefined {
  const words = args.map((arg) =>
    plainWord.test(arg) ? arg : quotable.test(arg) ? `"${arg}"` : undefined,
  );
  return plainExecutable.test(executable) && words.every((word) => word !== undefined)
    ? [executable, ...words].join(' ')
    : undefined;
}

/** Whether a text can be typed into a program as one line. */
export function isOneLine(text: string): boolean {
  return /^[^\p{Cc}\p{Zl}\p{Zp}]+$/u.test(text);
}

type Dated = Pick<
  SessionSummary,
  'agent' | 'path' | 'cwd' | 'updatedAt' | 'firstUserMessage' | 'isEmpty'
>;

/**
 * Whether an agent that continues its newest session of a folder would choose this one. Some agents
 * go by the dates in their logs and some by file dates, so it must be the newest by both. They skip
 * sessions in which nothing was said, so such a session never qualifies; as competitors, only those
 * that are certainly empty are ignored.
 *
 * @param sessions all indexed sessions of the folder.
 * @param changedAt a file's modification time in epoch ms; undefined if unknown.
 */
export function isNewestOfFolder(
  session: Dated,
  sessions: readonly Dated[],
  style: PathStyle,
  changedAt: (path: string) => number | undefined,
): boolean {
  const { cwd, firstUserMessage } = session;
  if (
    cwd === undefined ||
    firstUserMessage === undefined ||
    sessions.every(({ path }) => path !== session.path)
  ) {
    return false;
  }
  const key = style.key(cwd);
  const others = sessions.filter(
    (other) =>
      other.path !== session.path &&
      other.agent === session.agent &&
      other.isEmpty !== true &&
      other.cwd !== undefined &&
      style.key(other.cwd) === key,
  );
  const changed = changedAt(session.path);
  return (
    changed !== undefined &&
    others.every(
      (other) =>
        other.updatedAt < session.updatedAt && (changedAt(other.path) ?? Infinity) < changed,
    )
  );
}

const section = 'terminalFiles';

/** Files that agents are started with, chosen by the user once per folder. */
export class TerminalFiles {
  constructor(private readonly memento: Pick<Memento, 'get' | 'update'>) {}

  /** Undefined if never chosen, or gone. */
  recall(agent: AgentId, question: FileQuestion, folder: string): string | undefined {
    const path = this.memento.get<unknown>(keyOf(agent, question, folder));
    return typeof path === 'string' && statsOf(path)?.isFile() === true ? path : undefined;
  }

  async remember(
    agent: AgentId,
    question: FileQuestion,
    folder: string,
    path: string,
  ): Promise<void> {
    await this.memento.update(keyOf(agent, question, folder), path);
  }
}

function keyOf(agent: AgentId, { key }: FileQuestion, folder: string): string {
  return JSON.stringify([section, agent, key, folder]);
}
