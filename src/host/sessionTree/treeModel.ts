import type { AgentId, SessionSummary } from '#core/session.ts';
import type { FolderListing } from '#protocol/worker.ts';
import { calendarDays } from './relativeTime.ts';

export type GroupBy = 'none' | 'day' | 'agent';

/** A day group: one of the last days, or a month as `2026-11`. */
export type DayKey = 'today' | 'yesterday' | 'lastWeek' | `${number}-${number}`;

/**
 * One line of the tree. The objects live as long as their id is in the list, because VS Code knows
 * elements by identity; the contents follow the scans.
 */
export type TreeNode = FolderNode | DayNode | AgentNode | SessionNode;

interface NodeBase {
  /** Stable over refreshes, so that selection and expansion survive them. */
  readonly id: string;
  readonly parent: TreeNode | undefined;
  readonly children: readonly TreeNode[];
}

export interface FolderNode extends NodeBase {
  readonly kind: 'folder';
  readonly folder: string;
}

export interface DayNode extends NodeBase {
  readonly kind: 'day';
  readonly day: DayKey;
}

export interface AgentNode extends NodeBase {
  readonly kind: 'agent';
  readonly agent: AgentId;
}

export interface SessionNode extends NodeBase {
  readonly kind: 'session';
  readonly session: SessionSummary;
}

/** What the tree must be told after an update. */
export type TreeChange =
  | { readonly kind: 'none' }
  /** Same lines in the same order; these read differently. */
  | { readonly kind: 'nodes'; readonly nodes: readonly TreeNode[] }
  | { readonly kind: 'all' };

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };
type MutableNode =
  Mutable<FolderNode> | Mutable<DayNode> | Mutable<AgentNode> | Mutable<SessionNode>;

export interface TreeOptions {
  readonly groupBy: GroupBy;
  /** Epoch ms. */
  readonly now: number;
  /** Order of the agents' groups, which the newest session must not change while one looks. */
  readonly agentOrder: readonly AgentId[];
}

/** The lines of the tree, kept apart from VS Code. */
export class TreeModel {
  #roots: readonly MutableNode[] = [];
  #nodes = new Map<string, MutableNode>();
  #appearances = new Map<string, string>();

  get roots(): readonly TreeNode[] {
    return this.#roots;
  }

  /** Lines of the sessions, in the order of the tree. */
  sessions(): readonly SessionNode[] {
    return [...this.#nodes.values()].filter((node) => node.kind === 'session');
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
    const before = this.#nodes;
    const order = shapeOf([...before.values()]);
    const build = new Builder(before, options);
    this.#roots = build.roots(listings);
    this.#nodes = build.nodes;
    const appearances = new Map<string, string>();
    const changed: TreeNode[] = [];
    for (const node of this.#nodes.values()) {
      if (node.kind === 'session') {
        const now = appearance(node.session);
        appearances.set(node.id, now);
        if (this.#appearances.get(node.id) !== now) {
          changed.push(node);
        }
      }
    }
    this.#appearances = appearances;
    if (order !== shapeOf([...this.#nodes.values()])) {
      return { kind: 'all' };
    }
    return changed.length === 0 ? { kind: 'none' } : { kind: 'nodes', nodes: changed };
  }
}

/** Which lines there are, in which order, under which parent. */
function shapeOf(nodes: readonly TreeNode[]): string {
  return JSON.stringify(nodes.map((node) => [node.id, node.parent?.id ?? '']));
}

class Builder {
  readonly nodes = new Map<string, MutableNode>();
  readonly #before: ReadonlyMap<string, MutableNode>;
  readonly #options: TreeOptions;

  constructor(before: ReadonlyMap<string, MutableNode>, options: TreeOptions) {
    this.#before = before;
    this.#options = options;
  }

  roots(listings: readonly FolderListing[]): readonly MutableNode[] {
    const [only] = listings;
    if (only !== undefined && listings.length === 1) {
      return this.#inFolder(only, undefined);
    }
    return listings.map((listing) => {
      const node = this.#take({
        kind: 'folder',
        id: `folder ${listing.folder}`,
        parent: undefined,
        children: [],
        folder: listing.folder,
      });
      node.children = this.#inFolder(listing, node);
      return node;
    });
  }

  #inFolder(listing: FolderListing, parent: MutableNode | undefined): readonly MutableNode[] {
    const { folder, sessions } = listing;
    switch (this.#options.groupBy) {
      case 'none':
        return sessions.map((session) => this.#session(folder, session, parent));
      case 'day':
        return [...grouped(sessions, (each) => dayKeyOf(each.updatedAt, this.#options.now))].map(
          ([day, ofDay]) => {
            const id = `day ${folder} ${day}`;
            return this.#group({ kind: 'day', id, parent, children: [], day }, folder, ofDay);
          },
        );
      case 'agent': {
        const { agentOrder } = this.#options;
        const place = (agent: AgentId) =>
          agentOrder.includes(agent) ? agentOrder.indexOf(agent) : agentOrder.length;
        return [...grouped(sessions, (each) => each.agent)]
          .sort(([a], [b]) => place(a) - place(b))
          .map(([agent, ofAgent]) => {
            const id = `agent ${folder} ${agent}`;
            return this.#group({ kind: 'agent', id, parent, children: [], agent }, folder, ofAgent);
          });
      }
    }
  }

  #group(
    fresh: Mutable<DayNode> | Mutable<AgentNode>,
    folder: string,
    sessions: readonly SessionSummary[],
  ): MutableNode {
    const node = this.#take(fresh);
    node.children = sessions.map((session) => this.#session(folder, session, node));
    return node;
  }

  #session(folder: string, session: SessionSummary, parent: MutableNode | undefined): MutableNode {
    const id = `session ${folder} ${session.path}`;
    return this.#take({ kind: 'session', id, parent, children: [], session });
  }

  /** The node of that id from the last time, brought up to date, or this one. */
  #take(fresh: MutableNode): MutableNode {
    const known = this.#before.get(fresh.id);
    const node = known === undefined ? fresh : Object.assign(known, fresh);
    this.nodes.set(node.id, node);
    return node;
  }
}

/** In the order in which the groups' first sessions come. */
function grouped<Key>(
  sessions: readonly SessionSummary[],
  keyOf: (session: SessionSummary) => Key,
): ReadonlyMap<Key, readonly SessionSummary[]> {
  const groups = new Map<Key, SessionSummary[]>();
  for (const session of sessions) {
    const key = keyOf(session);
    const group = groups.get(key) ?? [];
    group.push(session);
    groups.set(key, group);
  }
  return groups;
}

export function dayKeyOf(time: number, now: number): DayKey {
  const days = calendarDays(time, now);
  if (days === 0) {
    return 'today';
  }
  if (days === 1) {
    return 'yesterday';
  }
  if (days < 7) {
    return 'lastWeek';
  }
  const date = new Date(time);
  return `${date.getFullYear()}-${date.getMonth() + 1}`;
}
