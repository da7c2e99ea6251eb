import type * as vscode from 'vscode';
import type { ChatServices } from '../catalog/services.ts';
import { abortSignalOf } from '../vscode/cancellation.ts';
import { sessionTooltip } from './sessionTooltip.ts';
import { treeItem, type TreeLook } from './treeItem.ts';
import type { TreeModel } from './treeModel.ts';
import type { TreeNode } from './treeNode.ts';

export type SessionTreeProvider = ReturnType<typeof sessionTreeProvider>;

/**
 * Draws the model's lines. Tooltips are built on request.
 *
 * @param lookNow what lines say now, beside what is known of their sessions.
 */
export function sessionTreeProvider(
  model: TreeModel,
  { worker, log }: Pick<ChatServices, 'worker' | 'log'>,
  lookNow: () => TreeLook,
) {
  /** Undefined for what cannot be read: the tooltip goes without. */
  const found = async <T>(answer: Promise<T>, path: string): Promise<T | undefined> => {
    try {
      return await answer;
    } catch (error) {
      log.debug('tree', 'not read for a tooltip', { path, reason: String(error) });
      return undefined;
    }
  };
  return {
    getChildren: (node?: TreeNode): TreeNode[] => [
      ...(node === undefined ? model.roots : model.children(node)),
    ],
    getTreeItem: (node: TreeNode): vscode.TreeItem => treeItem(node, lookNow()),
    resolveTreeItem: async (
      item: vscode.TreeItem,
      node: TreeNode,
      token: vscode.CancellationToken,
    ): Promise<vscode.TreeItem> => {
      if (node.kind === 'session') {
        const { session } = node;
        const { path } = session;
        const signal = abortSignalOf(token);
        const [lastMessage, used] = await Promise.all([
          found(worker.request('sessions/lastMessage', { path }, signal), path),
          found(worker.request('sessions/usage', { path }, signal), path),
        ]);
        item.tooltip = sessionTooltip(session, { lastMessage, used }, lookNow().links);
      }
      return item;
    },
  };
}
