import type { SessionSummary } from '#core/events/session.ts';
import type { FolderListing } from '#protocol/listing.ts';
import {
  groupLines,
  rootLines,
  type TreeOptions,
  type SessionNode,
  type TreeNode,
} from './treeLines.ts';

/** What the lines are built from. */
interface TreeSource {
  readonly listings: readonly FolderListing[];
  readonly options: TreeOptions;
  /** Everything visible in a session's line. */
  readonly appearance: (session: SessionSummary) => string;
}

/** The lines under one parent, and how they look. */
interface Lines {
  readonly nodes: readonly TreeNode[];
  readonly looks: readonly string[];
}

/** The lines of the tree, independent of VS Code. A group's lines are built when it is opened. */
export class TreeModel {
  #source: TreeSource = {
    listings: [],
    options: { groupBy: 'none', allFolders: false, now: 0 },
    appearance: () => '',
  };
  #nodes = new Map<string, TreeNode>();
  /** The lines of groups that VS Code has requested, and of the top level under the empty name. */
  #lines = new Map<string, Lines>();
  readonly #closed = new Set<string>();

  get roots(): readonly TreeNode[] {
    return this.#linesOf('', ({ listings, options }) => rootLines(listings, options));
  }

  children(node: TreeNode): readonly TreeNode[] {
    return node.kind === 'session'
      ? []
      : this.#linesOf(node.id, ({ options }) => groupLines(node, options));
  }

  /** All sessions from the top to the bottom, in opened groups or not. */
  ordered(): readonly SessionSummary[] {
    const { options } = this.#source;
    const sessionsOf = (node: TreeNode): readonly SessionSummary[] =>
      node.kind === 'session'
        ? [node.session]
        : options.costOf === undefined
          ? node.sessions
          : groupLines(node, options).flatMap(sessionsOf);
    return this.roots.flatMap(sessionsOf);
  }

  /** Sessions whose lines VS Code has. */
  sessions(): readonly SessionNode[] {
    return nodesOf(this.#lines).filter((node) => node.kind === 'session');
  }

  /** The first line of a session, which may be in a group that was never opened. */
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

  /** VS Code keeps a closed group's lines until everything is redrawn. */
  setOpen({ id }: TreeNode, isOpen: boolean): void {
    if (isOpen) {
      this.#closed.delete(id);
    } else {
      this.#closed.add(id);
    }
  }

  /**
   * Applies a scan's result, or the same one at a later time.
   *
   * @param appearance everything visible in a session's line; a change is reported.
   * @returns the lines that read differently, if they are the same ones in the same order.
   */
  update(
    listings: readonly FolderListing[],
    options: TreeOptions,
    appearance: (session: SessionSummary) => string,
  ): readonly TreeNode[] | 'all' {
    const before = this.#lines;
    this.#source = { listings, options, appearance };
    this.#lines = new Map();
    this.#open(this.roots, before);
    if (shapeOf(this.#lines) !== shapeOf(before)) {
      const ids = new Set(nodesOf(this.#lines).map(({ id }) => id));
      this.#nodes = new Map([...this.#nodes].filter(([id]) => ids.has(id)));
      for (const id of this.#closed) {
        this.#lines.delete(id);
      }
      this.#closed.clear();
      return 'all';
    }
    return [...this.#lines].flatMap(([id, { nodes, looks }]) => {
      const previousLooks = before.get(id)?.looks;
      return nodes.filter((_, at) => looks[at] !== previousLooks?.[at]);
    });
  }

  /** Rebuilds the lines that VS Code has. */
  #open(nodes: readonly TreeNode[], before: ReadonlyMap<string, unknown>): void {
    for (const node of nodes) {
      if (before.has(node.id)) {
        this.#open(this.children(node), before);
      }
    }
  }

  #linesOf(id: string, make: (source: TreeSource) => readonly TreeNode[]): readonly TreeNode[] {
    const cached = this.#lines.get(id);
    if (cached !== undefined) {
      return cached.nodes;
    }
    const { appearance } = this.#source;
    const nodes = make(this.#source).map((fresh) => this.#take(fresh));
    const looks = nodes.map((node) =>
      node.kind === 'session' ? appearance(node.session) : String(node.sessions.length),
    );
    this.#lines.set(id, { nodes, looks });
    return nodes;
  }

  /** The existing node with that ID, brought up to date, or this one. */
  #take(fresh: TreeNode): TreeNode {
    const existing = this.#nodes.get(fresh.id);
    if (existing !== undefined) {
      return Object.assign(existing, fresh);
    }
    this.#nodes.set(fresh.id, fresh);
    return fresh;
  }
}

function nodesOf(lines: ReadonlyMap<string, Lines>): readonly TreeNode[] {
  return [...lines.values()].flatMap(({ nodes }) => nodes);
}

/** Which lines VS Code has, in which order, under which parent. */
function shapeOf(lines: ReadonlyMap<string, Lines>): string {
  return JSON.stringify([...lines].map(([of, { nodes }]) => [of, nodes.map(({ id }) => id)]));
}
