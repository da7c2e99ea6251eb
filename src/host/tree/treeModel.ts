import type { GroupBy } from '../vscode/settings.ts';
import type { AgentId, SessionSummary } from '#core/session.ts';
import type { FolderListing } from '#protocol/worker.ts';
import { groupsOf } from './groupsOf.ts';

/** A group of days at the top of a list: one of the last days, or a month as `2026-11`. */
export type DayKey = 'today' | 'yesterday' | 'lastWeek' | `${number}-${number}`;
/** A day of its own in a group that has too many sessions for one list, as `2026-11-21`. */
export type SingleDayKey = `${number}-${number}-${number}`;

/**
 * One line of the tree. The objects live as long as their id is in the list, because VS Code knows
 * elements by identity; the contents follow the scans.
 */
export type TreeNode = GroupNode | SessionNode;
/** A line with others below it. */
export type GroupNode = FolderNode | DayNode | RangeNode | AgentNode;

interface NodeBase {
  /** Stable over refreshes, so that selection and expansion survive them. */
  readonly id: string;
  readonly parent: GroupNode | undefined;
}

interface GroupBase extends NodeBase {
  /** Workspace folder that the sessions are of. */
  readonly folder: string;
  /** Newest first. */
  readonly sessions: readonly SessionSummary[];
  /** Whether it is open until the user says otherwise. */
  readonly startsOpen: boolean;
}

export interface FolderNode extends GroupBase {
  readonly kind: 'folder';
}

export interface DayNode extends GroupBase {
  readonly kind: 'day';
  readonly day: DayKey | SingleDayKey;
}

/** Some of the sessions of one day. */
export interface RangeNode extends GroupBase {
  readonly kind: 'range';
}

export interface AgentNode extends GroupBase {
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

export interface TreeOptions {
  readonly groupBy: GroupBy;
  /** Epoch ms. */
  readonly now: number;
  /** Order of the agents' groups, which the newest session must not change while one looks. */
  readonly agentOrder: readonly AgentId[];
}

/**
 * More sessions than these do not stand together: VS Code takes some 50 µs for each line, all lines of
 * a group at once, so thousands would keep the extension host for long.
 */
const maxTogether = 150;

/** Groups are open until so many sessions can be seen; older ones wait for a click. */
const enoughOpen = 30;

/** The lines of the tree, kept apart from VS Code. Those of a group are made when it is opened. */
export class TreeModel {
  #listings: readonly FolderListing[] = [];
  #options: TreeOptions = { groupBy: 'none', now: 0, agentOrder: [] };
  #appearance: (session: SessionSummary) => string = () => '';
  #nodes = new Map<string, TreeNode>();
  /** Lines of the groups that VS Code asked for, and the top level's under the empty name. */
  #lines = new Map<string, readonly TreeNode[]>();
  #appearances = new Map<string, string>();
  readonly #closed = new Set<string>();

  get roots(): readonly TreeNode[] {
    return this.#linesOf('', () => this.#makeRoots());
  }

