import { basename } from 'node:path';
import * as vscode from 'vscode';
import { adapterById } from '#agents/registry.ts';
import { oneLine } from '#core/text/oneLine.ts';
import type { SessionSummary } from '#core/session.ts';
import { abortSignalOf } from '../cancellation.ts';
import {
  commandIds,
  sessionViewItem,
  viewItems,
  type SessionCapability,
} from '../contributions.ts';
import type { ForkLinks } from '../forkLinks.ts';
import type { ChatServices } from '../services.ts';
import { sessionLabel } from '../sessionLabel.ts';
import { relativeTime } from './relativeTime.ts';
import { sessionTooltip, type ProblemCount } from './sessionTooltip.ts';
import type {
  AgentNode,
  DayNode,
  GroupNode,
  MoreNode,
  SessionNode,
  TreeModel,
  TreeNode,
} from './treeModel.ts';

/**
 * Characters of a line's label. VS Code gives the label all the room it wants and the time what is
 * left; at the side bar's first width (300 px) this leaves room for “26 min. ago”.
 */
const labelLength = 28;

/** Before the label of a fork, which begins with the same message as its parent. */
const forkMark = '↳ ';
/** In characters of the label. */
const forkMarkWidth = 4;

/** Draws the lines of the model. Tooltips are made when the user asks for one. */
export class SessionTreeProvider {
  readonly #model: TreeModel;
  readonly #services: Pick<ChatServices, 'worker' | 'log'>;
  readonly #links: () => ForkLinks;

  /** @param links between the sessions as the model has them. */
  constructor(
    model: TreeModel,
    services: Pick<ChatServices, 'worker' | 'log'>,
    links: () => ForkLinks,
  ) {
    this.#model = model;
    this.#services = services;
    this.#links = links;
  }

