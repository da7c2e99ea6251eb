import { t } from '#base/l10n.ts';
import type * as vscode from 'vscode';
import type { Disposable } from '#base/emitter.ts';
import { member } from '#base/member.ts';
import type { Contract } from '#protocol/channel/contract.ts';
import { Endpoint, type Handlers } from '#protocol/channel/endpoint.ts';
import type { Log, LogArea } from '../vscode/log.ts';

/**
 * The messages between a tab and the page in it. A new page in the same tab counts its requests
 * from one again, so it gets a new endpoint: an answer to the previous page must not reach it.
 */
export class PageChannel<Host extends Contract, Page extends Contract> implements Disposable {
  readonly #connect: () => Endpoint<Host, Page>;
  readonly #received: Disposable;
  #endpoint: Endpoint<Host, Page> | undefined;
  #receive: ((message: unknown) => void) | undefined;

  /** @param handlers that check what the page sends. */
  constructor(
    webview: vscode.Webview,
    handlers: Handlers<Host>,
    onFault: (fault: unknown) => void,
  ) {
    const port = {
      post: (message: unknown) => {
        void webview.postMessage(message);
      },
      listen: (listener: (message: unknown) => void) => {
        this.#receive = listener;
      },
    };
    this.#connect = () => new Endpoint<Host, Page>(port, handlers, onFault);
    this.#received = webview.onDidReceiveMessage((message: unknown) => {
      if (isReady(message)) {
        this.#endpoint?.close(t('The replay was reloaded.'));
        this.#endpoint = this.#connect();
      }
      this.#receive?.(message);
    });
  }

  notify<Name extends keyof Page['notices'] & string>(
    name: Name,
    body: Page['notices'][Name],
  ): void {
    this.#endpoint?.notify(name, body);
  }

  /** The page was hidden, which ends it: so does what it asked for, and nothing of it reaches the next page. */
  hide(): void {
    if (this.#endpoint !== undefined) {
      this.#endpoint.close(t('The replay was closed.'));
      this.#endpoint = this.#connect();
    }
  }

  dispose(): void {
    this.#received.dispose();
    this.#endpoint?.close(t('The replay was closed.'));
  }
}

/** Takes the page's own failures into the log. */
export function pageFaultLog(log: Log, area: LogArea) {
  return ({ message, stack }: { readonly message: string; readonly stack: string }) => {
    log.error(area, 'page failed', `${message}\n${stack}`);
  };
}

/** The first message of a page. */
function isReady(message: unknown): boolean {
  return member(message, 'type') === 'request' && member(message, 'name') === 'ready';
}
