import { randomBytes } from 'node:crypto';
import { language } from '#base/l10n.ts';
import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import { oneLine } from '#core/text/oneLine.ts';
import type { SessionSummary } from '#core/session.ts';
import { Endpoint } from '#protocol/endpoint.ts';
import type { HostContract, PageAction, PageContract, ReplayHeader } from '#protocol/page.ts';
import { checkedHandlers } from '#protocol/pageSchemas.ts';
import type { IndexState } from '#protocol/worker.ts';
import { showFailure } from '../vscode/runCommand.ts';
import { Emitter, type Disposable, type Event } from '#base/emitter.ts';
import type { SessionLease } from '../worker/openSessions.ts';
import { sessionLabel } from '../catalog/sessionLabel.ts';
import { replayPage } from './html.ts';
import { replayHandlers } from './replayHandlers.ts';
import { forksOf, parentOf } from './sessionRelatives.ts';
import { tildePath } from './tildePath.ts';
import type { ReplayServices } from './replayServices.ts';

/** Characters of a tab's title. */
const titleLength = 40;

/** A session is closed in the worker when its replay has been hidden for so long. */
const closeAfterMs = 60_000;

/** One open replay: a tab, the page in it and the session it holds open in the worker. */
export class ReplayPanel implements Disposable {
  readonly session: SessionSummary;
  readonly #panel: vscode.WebviewPanel;
  readonly #services: ReplayServices;
  /** Undefined when the replay was hidden for long. */
  #lease: SessionLease | undefined;
  readonly #ended: Emitter<undefined>;
  readonly #activeChanged: Emitter<undefined>;
  readonly #used: Emitter<undefined>;
  readonly #subscriptions: Disposable[];
  #endpoint: Endpoint<HostContract, PageContract> | undefined;
  #receive: ((message: unknown) => void) | undefined;
  #pageReady = false;
  /** Keeps the worker, and the list up with the disk, while the replay can be seen. */
  #whileSeen: Disposable | undefined;
  /** What the lease gave when the session was opened last. */
  #opened: Promise<IndexState> | undefined;
  #closing: NodeJS.Timeout | undefined;
  /** The log may have more than the page was told. */
  #stale = false;
  #latest: IndexState | undefined;
  /** What the page was told last. */
  #told: ReplayHeader | undefined;

