import { t } from '#base/l10n.ts';
import type * as vscode from 'vscode';
import type { Disposable } from '#base/emitter.ts';
import { Endpoint, type Handlers } from '#protocol/endpoint.ts';
import type { HostContract, PageContract } from '#protocol/page.ts';
import { checkedHandlers } from '#protocol/pageSchemas.ts';

/**
 * The messages between a tab and the page in it. A new page in the same tab counts its requests
 * from one again, so it gets a new endpoint: an answer to the previous page must not reach it.
 */
export class PageChannel implements Disposable {
  readonly #connect: () => Endpoint<HostContract, PageContract>;
  readonly #received: Disposable;
  #endpoint: Endpoint<HostContract, PageContract> | undefined;
  #receive: ((message: unknown) => void) | undefined;

  constructor(
    webview: vscode.Webview,
    handlers: Handlers<HostContract>,
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
    this.#connect = () => new Endpoint(port, checkedHandlers(handlers), onFault);
    this.#received = webview.onDidReceiveMessage((message: unknown) => {
      if (isReady(message)) {
        this.#endpoint?.close(t('The replay was reloaded.'));
        this.#endpoint = this.#connect();
      }
      this.#receive?.(message);
    });
  }

  notify<Name extends keyof PageContract['notices']>(
    name: Name,
    body: PageContract['notices'][Name],
  ): void {
    this.#endpoint?.notify(name, body);
  }

  dispose(): void {
    this.#received.dispose();
    this.#endpoint?.close(t('The replay was closed.'));
  }
}

/** The first message of a page. */
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
