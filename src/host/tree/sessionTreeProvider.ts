import type * as vscode from 'vscode';
import type { ChatServices } from '../catalog/services.ts';
import { abortSignalOf } from '../vscode/cancellation.ts';
import { sessionTooltip } from './sessionTooltip.ts';
import { treeItem } from './treeItem.ts';
import type { TreeModel } from './treeModel.ts';
import type { TreeNode } from './treeNode.ts';

/** Draws the model's lines. Tooltips are built on request. */
export class SessionTreeProvider {
  readonly #model: TreeModel;
  readonly #services: Pick<ChatServices, 'catalog' | 'worker' | 'log'>;

  constructor(model: TreeModel, services: Pick<ChatServices, 'catalog' | 'worker' | 'log'>) {
    this.#model = model;
    this.#services = services;
  }

  getChildren(node?: TreeNode): TreeNode[] {
    return [...(node === undefined ? this.#model.roots : this.#model.children(node))];
  }

  getTreeItem(node: TreeNode): vscode.TreeItem {
    return treeItem(node, this.#services.catalog.links);
  }

  async resolveTreeItem(
    item: vscode.TreeItem,
    node: TreeNode,
    token: vscode.CancellationToken,
  ): Promise<vscode.TreeItem> {
    if (node.kind === 'session') {
      const { session } = node;
      const lastMessage = await this.#lastMessage(session.path, token);
      item.tooltip = sessionTooltip(session, lastMessage, this.#services.catalog.links);
    }
    return item;
  }

  async #lastMessage(path: string, token: vscode.CancellationToken): Promise<string | undefined> {
    const { worker, log } = this.#services;
    try {
      return await worker.request('sessions/lastMessage', { path }, abortSignalOf(token));
    } catch (error) {
      log.debug('tree', 'last message not read', { path, reason: String(error) });
      return undefined;
    }
  }
}
