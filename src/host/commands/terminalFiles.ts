import type { Memento } from 'vscode';
import type { FileQuestion } from '#agents/contract/terminalPlan.ts';
import type { AgentId } from '#core/events/session.ts';
import { statsOf } from '../vscode/pathStyle.ts';

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
