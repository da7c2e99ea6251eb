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
      const { worker, catalog } = this.#services;
      const { path } = session;
      const signal = abortSignalOf(token);
      const [lastMessage, used] = await Promise.all([
        this.#found(worker.request('sessions/lastMessage', { path }, signal), path),
        this.#found(worker.request('sessions/usage', { path }, signal), path),
      ]);
      item.tooltip = sessionTooltip(session, { lastMessage, used }, catalog.links);
    }
    return item;
  }

  /** Undefined for what cannot be read: the tooltip goes without. */
  async #found<T>(answer: Promise<T>, path: string): Promise<T | undefined> {
    try {
      return await answer;
    } catch (error) {
      this.#services.log.debug('tree', 'not read for a tooltip', { path, reason: String(error) });
      return undefined;
    }
  }
}
