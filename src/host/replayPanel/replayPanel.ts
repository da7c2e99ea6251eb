import { randomBytes } from 'node:crypto';
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
        void this.refresh();
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

  /** Looks at the log again; what is new appears on the page. */
  async refresh(): Promise<void> {
    try {
      await this.#lease.opened;
      this.#show(
        await this.#services.worker.request('session/refresh', { path: this.session.path }),
      );
    } catch (error) {
      this.#services.log.warn('replay', 'session not read again', { reason: String(error) });
      this.#notify('session/failed', {
        message: error instanceof Error ? error.message : String(error),
      });
    }
  }

  /** Tells the page again which actions there are. */
  updateActions(): void {
    if (this.#latest !== undefined) {
      this.#notify('session/changed', this.#header(this.#latest));
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
            return this.#header(this.#latest);
          },
        }),
      ),
      (fault) => {
        showFailure(fault, this.#services.log, 'replay');
      },
    );
  }

  #show(state: IndexState): void {
    this.#latest = state;
    this.#setTitle(state.title);
    this.#notify('session/changed', this.#header(state));
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
    return { ...state, actions: this.#actions() };
  }

  #actions(): readonly PageAction[] {
    return [
      'resumeInChat',
      ...(this.#services.canResumeInTerminal(this.session) ? (['resumeInTerminal'] as const) : []),
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