  constructor(panel: vscode.WebviewPanel, session: SessionSummary, services: ReplayServices) {
    this.session = session;
    this.#panel = panel;
    this.#services = services;
    this.#lease = services.sessions.acquire(session.path);
    this.#opened = this.#lease.opened;
    const onFault = (fault: unknown) => {
      services.log.error('replay', 'listener failed', fault);
    };
    this.#ended = new Emitter(onFault);
    this.#activeChanged = new Emitter(onFault);
    this.#used = new Emitter(onFault);
    panel.iconPath = services.icon;
    this.#setTitle(sessionLabel(session));
    this.#subscriptions = [
      panel.webview.onDidReceiveMessage((message: unknown) => {
        this.#take(message);
      }),
      panel.onDidChangeViewState(() => {
        // A hidden page is thrown away; a page that is shown again is a new one and says so.
        this.#pageReady = this.#pageReady && panel.visible;
        if (!panel.visible) {
          this.#leave();
        }
        this.#activeChanged.fire(undefined);
      }),
      panel.onDidDispose(() => {
        this.dispose();
      }),
      services.worker.onDidIndex(({ path, state }) => {
        if (path === session.path) {
          this.#show(state);
        }
      }),
      services.worker.onDidRestart(() => {
        void this.refresh();
      }),
    ];
    panel.webview.html = replayPage({
      cspSource: panel.webview.cspSource,
      nonce: randomBytes(16).toString('base64'),
      script: this.#pageFile('main.js'),
      style: this.#pageFile('main.css'),
      language: language(),
    });
  }

  get isActive(): boolean {
    return this.#panel.active;
  }

  get onDidEnd(): Event<undefined> {
    return this.#ended.event;
  }

  get onDidChangeActive(): Event<undefined> {
    return this.#activeChanged.event;
  }

  /** The user does something with the session, more than reading it. */
  get onDidUse(): Event<undefined> {
    return this.#used.event;
  }

  get isVisible(): boolean {
    return this.#panel.visible;
  }

  reveal(column: vscode.ViewColumn | undefined, preserveFocus: boolean): void {
    this.#panel.reveal(column, preserveFocus);
  }

  /** Looks at the log again; what is new appears on the page. One that is hidden looks when it is shown. */
  async refresh(): Promise<void> {
    this.#stale = true;
    if (!this.#pageReady) {
      return;
    }
    try {
      this.#show(await this.#look());
    } catch (error) {
      this.#services.log.warn('replay', 'session not read again', { reason: String(error) });
      this.#notify('session/failed', {
        message: error instanceof Error ? error.message : String(error),
      });
    }
  }

  /**
   * The session as it is on disk now, opened in a worker that does not have it, with the branch that
   * was chosen.
   */
  async #look(): Promise<IndexState> {
    const { worker } = this.#services;
    const { path } = this.session;
    clearTimeout(this.#closing);
    this.#lease ??= this.#services.sessions.acquire(path);
    const { opened } = this.#lease;
    const isNew = this.#opened !== opened;
    const isStale = this.#stale;
    const leaf = this.#chosenLeaf();
    this.#stale = false;
    if (isNew) {
      this.#opened = opened;
      this.#latest = undefined;
    }
    const state = await opened;
    if (isNew && leaf !== undefined) {
      return worker.request('session/branch', { path, leaf });
    }
    return isStale && !isNew
      ? worker.request('session/refresh', { path })
      : // The index may have got further meanwhile.
        (this.#latest ?? state);
  }

  /** Nobody sees the replay: before long nothing is kept for it. */
  #leave(): void {
    this.#whileSeen?.dispose();
    this.#whileSeen = undefined;
    clearTimeout(this.#closing);
    this.#closing = setTimeout(() => {
      this.#close();
    }, closeAfterMs);
  }

  #close(): void {
    clearTimeout(this.#closing);
    this.#lease?.dispose();
    this.#lease = undefined;
  }

  /** Tells the page again what the host adds to the log, if any of it changed. */
  updateHeader(): void {
    if (this.#latest !== undefined && this.#told !== undefined) {
      const header = this.#header(this.#latest);
      if (!isDeepStrictEqual(header, this.#told)) {
        this.#told = header;
        this.#notify('session/changed', header);
      }
    }
  }

  /** Safe to call from the panel's own end, and twice. */
  dispose(): void {
    const subscriptions = this.#subscriptions.splice(0);
    if (subscriptions.length === 0) {
      return;
    }
    for (const subscription of subscriptions) {
      subscription.dispose();
    }
    this.#leave();
    this.#close();
    this.#endpoint?.close('The replay was closed.');
    this.#panel.dispose();
    this.#ended.fire(undefined);
    this.#ended.dispose();
    this.#activeChanged.dispose();
    this.#used.dispose();
  }

  /**
   * A page begins with `ready`. A new page in the same tab counts its requests from one again, so it
   * gets a new endpoint: an answer to the page before must not reach it.
   */
  #take(message: unknown): void {
    if (isReady(message)) {
      this.#connect();
    }
    this.#receive?.(message);
  }

  #connect(): void {
    this.#endpoint?.close('The page was drawn anew.');
    const { webview } = this.#panel;
    this.#endpoint = new Endpoint<HostContract, PageContract>(
      {
        post: (message) => {
          void webview.postMessage(message);
        },
        listen: (listener) => {
          this.#receive = listener;
        },
      },
      checkedHandlers(
        replayHandlers(this.session, this.#services, {
          ready: async () => {
            const { worker, catalog, log } = this.#services;
            const held = (this.#whileSeen ??= worker.hold());
            const header = this.#tell(await this.#look());
            this.#pageReady = true;
            log.debug('replay', 'page ready', { rows: header.rows });
            // The page says which sessions belong to this one; after the rows, for they are waited for.
            if (this.#whileSeen === held) {
              this.#whileSeen = vscode.Disposable.from(held, catalog.follow());
            }
            return header;
          },
          used: () => {
            this.#used.fire(undefined);
          },
          showBranch: async (leaf) => {
            await this.#look();
            const { worker } = this.#services;
            const { path } = this.session;
            return this.#tell(await worker.request('session/branch', { path, leaf }));
          },
        }),
      ),
      (fault) => {
        showFailure(fault, this.#services.log, 'replay');
      },
    );
  }

  #show(state: IndexState): void {
    this.#notify('session/changed', this.#tell(state));
  }

  /** What the page is told of a state; the tab's title follows it. */
  #tell(state: IndexState): ReplayHeader {
    this.#latest = state;
    this.#told = this.#header(state);
    this.#setTitle(state.title);
    return this.#told;
  }

  #chosenLeaf(): number | undefined {
    const branch = this.#latest?.branch;
    return branch === undefined || branch.isLast ? undefined : branch.leaf;
  }

  #notify<Name extends keyof PageContract['notices']>(
    name: Name,
    body: PageContract['notices'][Name],
  ): void {
    if (this.#pageReady) {
      this.#endpoint?.notify(name, body);
    }
  }

  #header(state: IndexState): ReplayHeader {
    const { catalog, gate, home } = this.#services;
    const { agent } = this.session;
    const { parent: link, ...rest } = state;
    const from = { known: catalog, gate, titleOf: sessionLabel };
    return {
      ...rest,
      folder: state.cwd === undefined ? undefined : tildePath(state.cwd, home),
      ...(link === undefined ? {} : { parent: parentOf(link, agent, from) }),
      forks: forksOf(this.session, from),
      actions: this.#actions(),
    };
  }

  #actions(): readonly PageAction[] {
    return [
      'resumeInChat',
      ...(this.#services.canResumeInTerminal(this.session) ? (['resumeInTerminal'] as const) : []),
      ...(vscode.workspace.isTrusted ? (['fork'] as const) : []),
      'exportConversation',
      'openRawLog',
    ];
  }

  #setTitle(title: string): void {
    const short = oneLine(title, titleLength);
    if (short !== '' && this.#panel.title !== short) {
      this.#panel.title = short;
    }
  }

  #pageFile(name: string): string {
    const uri = vscode.Uri.joinPath(this.#services.pageFolder, name);
    return this.#panel.webview.asWebviewUri(uri).toString();
  }
}

function isReady(message: unknown): boolean {
  return (
    typeof message === 'object' &&
    message !== null &&
    'type' in message &&
    message.type === 'request' &&
    'name' in message &&
    message.name === 'ready'
  );
}