  getChildren(node?: TreeNode): TreeNode[] {
    return [...(node === undefined ? this.#model.roots : node.children)];
  }

  getTreeItem(node: TreeNode): vscode.TreeItem {
    switch (node.kind) {
      case 'folder': {
        const item = groupItem(node, basename(node.folder), viewItems.folder);
        item.iconPath = vscode.ThemeIcon.Folder;
        item.resourceUri = vscode.Uri.file(node.folder);
        item.tooltip = node.folder;
        return item;
      }
      case 'day':
        return groupItem(node, dayLabel(node), viewItems.day);
      case 'agent':
        return agentItem(node);
      case 'session':
        return sessionItem(node, this.#links());
      case 'more':
        return moreItem(node);
    }
  }

  async resolveTreeItem(
    item: vscode.TreeItem,
    node: TreeNode,
    token: vscode.CancellationToken,
  ): Promise<vscode.TreeItem> {
    if (node.kind === 'session') {
      const { session } = node;
      const links = this.#links();
      const { parent } = session;
      const known = links.parentOf(session);
      const [problems, lastMessage] = await Promise.all([
        this.#countProblems(session, token),
        this.#lastMessage(session, token),
      ]);
      item.tooltip = sessionTooltip(session, problems, {
        lastMessage,
        agentLabel: agentLabel(session),
        locale: vscode.env.language,
        parent: known === undefined ? (parent?.path ?? parent?.id) : sessionLabel(known),
        forks: links.forksOf(session).length,
      });
    }
    return item;
  }

  async #countProblems(
    { path }: SessionSummary,
    token: vscode.CancellationToken,
  ): Promise<ProblemCount> {
    try {
      const signal = abortSignalOf(token);
      return await this.#services.worker.request('sessions/countProblems', { path }, signal);
    } catch (error) {
      // A tooltip without this count is still a tooltip.
      this.#services.log.debug('tree', 'problems not counted', { path, reason: String(error) });
      return 'unknown';
    }
  }

  async #lastMessage(
    { path }: SessionSummary,
    token: vscode.CancellationToken,
  ): Promise<string | undefined> {
    try {
      const signal = abortSignalOf(token);
      return await this.#services.worker.request('sessions/lastMessage', { path }, signal);
    } catch (error) {
      this.#services.log.debug('tree', 'last message not read', { path, reason: String(error) });
      return undefined;
    }
  }
}

/** All that can be seen of a session's line, for telling whether it must be drawn again. */
export function appearanceOf(session: SessionSummary, now: number, links: ForkLinks): string {
  const updated = relativeTime(session.updatedAt, now, vscode.env.language, 'short');
  return JSON.stringify([sessionLabel(session), updated, contextValueOf(session, links)]);
}

function sessionItem(node: SessionNode, links: ForkLinks): vscode.TreeItem {
  const { session } = node;
  const label = sessionLabel(session);
  const mark = session.parent === undefined ? '' : forkMark;
  const room = labelLength - 4 * depthOf(node) - (mark === '' ? 0 : forkMarkWidth);
  const item = new vscode.TreeItem(
    `${mark}${oneLine(label, room)}`,
    vscode.TreeItemCollapsibleState.None,
  );
  const now = Date.now();
  item.id = node.id;
  item.description = relativeTime(session.updatedAt, now, vscode.env.language, 'short');
  if (node.parent?.kind !== 'agent') {
    item.iconPath = agentIcon(session);
  }
  item.contextValue = contextValueOf(session, links);
  item.command = {
    command: commandIds.preview,
    title: vscode.l10n.t('Open Replay'),
    arguments: [node],
  };
  const updated = relativeTime(session.updatedAt, now, vscode.env.language);
  item.accessibilityInformation = {
    label:
      session.parent === undefined
        ? vscode.l10n.t('{0}, {1}, updated {2}', label, agentLabel(session), updated)
        : vscode.l10n.t('Fork, {0}, {1}, updated {2}', label, agentLabel(session), updated),
  };
  return item;
}

/** Groups that the line stands in; each indents it by some four characters. */
function depthOf({ parent }: TreeNode): number {
  return parent === undefined ? 0 : 1 + depthOf(parent);
}

/** Keyed by what can be done, so that menus ask for the capability and not for the agent. */
function contextValueOf(session: SessionSummary, links: ForkLinks): string {
  const can: SessionCapability[] = [];
  // Whether it is the newest of its folder decides by which way, not whether there is one.
  if (adapterById(session.agent)?.terminalPlan?.(session, false) !== undefined) {
    can.push('terminal');
  }
  if (session.parent !== undefined) {
    can.push('parent');
  }
  if (links.forksOf(session).length > 0) {
    can.push('forks');
  }
  return sessionViewItem(can);
}

function agentLabel({ agent }: { readonly agent: string }): string {
  return adapterById(agent)?.label ?? agent;
}

function agentItem(node: AgentNode): vscode.TreeItem {
  const item = groupItem(node, agentLabel(node), viewItems.agent);
  item.iconPath = agentIcon(node);
  return item;
}

function agentIcon({ agent }: { readonly agent: string }): vscode.ThemeIcon {
  return new vscode.ThemeIcon(adapterById(agent)?.icon ?? 'comment-discussion');
}

function groupItem(node: GroupNode, label: string, contextValue: string): vscode.TreeItem {
  const item = new vscode.TreeItem(label, vscode.TreeItemCollapsibleState.Expanded);
  item.id = node.id;
  item.contextValue = contextValue;
  item.description = String(node.total);
  item.accessibilityInformation = {
    label: vscode.l10n.t('{0}, {1} sessions', label, node.total),
  };
  return item;
}

function moreItem(node: MoreNode): vscode.TreeItem {
  const item = new vscode.TreeItem(vscode.l10n.t('Show More'));
  item.id = node.id;
  item.iconPath = new vscode.ThemeIcon('ellipsis');
  item.description = vscode.l10n.t('{0} older', node.rest);
  item.command = {
    command: commandIds.showMore,
    title: vscode.l10n.t('Show More'),
    arguments: [node],
  };
  item.accessibilityInformation = {
    label: vscode.l10n.t('Show more, {0} older sessions', node.rest),
  };
  return item;
}

function dayLabel({ day }: DayNode): string {
  switch (day) {
    case 'today':
      return vscode.l10n.t('Today');
    case 'yesterday':
      return vscode.l10n.t('Yesterday');
    case 'lastWeek':
      return vscode.l10n.t('Last 7 Days');
    default: {
      const [year, month] = day.split('-').map(Number);
      return new Intl.DateTimeFormat(vscode.env.language, {
        year: 'numeric',
        month: 'long',
      }).format(new Date(year ?? 0, (month ?? 1) - 1));
    }
  }
}
