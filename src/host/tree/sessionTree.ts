import * as vscode from 'vscode';
import { adapters } from '#agents/registry.ts';
import type { AgentId, SessionSummary } from '#core/session.ts';
import type { ContextKeys } from '../vscode/contextKeys.ts';
import { configKeys, type ContextValues } from '../vscode/contributions.ts';
import { allAgentsAreDisabled } from '../stores/disabledAgents.ts';
import type { Disposable } from '#base/emitter.ts';
import type { ChatServices } from '../catalog/services.ts';
import { settings } from '../vscode/settings.ts';
import { AgentFilter } from './agentFilter.ts';
import type { LazyTree } from './lazyTree.ts';
import { agentNames, listMessage, scanMessage } from './listMessage.ts';
import { pickAgents } from './pickAgents.ts';
import { untilRelativeTimeChanges } from '../vscode/relativeTime.ts';
import { appearanceOf, SessionTreeProvider } from './sessionTreeProvider.ts';
import { ScanProgress } from './scanProgress.ts';
import { TreeModel, type SessionNode, type TreeNode } from './treeModel.ts';

/**
 * Ages may be a minute behind. A list of thousands must not be drawn again every few seconds because of
 * its many ages, and whenever lines are drawn again, VS Code takes the keyboard out of the list's own find.
 */
const shortestTickMs = 60_000;

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
  #following: Disposable | undefined;
  #timer: NodeJS.Timeout | undefined;
  /** Path of the session whose replay is in front. */
  #inFront: string | undefined;

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
    this.#view = options.view;
    this.#lines = options.lines;
    this.provider = new SessionTreeProvider(
      this.#model,
      services,
      () => services.catalog.links,
      (node) => {
        this.#lines.redraw([node]);
      },
    );
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
        this.#followStores();
        this.#update();
        this.#selectInFront();
      }),
      this.#view.onDidExpandElement(({ element }) => {
        this.#model.setOpen(element, true);
      }),
      this.#view.onDidCollapseElement(({ element }) => {
        this.#model.setOpen(element, false);
      }),
    ];
    this.#followStores();
    this.#update();
  }

  /** The newest session that the list shows, while it can be seen. */
  get newest(): SessionSummary | undefined {
    return this.#view.visible
      ? this.#filter
          .apply(this.#services.catalog.listings)
          .flatMap(({ sessions }) => sessions.slice(0, 1))
          .sort((a, b) => b.updatedAt - a.updatedAt)[0]
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

  async showAllAgents(): Promise<void> {
    await this.#showAgents(undefined);
  }

  /** The one selected session, while the list can be seen. */
  get selection(): SessionNode | undefined {
    const [node] = this.#view.visible ? this.#view.selection : [];
    return node?.kind === 'session' ? node : undefined;
  }

  /** Selects the session whose replay came to the front, as the Explorer does with files. */
  follow(session: SessionSummary | undefined): void {
    this.#inFront = session?.path;
    this.#selectInFront();
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

  #selectInFront(): void {
    const path = this.#inFront;
    if (path === undefined || !this.#view.visible || this.selection?.session.path === path) {
      return;
    }
    const line = this.#model.lineOf(path);
    if (line !== undefined) {
      this.#view.reveal(line, { select: true, focus: false }).then(undefined, (error: unknown) => {
        // The list was drawn anew meanwhile.
        this.#services.log.debug('tree', 'session not selected', { reason: String(error) });
      });
    }
  }

  /** The list is scanned and kept up with the disk while it can be seen. */
  #followStores(): void {
    if (this.#view.visible) {
      this.#following ??= this.#services.catalog.follow();
    } else {
      this.#following?.dispose();
      this.#following = undefined;
    }
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
      },
      (session) => appearanceOf(session, now, catalog.links),
    );
    if (change.kind !== 'none') {
      this.#lines.redraw(change.kind === 'all' ? undefined : change.nodes);
    }
    this.#contextKeys.set('sessionBrowser.state', this.#state());
    this.#contextKeys.set('sessionBrowser.filtered', this.#filter.agents !== undefined);
    this.#contextKeys.set('sessionBrowser.manyAgents', catalog.agents.size > 1);
    this.#sayWhatIsShown();
    this.#scheduleTick(now);
  }

  /** Ages are kept true only while somebody can see them, and does anything in the window. */
  #scheduleTick(now: number): void {
    clearTimeout(this.#timer);
    const isEmpty = this.#services.catalog.all().length === 0;
    if (!this.#view.visible || !vscode.window.state.active || isEmpty) {
      return;
    }
    // Lines that VS Code has not asked for yet are counted in at the first tick.
    const waits = this.#model
      .sessions()
      .map(({ session }) => untilRelativeTimeChanges(session.updatedAt, now));
    const wait = waits.reduce((least, each) => Math.min(least, each), waits[0] ?? 0);
    this.#timer = setTimeout(
      () => {
        this.#update();
      },
      Math.max(shortestTickMs, wait),
    );
  }

  #state(): ContextValues['sessionBrowser.state'] {
    const { state, listings } = this.#services.catalog;
    if (state !== 'ready') {
      return state;
    }
    return listings.length === 0 ? 'noFolderOnDisk' : allAgentsAreDisabled() ? 'agentsOff' : state;
  }

  /** Without a folder or an agent, or after a failed scan, the welcome text of package.json is shown alone. */
  #sayWhatIsShown(): void {
    const { listings, failure, wasStopped, count, agents: known } = this.#services.catalog;
    const { agents } = this.#filter;
    const isReady = this.#state() === 'ready';
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
