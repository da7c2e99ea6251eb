import type { FileQuestion, TerminalPlan } from '#agents/contract/terminalPlan.ts';
import type { SessionSummary } from '#core/events/session.ts';
import { pathStyle } from '../vscode/pathStyle.ts';
import type { TerminalDialogs } from './terminalDialogs.ts';
import type { TerminalFiles } from './terminalFiles.ts';

/** The words of a plan, including the files that the user is asked for. */
export function fileAnswers(
  { agent }: SessionSummary,
  plan: TerminalPlan,
  { remembered, dialogs }: { remembered: TerminalFiles; dialogs: TerminalDialogs },
) {
  const folder = pathStyle.key(plan.cwd);
  const chosen = new Map<FileQuestion, string>();
  const fileFor = async (question: FileQuestion, askAgain: boolean) => {
    const known = remembered.recall(agent, question, folder);
    if (known !== undefined && !askAgain) {
      return known;
    }
    const file = await dialogs.chooseFile(question, known ?? plan.cwd);
    if (file !== undefined) {
      chosen.set(question, file);
    }
    return file;
  };
  return {
    areAsked: plan.args.some((arg) => typeof arg !== 'string'),
    /** Undefined if the user canceled. */
    fillIn: async (askAgain: boolean): Promise<readonly string[] | undefined> => {
      const args: string[] = [];
      for (const arg of plan.args) {
        const word = typeof arg === 'string' ? arg : await fileFor(arg, askAgain);
        if (word === undefined) {
          return undefined;
        }
        args.push(word);
      }
      return args;
    },
    remember: async (): Promise<void> => {
      for (const [question, path] of chosen) {
        await remembered.remember(agent, question, folder, path);
      }
    },
  };
}
