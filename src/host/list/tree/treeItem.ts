import { basename, dirname } from 'node:path';
import * as vscode from 'vscode';
import { formatCount, plural, t } from '#base/l10n.ts';
import { adapterById, agentLabel, speakerLabel, hasTerminalPlan } from '#agents/registry.ts';
import type { AgentId, SessionSummary } from '#core/events/session.ts';
import { isolated } from '#core/text/inertText.ts';
import { oneLine } from '#core/text/oneLine.ts';
import type { ListedSessions } from '../listedSessions.ts';
import type { SessionStates } from '../sessionStates.ts';
import { sessionLabel, tagLabel, whereLabel } from '../sessionLabel.ts';

import { tildePath } from '../../vscode/tildePath.ts';
import {
  commandIds,
  sessionCapabilities,
  sessionViewItem,
  viewItems,
  type SessionCapability,
} from '../../vscode/contributions.ts';
import { extensionUri } from '../../vscode/extensionUri.ts';
import { pathStyle } from '../../vscode/pathStyle.ts';
import { relativeTime, shortAge } from '../../vscode/relativeTime.ts';
import { badgeUri, goneColor, stateColors } from './ageBadge.ts';
import { stateWord, stateWords, type SessionState } from '#core/events/sessionState.ts';
import type {
  DayNode,
  FolderNode,
  GroupNode,
  RangeNode,
  SessionNode,
  TreeNode,
} from './treeLines.ts';

/** Precedes the label of a fork, whose first message is the same as its parent's. */
const forkMark = '↳ ';

const stateIcons: Readonly<Record<SessionState, vscode.ThemeIcon>> = {
  running: new vscode.ThemeIcon('sync~spin', new vscode.ThemeColor('charts.green')),
  waiting: stateIcon('bell-dot', 'waiting'),
  failed: stateIcon('error', 'failed'),
  unread: new vscode.ThemeIcon('circle-filled', new vscode.ThemeColor('textLink.foreground')),
};

function stateIcon(icon: string, state: SessionState): vscode.ThemeIcon {
  const color = stateColors[state];
  return new vscode.ThemeIcon(icon, color === undefined ? undefined : new vscode.ThemeColor(color));
}

/** Code points of a folder’s path, which comes from logs. */
const folderLength = 200;

/** What lines say beside what is known of their sessions. */
export interface TreeLook {
  readonly links: ListedSessions;
  /** Of a list of all folders: whether a folder is open in this window. */
  readonly isOpen: ((folder: string) => boolean) | undefined;
  readonly home: string;
  readonly states: Pick<SessionStates, 'of' | 'doing'>;
  /** Whether VS Code draws ages as badges. */
  readonly hasBadges: boolean;
  /** What a session cost, as lines say it; undefined if they do not, or nothing is known. */
  readonly cost: (session: SessionSummary) => string | undefined;
}

/** A line as VS Code draws it. */
export function treeItem(node: TreeNode, look: TreeLook): vscode.TreeItem {
  switch (node.kind) {
    case 'folder':
      return folderItem(node, look);
    case 'pinned':
      return groupItem(node, t('Pinned'), viewItems.pinned);
    case 'day':
      return groupItem(node, dayLabel(node), viewItems.day);
    case 'range':
      return groupItem(node, rangeLabel(node), viewItems.range);
    case 'agent': {
      const item = groupItem(node, agentLabel(node.agent), viewItems.agent);
      item.iconPath = agentIcon(node.agent);
      return item;
    }
    case 'session':
      return sessionItem(node, look);
  }
}

/** Everything visible in a session's line, to tell whether it must be redrawn. */
export function appearanceOf(session: SessionSummary, now: number, look: TreeLook): string {
  const state = look.states.of(session, now);
  return JSON.stringify([
    sessionLabel(session),
    relativeTime(session.updatedAt, now, vscode.env.language, 'narrow'),
    state,
    look.hasBadges,
    look.cost(session),
    session.marks?.tags,
    whereLabel(session),
    contextValueOf(session, look, state),
  ]);
}

