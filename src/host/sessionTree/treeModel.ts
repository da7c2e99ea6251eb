import type { AgentId, SessionSummary } from '#core/session.ts';
import type { FolderListing } from '#protocol/worker.ts';

export type GroupBy = 'none' | 'day' | 'agent';

/** A day group: one of the last days, or a month as `2026-11`. */
export type DayKey = 'today' | 'yesterday' | 'lastWeek' | `${number}-${number}`;

/**
 * One line of the tree. The objects live as long as their id is in the list, because VS Code knows
 * elements by identity; the contents follow the scans.
 */
export type TreeNode = FolderNode | DayNode | AgentNode | SessionNode | MoreNode;
/** A line with others below it. */
export type GroupNode = FolderNode | DayNode | AgentNode;

interface NodeBase {
  /** Stable over refreshes, so that selection and expansion survive them. */
  readonly id: string;
  readonly parent: TreeNode | undefined;
  readonly children: readonly TreeNode[];
}

interface GroupBase extends NodeBase {
  /** Sessions of the group, shown or not. */
  readonly total: number;
}

export interface FolderNode extends GroupBase {
  readonly kind: 'folder';
  readonly folder: string;
}

export interface DayNode extends GroupBase {
  readonly kind: 'day';
  readonly day: DayKey;
}

export interface AgentNode extends GroupBase {
  readonly kind: 'agent';
  readonly agent: AgentId;
}

export interface SessionNode extends NodeBase {
  readonly kind: 'session';
  readonly session: SessionSummary;
}

/** Stands for the sessions that are not shown yet. */
export interface MoreNode extends NodeBase {
  readonly kind: 'more';
  /** Names the sessions that it belongs to, for `TreeOptions.limitOf`. */
  readonly of: string;
  readonly rest: number;
}

/** What the tree must be told after an update. */
export type TreeChange =
  | { readonly kind: 'none' }
  /** Same lines in the same order; these read differently. */
  | { readonly kind: 'nodes'; readonly nodes: readonly TreeNode[] }
  | { readonly kind: 'all' };

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };
type MutableNode =
  | Mutable<FolderNode>
  | Mutable<DayNode>
  | Mutable<AgentNode>
  | Mutable<SessionNode>
  | Mutable<MoreNode>;

export interface TreeOptions {
  readonly groupBy: GroupBy;
  /** Epoch ms. */
  readonly now: number;
  /** Order of the agents' groups, which the newest session must not change while one looks. */
  readonly agentOrder: readonly AgentId[];
  /**
   * How many sessions are shown of those that stand together. VS Code takes some 50 µs for each line,
   * all at once, so thousands would keep the extension host for long.
   */
  readonly limitOf: (of: string) => number;
}

/** The lines of the tree, kept apart from VS Code. */
export class TreeModel {
  #roots: readonly MutableNode[] = [];
  #nodes = new Map<string, MutableNode>();
  #appearances = new Map<string, string>();

  get roots(): readonly TreeNode[] {
    return this.#roots;
  }

  /** Lines of the sessions that are shown, in the order of the tree. */
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
      const now =
        node.kind === 'session'
          ? appearance(node.session)
          : String(node.kind === 'more' ? node.rest : node.total);
      appearances.set(node.id, now);
      if (this.#appearances.get(node.id) !== now) {
        changed.push(node);
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
        total: listing.sessions.length,
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
        return this.#lines(folder, sessions, parent, `folder ${folder}`);
      case 'day': {
        const keyOf = dayKeys(this.#options.now);
        return [...grouped(sessions, (each) => keyOf(each.updatedAt))].map(([day, ofDay]) => {
          const id = `day ${folder} ${day}`;
          const total = ofDay.length;
          return this.#group({ kind: 'day', id, parent, children: [], total, day }, folder, ofDay);
        });
      }
      case 'agent': {
        const { agentOrder } = this.#options;
        const place = (agent: AgentId) =>
          agentOrder.includes(agent) ? agentOrder.indexOf(agent) : agentOrder.length;
        return [...grouped(sessions, (each) => each.agent)]
          .sort(([a], [b]) => place(a) - place(b))
          .map(([agent, ofAgent]) => {
            const id = `agent ${folder} ${agent}`;
            const node = { kind: 'agent' as const, id, parent, children: [], agent };
            return this.#group({ ...node, total: ofAgent.length }, folder, ofAgent);
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
    node.children = this.#lines(folder, sessions, node, node.id);
    return node;
  }

  #lines(
    folder: string,
    sessions: readonly SessionSummary[],
    parent: MutableNode | undefined,
    of: string,
  ): readonly MutableNode[] {
    const shown = sessions.slice(0, this.#options.limitOf(of));
    const lines = shown.map((session) => this.#session(folder, session, parent));
    const rest = sessions.length - shown.length;
    return rest === 0
      ? lines
      : [...lines, this.#take({ kind: 'more', id: `more ${of}`, parent, children: [], of, rest })];
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

/** Tells the day group of moments. Made for one `now`, because a list has thousands of moments. */
export function dayKeys(now: number): (time: number) => DayKey {
  const startOfDay = (ago: number) => {
    const date = new Date(now);
    return new Date(date.getFullYear(), date.getMonth(), date.getDate() - ago).getTime();
  };
  const [today, yesterday, lastWeek] = [startOfDay(0), startOfDay(1), startOfDay(6)];
  let month: { readonly from: number; readonly to: number; readonly key: DayKey } | undefined;
  return (time) => {
    if (time >= lastWeek) {
      return time >= today ? 'today' : time >= yesterday ? 'yesterday' : 'lastWeek';
    }
    if (month === undefined || time < month.from || time >= month.to) {
      const date = new Date(time);
      const [year, number] = [date.getFullYear(), date.getMonth()];
      month = {
        from: new Date(year, number).getTime(),
        to: new Date(year, number + 1).getTime(),
        key: `${year}-${number + 1}`,
      };
    }
    return month.key;
  };
}
