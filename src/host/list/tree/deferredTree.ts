import * as vscode from 'vscode';
import type { SessionTreeProvider } from './sessionTreeProvider.ts';
import type { TreeNode } from './treeLines.ts';

/** Stands in as VS Code's data provider until the list is first wanted. */
export class DeferredTree implements vscode.TreeDataProvider<TreeNode>, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<TreeNode | TreeNode[] | undefined>();
  readonly onDidChangeTreeData = this.#changed.event;
  #provider: SessionTreeProvider | undefined;

  /** @param load is called when the first lines are requested. */
  constructor(private readonly load: () => Promise<SessionTreeProvider>) {}

  /** @param nodes to redraw; undefined for all. */
  redraw(nodes: readonly TreeNode[] | undefined): void {
    this.#changed.fire(nodes === undefined ? undefined : [...nodes]);
  }

  async getChildren(node?: TreeNode): Promise<TreeNode[]> {
    this.#provider ??= await this.load();
    return this.#provider.getChildren(node);
  }

  getParent(node: TreeNode): TreeNode | undefined {
    return node.parent;
  }

  getTreeItem(node: TreeNode): vscode.TreeItem | Promise<vscode.TreeItem> {
    return this.#provider?.getTreeItem(node) ?? this.load().then((it) => it.getTreeItem(node));
  }

  async resolveTreeItem(
    item: vscode.TreeItem,
    node: TreeNode,
    token: vscode.CancellationToken,
  ): Promise<vscode.TreeItem> {
    return (await this.load()).resolveTreeItem(item, node, token);
  }

  dispose(): void {
    this.#changed.dispose();
  }
}
