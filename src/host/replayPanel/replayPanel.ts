import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import { oneLine } from '#core/text/oneLine.ts';
import type { SessionSummary } from '#core/session.ts';
import { Endpoint } from '#protocol/endpoint.ts';
import type { HostContract, PageAction, PageContract, ReplayHeader } from '#protocol/page.ts';
import { checkedHandlers } from '#protocol/pageSchemas.ts';
import type { IndexState } from '#protocol/worker.ts';
import { showFailure } from '../commands/runCommand.ts';
import { Emitter, type Disposable, type Event } from '../emitter.ts';
import type { SessionLease } from '../openSessions.ts';
import { sessionLabel } from '../sessionLabel.ts';

import { replayPage } from './html.ts';
import { replayHandlers } from './replayHandlers.ts';
import { forksOf, parentOf } from './sessionRelatives.ts';
import { tildePath } from './tildePath.ts';
import type { ReplayServices } from './replayServices.ts';

/** Characters of a tab's title. */
const titleLength = 40;

/** One open replay: a tab, the page in it and the session it holds open in the worker. */
export class ReplayPanel implements Disposable {
  readonly session: SessionSummary;
  readonly #panel: vscode.WebviewPanel;
  readonly #services: ReplayServices;
  readonly #lease: SessionLease;
  readonly #ended: Emitter<undefined>;
  readonly #activeChanged: Emitter<undefined>;
  readonly #subscriptions: Disposable[];
  #endpoint: Endpoint<HostContract, PageContract> | undefined;
  #receive: ((message: unknown) => void) | undefined;
  #pageReady = false;
  #latest: IndexState | undefined;
  /** What the page was told last. */
  #told: ReplayHeader | undefined;

  constructor(panel: vscode.WebviewPanel, session: SessionSummary, services: ReplayServices) {
    this.session = session;
    this.#panel = panel;
    this.#services = services;
    this.#lease = services.sessions.acquire(session.path);
    const onFault = (fault: unknown) => {
      services.log.error('replay', 'listener failed', fault);
    };
    this.#ended = new Emitter(onFault);
    this.#activeChanged = new Emitter(onFault);
    panel.iconPath = services.icon;
    this.#setTitle(sessionLabel(session));
    this.#subscriptions = [
      panel.webview.onDidReceiveMessage((message: unknown) => {
        this.#take(message);
      }),
      panel.onDidChangeViewState(() => {
        // A hidden page is thrown away; a page that is shown again is a new one and says so.
        this.#pageReady = this.#pageReady && panel.visible;
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
        void this.refresh(this.#chosenLeaf());
      }),
    ];
    panel.webview.html = replayPage({
      cspSource: panel.webview.cspSource,
      nonce: randomBytes(16).toString('base64'),
      script: this.#pageFile('main.js'),
      style: this.#pageFile('main.css'),
      locale: vscode.env.language,
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

  get isVisible(): boolean {
    return this.#panel.visible;
  }

  reveal(column: vscode.ViewColumn | undefined, preserveFocus: boolean): void {
    this.#panel.reveal(column, preserveFocus);
  }

  /**
   * Looks at the log again; what is new appears on the page.
   *
   * @param leaf the branch to show, in a worker that does not know it.
   */
  async refresh(leaf?: number): Promise<void> {
    const { worker } = this.#services;
    const { path } = this.session;
    try {
      await this.#lease.opened;
      const state = await worker.request('session/refresh', { path });
      this.#show(
        leaf === undefined ? state : await worker.request('session/branch', { path, leaf }),
      );
    } catch (error) {
      this.#services.log.warn('replay', 'session not read again', { reason: String(error) });
      this.#notify('session/failed', {
        message: error instanceof Error ? error.message : String(error),
      });
    }
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
    this.#endpoint?.close('The replay was closed.');
    this.#lease.dispose();
    this.#panel.dispose();
    this.#ended.fire(undefined);
    this.#ended.dispose();
    this.#activeChanged.dispose();
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
            const state = await this.#lease.opened;
            this.#pageReady = true;
            this.#latest ??= state;
            this.#services.log.debug('replay', 'page ready', { rows: this.#latest.rows });
            return this.#tell(this.#latest);
          },
          showBranch: async (leaf) => {
            await this.#lease.opened;
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
      'copyId',
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
