import { setTimeout as sleep } from 'node:timers/promises';
import * as vscode from 'vscode';
import type { ChatServices } from './list/services.ts';
import type { StoreWatcher } from './list/storeWatcher.ts';
import type { SessionTreeProvider } from './list/tree/sessionTreeProvider.ts';
import type { TreeNode } from './list/tree/treeLines.ts';
import { testCommand } from './vscode/contributions.ts';

const lookMs = 10;

/** What tests in a real VS Code learn of the product without keys, frames or guesses. */
export interface TestChannel {
  /**
   * Resolves when nothing is going on: no scan, no change on disk waits to be looked at, open sessions are
   * indexed, and every request is answered, those of pages included.
   */
  whenIdle(): Promise<void>;
  /** The list as VS Code is given it: all lines from the top, groups before what they hold. */
  lines(): readonly ListLine[];
}

interface ListLine {
  readonly label: string;
  readonly description: string;
  /** Of a session. */
  readonly path?: string;
}

export function registerTestChannel(
  { catalog, everywhere, worker }: Pick<ChatServices, 'catalog' | 'everywhere' | 'worker'>,
  watcher: StoreWatcher,
  list: SessionTreeProvider,
): vscode.Disposable {
  const isBusy = () =>
    [catalog, everywhere].some((each) => each.isScanning || each.isResting) ||
    watcher.isWaiting ||
    worker.isAnswering;
  const channel: TestChannel = {
    whenIdle: async () => {
      // Twice, because what ends may begin something else.
      for (let looks = 0; looks < 2; looks = isBusy() ? 0 : looks + 1) {
        await sleep(lookMs);
      }
    },
    lines: () => linesBelow(undefined, list),
  };
  return vscode.commands.registerCommand(testCommand, () => channel);
}

function linesBelow(parent: TreeNode | undefined, list: SessionTreeProvider): readonly ListLine[] {
  return list.getChildren(parent).flatMap((node) => {
    const { label, description } = list.getTreeItem(node);
    const line = {
      label: typeof label === 'string' ? label : (label?.label ?? ''),
      description: typeof description === 'string' ? description : '',
    };
    return node.kind === 'session'
      ? [{ ...line, path: node.session.path }]
      : [line, ...linesBelow(node, list)];
  });
}
