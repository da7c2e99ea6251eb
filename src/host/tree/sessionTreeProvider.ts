import type * as vscode from 'vscode';
import type { ChatServices } from '../catalog/services.ts';
import { abortSignalOf } from '../vscode/cancellation.ts';
import { sessionTooltip } from './sessionTooltip.ts';
import { treeItem, type TreeLook } from './treeItem.ts';
import type { TreeModel } from './treeModel.ts';
import type { TreeNode } from './treeNode.ts';

/** Draws the model's lines. Tooltips are built on request. */
export class SessionTreeProvider {
  readonly #model: TreeModel;
  readonly #services: Pick<ChatServices, 'worker' | 'log'>;
  readonly #look: () => TreeLook;

  /** @param look what lines say now, beside what is known of their sessions. */
  constructor(
    model: TreeModel,
    services: Pick<ChatServices, 'worker' | 'log'>,
    look: () => TreeLook,
  ) {
    this.#model = model;
    this.#services = services;
    this.#look = look;
  }

  getChildren(node?: TreeNode): TreeNode[] {
    return [...(node === undefined ? this.#model.roots : this.#model.children(node))];
  }

  getTreeItem(node: TreeNode): vscode.TreeItem {
    return treeItem(node, this.#look());
  }

  async resolveTreeItem(
    item: vscode.TreeItem,
    node: TreeNode,
    token: vscode.CancellationToken,
  ): Promise<vscode.TreeItem> {
    if (node.kind === 'session') {
      const { session } = node;
      const { worker } = this.#services;
      const { path } = session;
      const signal = abortSignalOf(token);
      const [lastMessage, used] = await Promise.all([
        this.#found(worker.request('sessions/lastMessage', { path }, signal), path),
        this.#found(worker.request('sessions/usage', { path }, signal), path),
      ]);
      item.tooltip = sessionTooltip(session, { lastMessage, used }, this.#look().links);
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
