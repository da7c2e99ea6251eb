import * as vscode from 'vscode';
import { adapters } from '#agents/registry.ts';
import type { AgentId, SessionSummary } from '#core/session.ts';
import type { ContextKeys } from '../contextKeys.ts';
import { configKeys } from '../contributions.ts';
import type { Disposable } from '../emitter.ts';
import type { ChatServices } from '../services.ts';
import { settings } from '../settings.ts';
import { AgentFilter } from './agentFilter.ts';
import type { LazyTree } from './lazyTree.ts';
import { agentNames, listMessage, scanMessage } from './listMessage.ts';
import { pickAgents } from './pickAgents.ts';
import { untilRelativeTimeChanges } from './relativeTime.ts';
import { appearanceOf, SessionTreeProvider } from './sessionTreeProvider.ts';
import { ScanProgress } from './scanProgress.ts';
import { TreeModel, type SessionNode, type TreeNode } from './treeModel.ts';

/** A list of thousands must not be drawn again every few seconds because of its many ages. */
const shortestTickMs = 15_000;

/** So many sessions are shown together at first, and so many more at each “Show More”. */
const pageLength = 150;

const agentOrder = adapters.map(({ id }) => id);

type Services = Pick<ChatServices, 'catalog' | 'worker' | 'log' | 'extension'>;

/** The list of sessions in the activity bar. */
export class SessionTree implements vscode.Disposable {
  readonly #services: Services;
  readonly #contextKeys: ContextKeys;
  readonly #home: string;
  readonly #model = new TreeModel();
  readonly #filter: AgentFilter;
  readonly provider: SessionTreeProvider;
  readonly #lines: LazyTree;
  readonly #view: vscode.TreeView<TreeNode>;
  readonly #disposables: readonly Disposable[];
  readonly #limits = new Map<string, number>();
  #following: Disposable | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(
    services: Services,
    options: {
      readonly contextKeys: ContextKeys;
      readonly home: string;
      readonly view: vscode.TreeView<TreeNode>;
      readonly lines: LazyTree;
    },
  ) {
    this.#services = services;
    this.#contextKeys = options.contextKeys;
    this.#home = options.home;
    this.#filter = new AgentFilter(services.extension.workspaceState);
    this.provider = new SessionTreeProvider(this.#model, services, () => services.catalog.links);
    this.#view = options.view;
    this.#lines = options.lines;
    this.#disposables = [
      services.catalog.onDidChange(() => {
        this.#update();
      }),
      services.catalog.onDidProgress(({ isListNew }) => {
        if (isListNew) {
          this.#update();
        } else {
          this.#sayWhatIsShown();
        }
      }),
      new ScanProgress(services.catalog, this.#contextKeys),
      vscode.window.onDidChangeWindowState(() => {
        this.#scheduleTick(Date.now());
      }),
      settings.onDidChange(configKeys.groupBy, () => {
        this.#update();
      }),
      this.#view.onDidChangeVisibility(() => {
        this.#follow();
        this.#update();
      }),
    ];
    this.#follow();
    this.#update();
  }

  /** The newest session that the list shows, while it can be seen. */
  get newest(): SessionSummary | undefined {
    return this.#view.visible
      ? this.#model
          .sessions()
          .map(({ session }) => session)
          .reduce<SessionSummary | undefined>(
            (newest, each) =>
              newest === undefined || each.updatedAt > newest.updatedAt ? each : newest,
            undefined,
          )
      : undefined;
  }

  /** Lets the user choose the agents whose sessions are listed. */
  async chooseAgents(): Promise<void> {
    const { catalog } = this.#services;
    await catalog.ready();
    const agents = await pickAgents(catalog.all(), this.#filter.agents);
    if (agents !== undefined) {
      await this.#showAgents(agents === 'all' ? undefined : agents);
    }
  }

  /** @param line the last of lines that are not all that there are. */
  showMore(line: unknown): void {
    if (typeof line === 'object' && line !== null && 'of' in line && typeof line.of === 'string') {
      this.#limits.set(line.of, this.#limitOf(line.of) + pageLength);
      this.#update();
    }
  }

  async showAllAgents(): Promise<void> {
    await this.#showAgents(undefined);
  }

  /** The one selected session, while the list can be seen. */
  get selection(): SessionNode | undefined {
    const [node] = this.#view.visible ? this.#view.selection : [];
    return node?.kind === 'session' ? node : undefined;
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#following?.dispose();
    for (const disposable of this.#disposables) {
      disposable.dispose();
    }
  }

  async #showAgents(agents: readonly AgentId[] | undefined): Promise<void> {
    await this.#filter.set(agents);
    this.#update();
  }

  /** The list is scanned and kept up with the disk while it can be seen. */
  #follow(): void {
    if (this.#view.visible) {
      this.#following ??= this.#services.catalog.follow();
    } else {
      this.#following?.dispose();
      this.#following = undefined;
    }
  }

  #limitOf(of: string): number {
    return this.#limits.get(of) ?? pageLength;
  }

  #update(): void {
    const { catalog } = this.#services;
    const now = Date.now();
    const change = this.#model.update(
      this.#filter.apply(catalog.listings),
      {
        groupBy: settings.groupBy(),
        now,
        agentOrder,
        limitOf: (of) => this.#limitOf(of),
      },
      (session) => appearanceOf(session, now, catalog.links),
    );
    if (change.kind !== 'none') {
      this.#lines.redraw(change.kind === 'all' ? undefined : change.nodes);
    }
    const noFolder = catalog.state === 'ready' && catalog.listings.length === 0;
    this.#contextKeys.set('sessionBrowser.state', noFolder ? 'noFolderOnDisk' : catalog.state);
    this.#contextKeys.set('sessionBrowser.filtered', this.#filter.agents !== undefined);
    this.#contextKeys.set('sessionBrowser.manyAgents', catalog.agents.size > 1);
    this.#sayWhatIsShown();
    this.#scheduleTick(now);
  }

  /** Ages are kept true only while somebody can see them, and does anything in the window. */
  #scheduleTick(now: number): void {
    clearTimeout(this.#timer);
    const times = this.#model.sessions().map(({ session }) => session.updatedAt);
    if (!this.#view.visible || !vscode.window.state.active || times.length === 0) {
      return;
    }
    const wait = times.reduce(
      (least, time) => Math.min(least, untilRelativeTimeChanges(time, now)),
      Infinity,
    );
    this.#timer = setTimeout(
      () => {
        this.#update();
      },
      Math.max(shortestTickMs, wait),
    );
  }

  /** Without a folder, or after a failed scan, the welcome text of package.json is shown alone. */
  #sayWhatIsShown(): void {
    const { listings, state, failure, wasStopped, count, agents: known } = this.#services.catalog;
    const { agents } = this.#filter;
    const isReady = state === 'ready' && listings.length > 0;
    const message = isReady ? listMessage(listings, agents, this.#home) : '';
    const stopped = wasStopped
      ? vscode.l10n.t('Looking for sessions was stopped; “Refresh” above goes on.')
      : '';
    const scanning = count === undefined ? '' : scanMessage(count);
    // An empty list says so in its welcome text.
    const failed =
      failure === undefined || known.size === 0
        ? ''
        : vscode.l10n.t('The sessions could not be listed: {0}', failure);
    const parts = [scanning, stopped, failed, message];
    this.#view.message = parts.filter((text) => text !== '').join(' ');
    this.#view.description = agents === undefined ? '' : agentNames(agents);
  }
}
