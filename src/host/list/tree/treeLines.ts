import { adapters } from '#agents/registry.ts';
import type { SessionSummary, AgentId } from '#core/events/session.ts';
import type { FolderListing } from '#protocol/listing.ts';
import { startOfDay } from '../../vscode/relativeTime.ts';
import type { GroupBy } from '../../vscode/settings.ts';
import { firstPlace } from '#base/binarySearch.ts';

/** A group of days at the top level: one of the last days, or a month such as `2026-11`. */
type DayKey = 'today' | 'yesterday' | 'lastWeek' | `${number}-${number}`;
/** A single day within a group that has too many sessions for one list, such as `2026-11-21`. */
type SingleDayKey = `${number}-${number}-${number}`;

/**
 * One line of the tree. An object lives as long as its ID is in the list, because VS Code
 * identifies elements by object; its contents follow the scans.
 */
export type TreeNode = GroupNode | SessionNode;
/** A line with others below it. */
export type GroupNode = PinnedNode | FolderNode | DayNode | RangeNode | AgentNode;

interface NodeBase {
  /** Stable over refreshes, so that selection and expansion survive them. */
  readonly id: string;
  readonly parent: GroupNode | undefined;
}

interface GroupBase<Kind> extends NodeBase {
  readonly kind: Kind;
  /** Folder of the sessions; empty for several or none. */
  readonly folder: string;
  /** Newest first. */
  readonly sessions: readonly SessionSummary[];
  /** Whether it is open until the user says otherwise. */
  readonly startsOpen: boolean;
}

/** What the user pinned, above all else. */
type PinnedNode = GroupBase<'pinned'>;
export type FolderNode = GroupBase<'folder'>;
export type DayNode = GroupBase<'day'> & { readonly day: DayKey | SingleDayKey };
/** Some of the sessions of one day. */
export type RangeNode = GroupBase<'range'>;
type AgentNode = GroupBase<'agent'> & { readonly agent: AgentId };

export interface SessionNode extends NodeBase {
  readonly kind: 'session';
  readonly session: SessionSummary;
}

export interface TreeOptions {
  readonly groupBy: GroupBy;
  /** The folders are all there are, and not only those that are open. */
  readonly allFolders: boolean;
  /** Epoch ms. */
  readonly now: number;
  /** US dollars by which sessions are sorted within their group; the newest first if absent. */
  readonly costOf?: (session: SessionSummary) => number;
}

/**
 * Most sessions in one place: a line takes VS Code and us 100 µs on a slow machine, and all lines of a
 * group are made at once, so 150 would block the extension host for more than 16 ms.
 */
const maxTogether = 100;

/** Groups start open until this many sessions are visible; older groups wait for a click. */
const enoughOpen = 30;

/** Groups that start open, however many sessions are above them. */
const recentDays: ReadonlySet<string> = new Set<DayKey>(['today', 'yesterday', 'lastWeek']);

/** The top level: what is pinned, and then one folder's lines, or the folders. */
export function rootLines(
  listings: readonly FolderListing[],
  options: TreeOptions,
): readonly TreeNode[] {
  const all = listings.flatMap(({ sessions }) => sessions);
  const pinned = [
    ...new Map(all.filter(isPinned).map((session) => [session.path, session])).values(),
  ].sort((a, b) => b.updatedAt - a.updatedAt);
  if (pinned.length === 0) {
    return folders(listings, options);
  }
  const others = listings.map((listing) => ({
    ...listing,
    sessions: listing.sessions.filter((session) => !isPinned(session)),
  }));
  const place = { folder: '', parent: undefined };
  return [
    { kind: 'pinned', id: 'pinned', ...place, sessions: pinned, startsOpen: true },
    ...folders(
      // A folder of which all is pinned needs no line in a list of all folders.
      options.allFolders ? others.filter(({ sessions }) => sessions.length > 0) : others,
      options,
    ),
  ];
}

function isPinned({ marks }: SessionSummary): boolean {
  return marks?.isPinned === true;
}

function folders(listings: readonly FolderListing[], options: TreeOptions): readonly TreeNode[] {
  const [only] = listings;
  if (!options.allFolders && only !== undefined && listings.length === 1) {
    return folderLines({ folder: only.folder, parent: undefined }, only.sessions, options);
  }
  let before = 0;
  return listings.map(({ folder, sessions }) => {
    const place = { folder, parent: undefined };
    const startsOpen = !options.allFolders || before < enoughOpen;
    before += sessions.length;
    return { kind: 'folder', id: idOf(place), ...place, sessions, startsOpen };
  });
}

