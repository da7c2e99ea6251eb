import { basename } from 'node:path';
import * as vscode from 'vscode';
import { adapterById } from '#agents/registry.ts';
import type { SessionSummary } from '#core/session.ts';
import { isolated } from '#core/text/isolate.ts';
import { abortSignalOf } from '../vscode/cancellation.ts';
import {
  commandIds,
  sessionViewItem,
  viewItems,
  type SessionCapability,
} from '../vscode/contributions.ts';
import type { ForkLinks } from '../catalog/forkLinks.ts';
import type { ChatServices } from '../catalog/services.ts';
import { sessionLabel } from '../catalog/sessionLabel.ts';
import { relativeTime } from '../vscode/relativeTime.ts';
import { SessionCounts } from './sessionCounts.ts';
import { sessionTooltip } from './sessionTooltip.ts';
import type {
  AgentNode,
  DayNode,
  GroupNode,
  RangeNode,
  SessionNode,
  TreeModel,
  TreeNode,
} from './treeModel.ts';

/** So long a tooltip may be waited for; most logs are counted sooner. */
const patienceMs = 300;

/** Before the label of a fork, which begins with the same message as its parent. */
const forkMark = '↳ ';

/** Draws the lines of the model. Tooltips are made when the user asks for one. */
export class SessionTreeProvider {
  readonly #model: TreeModel;
  readonly #services: Pick<ChatServices, 'worker' | 'log'>;
  readonly #links: () => ForkLinks;
  readonly #redraw: (node: TreeNode) => void;
  readonly #counts: SessionCounts;

  /**
   * @param links between the sessions as the model has them.
   * @param redraw lets VS Code ask for a line again.
   */
  constructor(
    model: TreeModel,
    services: Pick<ChatServices, 'worker' | 'log'>,
    links: () => ForkLinks,
    redraw: (node: TreeNode) => void,
  ) {
    this.#model = model;
    this.#services = services;
    this.#links = links;
    this.#redraw = redraw;
    this.#counts = new SessionCounts(services.worker, services.log);
  }

  getChildren(node?: TreeNode): TreeNode[] {
    return [...(node === undefined ? this.#model.roots : this.#model.children(node))];
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
      case 'range':
        return groupItem(node, rangeLabel(node), viewItems.range);
      case 'agent':
        return agentItem(node);
      case 'session':
        return sessionItem(node, this.#links());
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
      const [count, lastMessage] = await Promise.all([
        this.#counts.of(session, patience(token), () => {
          this.#redraw(node);
        }),
        this.#lastMessage(session, token),
      ]);
      item.tooltip = sessionTooltip(session, count, {
        lastMessage,
        agentLabel: agentLabel(session),
        locale: vscode.env.language,
        parent: known === undefined ? (parent?.path ?? parent?.id) : sessionLabel(known),
        forks: links.forksOf(session).length,
      });
    }
    return item;
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

/** A tooltip waits for a count until this is over, or the pointer has left. */
function patience(token: vscode.CancellationToken): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, patienceMs);
    token.onCancellationRequested(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** All that can be seen of a session's line, for telling whether it must be drawn again. */
export function appearanceOf(session: SessionSummary, now: number, links: ForkLinks): string {
  const updated = relativeTime(session.updatedAt, now, vscode.env.language, 'narrow');
  return JSON.stringify([sessionLabel(session), updated, contextValueOf(session, links)]);
}

function sessionItem(node: SessionNode, links: ForkLinks): vscode.TreeItem {
  const { session } = node;
  const label = sessionLabel(session);
  const mark = session.parent === undefined ? '' : forkMark;
  const item = new vscode.TreeItem(
    `${mark}${isolated(label)}`,
    vscode.TreeItemCollapsibleState.None,
  );
  const now = Date.now();
  item.id = node.id;
  item.description = relativeTime(session.updatedAt, now, vscode.env.language, 'narrow');
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
  const { Expanded, Collapsed } = vscode.TreeItemCollapsibleState;
  const item = new vscode.TreeItem(label, node.startsOpen ? Expanded : Collapsed);
  item.id = node.id;
  item.contextValue = contextValue;
  item.description = String(node.sessions.length);
  item.accessibilityInformation = {
    label: vscode.l10n.t('{0}, {1} sessions', label, node.sessions.length),
  };
  return item;
}

/** The times of a part of a day, newest first as its lines are. */
function rangeLabel({ sessions }: RangeNode): string {
  const format = new Intl.DateTimeFormat(vscode.env.language, { timeStyle: 'short' });
  const [newest, oldest] = [sessions[0], sessions.at(-1)].map((each) =>
    format.format(each?.updatedAt),
  );
  return `${newest} – ${oldest}`;
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
