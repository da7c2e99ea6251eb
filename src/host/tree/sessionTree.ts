import type * as vscode from 'vscode';
import { adapters } from '#agents/registry.ts';
import type { Disposable } from '#base/emitter.ts';
import type { AgentId, SessionSummary } from '#core/session.ts';
import type { ChatServices } from '../catalog/services.ts';
import { disabledAgents } from '../stores/disabledAgents.ts';
import type { ContextKeys } from '../vscode/contextKeys.ts';
import { configKeys, type ContextValues } from '../vscode/contributions.ts';
import { settings } from '../vscode/settings.ts';
import { AgentFilter } from './agentFilter.ts';
import { AgeTimer } from './ageTimer.ts';
import type { DeferredTree } from './deferredTree.ts';
import { agentNames, listMessage, scanMessage } from './listMessage.ts';
import { pickAgents } from './pickAgents.ts';
import { ScanProgress } from './scanProgress.ts';
import { SessionTreeProvider } from './sessionTreeProvider.ts';
import { appearanceOf } from './treeItem.ts';
import { TreeModel } from './treeModel.ts';
import type { SessionNode, TreeNode } from './treeNode.ts';

type Services = Pick<ChatServices, 'catalog' | 'worker' | 'log' | 'extension'>;

/** The list of sessions in the activity bar. */
export class SessionTree implements vscode.Disposable {
  readonly #services: Services;
  readonly #contextKeys: ContextKeys;
  readonly #home: string;
  readonly #model = new TreeModel();
  readonly #filter: AgentFilter;
  readonly provider: SessionTreeProvider;
  readonly #lines: DeferredTree;
  readonly #view: vscode.TreeView<TreeNode>;
  readonly #ages: AgeTimer;
  readonly #disposables: readonly Disposable[];
  #following: Disposable | undefined;
  /** Path of the session whose replay is in front. */
  #inFront: string | undefined;

  constructor(
    services: Services,
    options: {
      readonly contextKeys: ContextKeys;
      readonly home: string;
      readonly view: vscode.TreeView<TreeNode>;
      readonly lines: DeferredTree;
    },
  ) {
    this.#services = services;
    this.#contextKeys = options.contextKeys;
    this.#home = options.home;
    this.#filter = new AgentFilter(services.extension.workspaceState);
    this.#view = options.view;
    this.#lines = options.lines;
    this.provider = new SessionTreeProvider(this.#model, services);
    this.#ages = new AgeTimer(
      () =>
        this.#view.visible && services.catalog.all().length > 0
          ? this.#model.sessions().map(({ session }) => session.updatedAt)
          : undefined,
      () => {
        this.#update();
      },
    );
    this.#disposables = [
      this.#ages,
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

  /** The newest session in the list, while the list is visible. */
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

  /** The one selected session, while the list is visible. */
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
        // The list was redrawn meanwhile.
        this.#services.log.debug('tree', 'session not selected', { reason: String(error) });
      });
    }
  }

  /** Scans, and keeps the list in sync with the disk while it is visible. */
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
      { groupBy: settings.groupBy(), now },
      (session) => appearanceOf(session, now, catalog.links),
    );
    if (change.kind !== 'none') {
      this.#lines.redraw(change.kind === 'all' ? undefined : change.nodes);
    }
    this.#contextKeys.set('sessionBrowser.state', this.#state());
    this.#contextKeys.set('sessionBrowser.filtered', this.#filter.agents !== undefined);
    this.#contextKeys.set('sessionBrowser.manyAgents', catalog.agents.size > 1);
    this.#sayWhatIsShown();
    this.#ages.schedule();
  }

  #state(): ContextValues['sessionBrowser.state'] {
    const { state, listings } = this.#services.catalog;
    if (state !== 'ready') {
      return state;
    }
    if (listings.length === 0) {
      return 'noFolderOnDisk';
    }
    const off = disabledAgents().length;
    return off === 0 ? state : off === adapters.length ? 'agentsOff' : 'someAgentsOff';
  }

  #sayWhatIsShown(): void {
    const { catalog } = this.#services;
    const { agents } = this.#filter;
    const state = this.#state();
    const isListed = state === 'ready' || state === 'someAgentsOff';
    const listText = isListed ? listMessage(catalog.listings, agents, this.#home) : '';
    this.#view.message = [scanMessage(catalog), listText].filter((text) => text !== '').join(' ');
    this.#view.description = agents === undefined ? '' : agentNames(agents);
  }
}