function sessionItem(node: SessionNode, look: TreeLook): vscode.TreeItem {
  const { session } = node;
  const label = sessionLabel(session);
  const mark = session.parent === undefined ? '' : forkMark;
  const cost = look.cost(session);
  // Behind the title, a narrow list would cut it off.
  const costMark = cost === undefined ? '' : `${cost}  `;
  const item = new vscode.TreeItem(
    `${costMark}${mark}${isolated(label)}`,
    vscode.TreeItemCollapsibleState.None,
  );
  const now = Date.now();
  item.id = node.id;
  const state = look.states.of(session, now);
  const age = look.hasBadges
    ? []
    : [relativeTime(session.updatedAt, now, vscode.env.language, 'narrow')];
  const word = state === undefined || state === 'unread' ? [] : [stateWord(state)];
  const { tags = [], isHidden } = session.marks ?? {};
  const where = whereLabel(session);
  const gone = goneText(session);
  const about = [
    ...(where === undefined ? [] : [where]),
    ...(session.isKept === true ? [t('Kept copy')] : []),
    ...(gone === undefined ? [] : [gone]),
    ...(isHidden === true ? [t('Hidden')] : []),
    ...tags.map(tagLabel),
  ];
  item.description = [...word, ...age, ...about.map(isolated)].join(' ');
  // VS Code draws a file's icon for a line without one.
  item.iconPath =
    state !== undefined
      ? stateIcons[state]
      : gone !== undefined
        ? new vscode.ThemeIcon('history', new vscode.ThemeColor(goneColor))
        : node.parent?.kind === 'agent'
          ? new vscode.ThemeIcon('blank')
          : agentIcon(session.agent);
  item.resourceUri = badgeUri(
    shortAge(session.updatedAt, now),
    gone === undefined ? state : 'gone',
  );
  item.contextValue = contextValueOf(session, look, state);
  item.command = { command: commandIds.preview, title: t('Open Replay'), arguments: [node] };
  const updated = relativeTime(session.updatedAt, now, vscode.env.language);
  const agent =
    state === undefined
      ? speakerLabel(session)
      : `${speakerLabel(session)}, ${stateWords(state, look.states.doing(session))}`;
  item.accessibilityInformation = {
    label: [
      session.parent === undefined
        ? t('{0}, {1}, updated {2}', label, agent, updated)
        : t('Fork, {0}, {1}, updated {2}', label, agent, updated),
      ...(cost === undefined ? [] : [t('cost {0}', cost)]),
      ...about,
    ].join(', '),
  };
  return item;
}

/** What is left of a session that is gone; undefined for any other. */
export function goneText({ promptsLeft }: Pick<SessionSummary, 'promptsLeft'>): string | undefined {
  return promptsLeft === undefined
    ? undefined
    : plural(promptsLeft, 'Deleted; 1 prompt left', 'Deleted; {0} prompts left');
}

/** Keyed by what can be done, so that menus test for a capability rather than an agent. */
function contextValueOf(
  session: SessionSummary,
  { links, isOpen }: TreeLook,
  state: SessionState | undefined,
): string {
  const can: Readonly<Record<SessionCapability, boolean>> = {
    terminal: hasTerminalPlan(session),
    extension: extensionUri(session) !== undefined,
    parent: session.parent !== undefined,
    forks: links.forksOf(session).length > 0,
    elsewhere: session.cwd !== undefined && isOpen?.(session.cwd) === false,
    pinned: session.marks?.isPinned === true,
    hidden: session.marks?.isHidden === true,
    kept: session.isKept === true,
    unread: state === 'unread',
    atWork: state === 'running' || state === 'waiting',
  };
  return sessionViewItem(sessionCapabilities.filter((each) => can[each]));
}

function agentIcon(agent: AgentId): vscode.ThemeIcon {
  return new vscode.ThemeIcon(adapterById(agent)?.icon ?? 'comment-discussion');
}

function folderItem(node: FolderNode, { isOpen, home }: TreeLook): vscode.TreeItem {
  const { folder } = node;
  if (folder === '') {
    return groupItem(node, t('Unknown Folder'), viewItems.folder);
  }
  const isElsewhere = isOpen?.(folder) === false;
  const label = oneLine(basename(folder), folderLength);
  const item = groupItem(node, label, isElsewhere ? viewItems.folderElsewhere : viewItems.folder);
  if (isOpen !== undefined) {
    const place = oneLine(tildePath(dirname(folder), home), folderLength);
    item.description = `${formatCount(node.sessions.length)} · ${isolated(place)}`;
  }
  item.iconPath = vscode.ThemeIcon.Folder;
  if (pathStyle.isAbsolute(folder) && !pathStyle.isRemote(folder)) {
    item.resourceUri = vscode.Uri.file(folder);
  }
  item.tooltip = oneLine(folder, folderLength);
  return item;
}

function groupItem(node: GroupNode, label: string, contextValue: string): vscode.TreeItem {
  const { Expanded, Collapsed } = vscode.TreeItemCollapsibleState;
  const item = new vscode.TreeItem(label, node.startsOpen ? Expanded : Collapsed);
  item.id = node.id;
  item.contextValue = contextValue;
  item.description = formatCount(node.sessions.length);
  item.accessibilityInformation = {
    label: plural(node.sessions.length, '{1}, 1 session', '{1}, {0} sessions', label),
  };
  return item;
}

/** The time span of a part of a day. Its lines are newest first. */
function rangeLabel({ sessions }: RangeNode): string {
  const format = new Intl.DateTimeFormat(vscode.env.language, { timeStyle: 'short' });
  const [newest, oldest] = [sessions[0], sessions.at(-1)].map((each) =>
    format.format(each?.updatedAt),
  );
  return `${oldest} – ${newest}`;
}

function dayLabel({ day }: DayNode): string {
  switch (day) {
    case 'today':
      return t('Today');
    case 'yesterday':
      return t('Yesterday');
    case 'lastWeek':
      return t('Last 7 Days');
    default: {
      const [year, month, date] = day.split('-').map(Number);
      return new Intl.DateTimeFormat(
        vscode.env.language,
        date === undefined
          ? { year: 'numeric', month: 'long' }
          : { weekday: 'long', month: 'long', day: 'numeric' },
      ).format(new Date(year ?? 0, (month ?? 1) - 1, date ?? 1));
    }
  }
}
