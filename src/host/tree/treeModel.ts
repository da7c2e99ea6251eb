import type { SessionSummary } from '#core/session.ts';
import type { FolderListing } from '#protocol/worker.ts';
import { groupLines, rootLines, type TreeOptions } from './treeLines.ts';
import type { SessionNode, TreeNode } from './treeNode.ts';

/** What the tree must be told after an update. */
export type TreeChange =
  | { readonly kind: 'none' }
  /** Same lines in the same order; these read differently. */
  | { readonly kind: 'nodes'; readonly nodes: readonly TreeNode[] }
  | { readonly kind: 'all' };

/** The lines of the tree, kept apart from VS Code. Those of a group are made when it is opened. */
export class TreeModel {
  #listings: readonly FolderListing[] = [];
  #options: TreeOptions = { groupBy: 'none', now: 0 };
  #appearance: (session: SessionSummary) => string = () => '';
  #nodes = new Map<string, TreeNode>();
  /** Lines of the groups that VS Code asked for, and the top level's under the empty name. */
  #lines = new Map<string, readonly TreeNode[]>();
  #appearances = new Map<string, string>();
  readonly #closed = new Set<string>();

  get roots(): readonly TreeNode[] {
    return this.#linesOf('', () => rootLines(this.#listings, this.#options));
  }

  children(node: TreeNode): readonly TreeNode[] {
    return node.kind === 'session'
      ? []
      : this.#linesOf(node.id, () => groupLines(node, this.#options));
  }

  /** Sessions whose lines VS Code has. */
  sessions(): readonly SessionNode[] {
    return [...this.#lines.values()].flat().filter((node) => node.kind === 'session');
  }

  /** The first line of a session, which may be in a group that nobody opened yet. */
  lineOf(path: string): SessionNode | undefined {
    const find = (nodes: readonly TreeNode[]): SessionNode | undefined => {
      for (const node of nodes) {
        if (node.kind === 'session') {
          if (node.session.path === path) {
            return node;
          }
        } else if (node.sessions.some((session) => session.path === path)) {
          return find(this.children(node));
        }
      }
      return undefined;
    };
    return find(this.roots);
  }

  /** VS Code keeps the lines of a group that is closed until everything is drawn again. */
  setOpen({ id }: TreeNode, isOpen: boolean): void {
    if (isOpen) {
      this.#closed.delete(id);
    } else {
      this.#closed.add(id);
    }
  }

  /**
   * Takes over a scan's result, or the same one at a later time.
   *
   * @param appearance everything of a session's line that can be seen; a change of it is reported.
   */
  update(
    listings: readonly FolderListing[],
    options: TreeOptions,
    appearance: (session: SessionSummary) => string,
  ): TreeChange {
    const before = { lines: this.#lines, appearances: this.#appearances, shape: this.#shape() };
    const known = this.#nodes;
    this.#listings = listings;
    this.#options = options;
    this.#appearance = appearance;
    this.#lines = new Map();
    this.#appearances = new Map();
    this.#open(this.roots, before.lines);
    if (this.#shape() !== before.shape) {
      for (const id of this.#closed) {
        this.#lines.delete(id);
      }
      this.#closed.clear();
      this.#nodes = new Map(
        [...known].filter(([id]) => this.#appearances.has(id) || this.#lines.has(id)),
      );
      return { kind: 'all' };
    }
    const nodes = [...this.#lines.values()]
      .flat()
      .filter(({ id }) => this.#appearances.get(id) !== before.appearances.get(id));
    return nodes.length === 0 ? { kind: 'none' } : { kind: 'nodes', nodes };
  }

  /** Makes the lines again that VS Code has. */
  #open(nodes: readonly TreeNode[], before: ReadonlyMap<string, unknown>): void {
    for (const node of nodes) {
      if (before.has(node.id)) {
        this.#open(this.children(node), before);
      }
    }
  }

  /** Which lines VS Code has, in which order, under which parent. */
  #shape(): string {
    return JSON.stringify([...this.#lines].map(([of, nodes]) => [of, nodes.map(({ id }) => id)]));
  }

  #linesOf(id: string, make: () => readonly TreeNode[]): readonly TreeNode[] {
    const known = this.#lines.get(id);
    if (known !== undefined) {
      return known;
    }
    const lines = make().map((fresh) => this.#take(fresh));
    this.#lines.set(id, lines);
    for (const node of lines) {
      this.#appearances.set(
        node.id,
        node.kind === 'session' ? this.#appearance(node.session) : String(node.sessions.length),
      );
    }
    return lines;
  }

  /** The node of that id from before, brought up to date, or this one. */
  #take(fresh: TreeNode): TreeNode {
    const known = this.#nodes.get(fresh.id);
    if (known !== undefined) {
      return Object.assign(known, fresh);
    }
    this.#nodes.set(fresh.id, fresh);
    return fresh;
  }
}
