import { basename } from 'node:path';
import * as vscode from 'vscode';
import { adapters } from '#agents/registry.ts';
import type { FolderListing } from '#protocol/worker.ts';
import type { ContextKeys } from '../contextKeys.ts';
import { configKeys, viewIds } from '../contributions.ts';
import type { Disposable } from '../emitter.ts';
import { shortenHome } from '../log.ts';
import type { ChatServices } from '../services.ts';
import { settings } from '../settings.ts';
import { untilRelativeTimeChanges } from './relativeTime.ts';
import { appearanceOf, SessionTreeProvider } from './sessionTreeProvider.ts';
import { TreeModel, type SessionNode, type TreeNode } from './treeModel.ts';

/** A list of thousands must not be drawn again every few seconds because of its many ages. */
const shortestTickMs = 15_000;

/** The list of sessions in the activity bar. */
export class SessionTree implements vscode.Disposable {
  readonly #services: Pick<ChatServices, 'catalog' | 'worker' | 'log'>;
  readonly #contextKeys: ContextKeys;
  readonly #home: string;
  readonly #model = new TreeModel();
  readonly #provider: SessionTreeProvider;
  readonly #view: vscode.TreeView<TreeNode>;
  readonly #disposables: readonly Disposable[];
  #timer: NodeJS.Timeout | undefined;

  constructor(
    services: Pick<ChatServices, 'catalog' | 'worker' | 'log'>,
    options: { contextKeys: ContextKeys; home: string },
  ) {
    this.#services = services;
    this.#contextKeys = options.contextKeys;
    this.#home = options.home;
    this.#provider = new SessionTreeProvider(this.#model, services);
    this.#view = vscode.window.createTreeView(viewIds.sessions, {
      treeDataProvider: this.#provider,
      showCollapseAll: true,
      canSelectMany: false,
    });
    this.#disposables = [
      this.#view,
      this.#provider,
      services.catalog.onDidChange(() => {
        this.#update();
      }),
      settings.onDidChange(configKeys.groupBy, () => {
        this.#update();
      }),
      this.#view.onDidChangeVisibility(() => {
        this.#update();
      }),
    ];
    this.#update();
  }

  /** The one selected session, while the list can be seen. */
  get selection(): SessionNode | undefined {
    const [node] = this.#view.visible ? this.#view.selection : [];
    return node?.kind === 'session' ? node : undefined;
  }

  dispose(): void {
    clearTimeout(this.#timer);
    for (const disposable of this.#disposables) {
      disposable.dispose();
    }
  }

  #update(): void {
    const { catalog } = this.#services;
    const now = Date.now();
    const change = this.#model.update(
      catalog.listings,
      { groupBy: settings.groupBy(), now },
      (session) => appearanceOf(session, now),
    );
    if (change.kind !== 'none') {
      this.#provider.redraw(change.kind === 'all' ? undefined : change.nodes);
    }
    const noFolder = catalog.state === 'ready' && catalog.listings.length === 0;
    this.#contextKeys.set('sessionBrowser.state', noFolder ? 'noFolderOnDisk' : catalog.state);
    this.#setMessage();
    this.#scheduleTick(now);
  }

  /** Ages are kept true only while somebody can see them. */
  #scheduleTick(now: number): void {
    clearTimeout(this.#timer);
    const times = this.#model.sessions().map(({ session }) => session.updatedAt);
    if (!this.#view.visible || times.length === 0) {
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

  /**
   * A view's welcome text can name nothing that is found out at run time, so the folders that were
   * searched stand in the message above the empty list. Without a folder, or after a failed scan,
   * the welcome text of package.json is shown.
   */
  #setMessage(): void {
    const { listings, state } = this.#services.catalog;
    if (state !== 'ready' || listings.length === 0) {
      this.#view.message = '';
      return;
    }
    const parts: string[] = [];
    if (listings.every(({ sessions }) => sessions.length === 0)) {
      parts.push(this.#emptyMessage(listings));
    }
    const unreadable = listings.reduce((sum, { failures }) => sum + failures.length, 0);
    if (unreadable > 0) {
      parts.push(
        vscode.l10n.t('Logs that could not be read: {0}. “Show Log” above says why.', unreadable),
      );
    }
    this.#view.message = parts.join(' ');
  }

  #emptyMessage(listings: readonly FolderListing[]): string {
    const list = (texts: readonly string[]) => [...new Set(texts)].join(', ');
    const folders = list(listings.map(({ folder }) => basename(folder)));
    const searched = list(
      listings.flatMap((listing) => listing.searched.map((path) => shortenHome(path, this.#home))),
    );
    const agents = list(adapters.map(({ label }) => label));
    return [
      searched === ''
        ? vscode.l10n.t('No sessions of {0}: no agent has written any on this machine.', folders)
        : vscode.l10n.t('No sessions of {0} yet. Looked for in: {1}.', folders, searched),
      vscode.l10n.t('Work in this folder with {0} and they appear here by themselves.', agents),
    ].join(' ');
  }
}