  children(node: TreeNode): readonly TreeNode[] {
    return node.kind === 'session' ? [] : this.#linesOf(node.id, () => this.#makeChildren(node));
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

  #makeRoots(): readonly TreeNode[] {
    const [only] = this.#listings;
    if (only !== undefined && this.#listings.length === 1) {
      return this.#makeFolder({ folder: only.folder, parent: undefined }, only.sessions);
    }
    return this.#listings.map(({ folder, sessions }) => {
      const place = { folder, parent: undefined };
      return { kind: 'folder', id: idOf(place), ...place, sessions, startsOpen: true };
    });
  }

  #makeChildren(node: GroupNode): readonly TreeNode[] {
    const { sessions } = node;
    const place = { folder: node.folder, parent: node };
    switch (node.kind) {
      case 'folder':
        return this.#makeFolder(place, sessions);
      case 'agent':
        return this.#newestAndDays(place, sessions);
      case 'day':
        return sessions.length <= maxTogether
          ? lines(place, sessions)
          : isSingleDay(node.day)
            ? ranges(place, sessions)
            : days(place, groupsOf(sessions, singleDayKey));
      case 'range':
        return lines(place, sessions);
    }
  }

  #makeFolder(place: Place, sessions: readonly SessionSummary[]): readonly TreeNode[] {
    switch (this.#options.groupBy) {
      case 'none':
        return this.#newestAndDays(place, sessions);
      case 'day':
        return this.#days(place, sessions);
      case 'agent': {
        const { agentOrder } = this.#options;
        const order = (agent: AgentId) =>
          agentOrder.includes(agent) ? agentOrder.indexOf(agent) : agentOrder.length;
        return [...grouped(sessions, ({ agent }) => agent)]
          .sort(([a], [b]) => order(a) - order(b))
          .map(([agent, ofAgent]) => {
            const id = `agent ${place.folder} ${agent}`;
            return { kind: 'agent', id, ...place, sessions: ofAgent, startsOpen: true, agent };
          });
      }
    }
  }

  /** All of them as lines; of too many the newest ones, and groups for the others. */
  #newestAndDays(place: Place, sessions: readonly SessionSummary[]): readonly TreeNode[] {
    return [
      ...lines(place, sessions.slice(0, maxTogether)),
      ...this.#days(place, sessions.slice(maxTogether), maxTogether),
    ];
  }

  /** @param above sessions that stand before these. */
  #days(place: Place, sessions: readonly SessionSummary[], above = 0): readonly DayNode[] {
    const keyOf = dayKeys(this.#options.now);
    return days(
      place,
      groupsOf(sessions, ({ updatedAt }) => keyOf(updatedAt)),
      above,
    );
  }
}

/** Where lines stand. */
interface Place {
  readonly folder: string;
  readonly parent: GroupNode | undefined;
}

function idOf({ folder, parent }: Place): string {
  return parent?.id ?? `folder ${folder}`;
}

/** A session keeps its id when it moves from one group of a folder to another. */
function lines(place: Place, sessions: readonly SessionSummary[]): readonly SessionNode[] {
  const { folder, parent } = place;
  return sessions.map((session) => {
    const id = `session ${folder} ${session.path}`;
    return { kind: 'session', id, parent, session };
  });
}

function days(
  place: Place,
  groups: ReadonlyMap<DayNode['day'], readonly SessionSummary[]>,
  above = 0,
): readonly DayNode[] {
  let before = above;
  return [...groups].map(([day, sessions]) => {
    const startsOpen = before < enoughOpen || recentDays.has(day);
    before += sessions.length;
    return { kind: 'day', id: `day ${idOf(place)} ${day}`, ...place, sessions, startsOpen, day };
  });
}

/** Counted from the oldest, so that a new session changes the first range alone. */
function ranges(place: Place, sessions: readonly SessionSummary[]): readonly RangeNode[] {
  const count = Math.ceil(sessions.length / maxTogether);
  return Array.from({ length: count }, (_, index) => {
    const end = sessions.length - (count - 1 - index) * maxTogether;
    return {
      kind: 'range',
      id: `range ${idOf(place)} ${count - index}`,
      ...place,
      sessions: sessions.slice(Math.max(0, end - maxTogether), end),
      startsOpen: index === 0,
    };
  });
}

const recentDays: ReadonlySet<string> = new Set<DayKey>(['today', 'yesterday', 'lastWeek']);

/** Not several days together. */
function isSingleDay(day: DayNode['day']): boolean {
  return day === 'today' || day === 'yesterday' || day.split('-').length === 3;
}

function singleDayKey({ updatedAt }: SessionSummary): SingleDayKey {
  const date = new Date(updatedAt);
  return `${date.getFullYear()}-${date.getMonth() + 1}-${date.getDate()}`;
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