/** The lines below a group. */
export function groupLines(node: GroupNode, options: TreeOptions): readonly TreeNode[] {
  const { sessions } = node;
  const place = { folder: node.folder, parent: node };
  switch (node.kind) {
    case 'folder':
      return folderLines(place, sessions, options);
    case 'pinned':
    case 'agent':
      return newestAndDays(place, sessions, options);
    case 'day':
      return sessions.length <= maxTogether
        ? sessionLines(place, sorted(sessions, options))
        : isSingleDay(node.day)
          ? ranges(place, sessions)
          : days(place, groupsOf(sessions, singleDayKey));
    case 'range':
      return sessionLines(place, sorted(sessions, options));
  }
}

function folderLines(
  place: Place,
  sessions: readonly SessionSummary[],
  options: TreeOptions,
): readonly TreeNode[] {
  // Most of all folders have few sessions, which need no days.
  switch (options.allFolders && options.groupBy === 'day' ? 'none' : options.groupBy) {
    case 'none':
      return newestAndDays(place, sessions, options);
    case 'day':
      return recentGroups(place, sessions, options);
    case 'agent':
      return agents(place, sessions);
  }
}

/** In an order that the newest session does not change while the user is looking. */
function agents(place: Place, sessions: readonly SessionSummary[]): readonly AgentNode[] {
  const ids = new Set([...adapters.map(({ id }) => id), ...sessions.map(({ agent }) => agent)]);
  return [...ids].flatMap((agent) => {
    const ofAgent = sessions.filter((session) => session.agent === agent);
    const id = `agent ${place.folder} ${agent}`;
    return ofAgent.length === 0
      ? []
      : { kind: 'agent', id, ...place, sessions: ofAgent, startsOpen: true, agent };
  });
}

/** All of them as lines; if there are too many, the first ones and groups of days for the rest. */
function newestAndDays(
  place: Place,
  sessions: readonly SessionSummary[],
  options: TreeOptions,
): readonly TreeNode[] {
  const first = sorted(sessions, options).slice(0, maxTogether);
  const together = new Set(first);
  const rest = sessions.filter((session) => !together.has(session));
  return [...sessionLines(place, first), ...recentGroups(place, rest, options, maxTogether)];
}

/** @param sessions the newest first. */
function sorted(
  sessions: readonly SessionSummary[],
  { costOf }: TreeOptions,
): readonly SessionSummary[] {
  return costOf === undefined
    ? sessions
    : sessions.toSorted((one, other) => costOf(other) - costOf(one));
}

function recentGroups(
  place: Place,
  sessions: readonly SessionSummary[],
  { now }: TreeOptions,
  above = 0,
): readonly DayNode[] {
  const keyOf = dayKeys(now);
  return days(
    place,
    groupsOf(sessions, ({ updatedAt }) => keyOf(updatedAt)),
    above,
  );
}

/** Where lines are in the tree. */
interface Place {
  readonly folder: string;
  readonly parent: GroupNode | undefined;
}

function idOf({ folder, parent }: Place): string {
  return parent?.id ?? `folder ${folder}`;
}

/** A session's ID stays the same when it moves between groups of a folder. */
function sessionLines(place: Place, sessions: readonly SessionSummary[]): readonly SessionNode[] {
  const { folder, parent } = place;
  return sessions.map((session) => {
    const id = `session ${folder} ${session.path}`;
    return { kind: 'session', id, parent, session };
  });
}

/** @param above sessions that come before these. */
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

/** Counted from the oldest, so that a new session changes only the first range. */
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

function isSingleDay(day: DayKey | SingleDayKey): boolean {
  return day === 'today' || day === 'yesterday' || day.split('-').length === 3;
}

function singleDayKey({ updatedAt }: SessionSummary): SingleDayKey {
  const date = new Date(updatedAt);
  return `${date.getFullYear()}-${date.getMonth() + 1}-${date.getDate()}`;
}

/** Maps moments to day groups. Built for one `now`, because a list has thousands of moments. */
export function dayKeys(now: number): (time: number) => DayKey {
  const [today, yesterday, lastWeek] = [
    startOfDay(now, 0),
    startOfDay(now, -1),
    startOfDay(now, -6),
  ];
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

/**
 * Groups items by key, for long lists in which equal keys stand together: binary search finds the
 * end of each group, so few items need their key computed. A recurring key joins its earlier group.
 */
function groupsOf<Item extends object, Key>(
  items: readonly Item[],
  keyOf: (item: Item) => Key,
): ReadonlyMap<Key, readonly Item[]> {
  const groups = new Map<Key, readonly Item[]>();
  for (let start = 0, first = items[0]; first !== undefined; first = items[start]) {
    const key = keyOf(first);
    const end = firstPlace(start + 1, items.length, (at) => {
      const item = items[at];
      return item === undefined || keyOf(item) !== key;
    });
    groups.set(key, [...(groups.get(key) ?? []), ...items.slice(start, end)]);
    start = end;
  }
  return groups;
}
