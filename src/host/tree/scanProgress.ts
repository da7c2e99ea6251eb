import * as vscode from 'vscode';
import type { Disposable } from '#base/emitter.ts';
import type { SessionCatalog } from '../catalog/sessionCatalog.ts';
import type { ContextKeys } from '../vscode/contextKeys.ts';
import { viewIds } from '../vscode/contributions.ts';

/** A shorter scan is not worth mentioning. */
const quietMs = 400;

/** Shows above the list that a scan is running, with a button that stops it. */
export class ScanProgress implements Disposable {
  readonly #contextKeys: ContextKeys;
  readonly #subscriptions: readonly Disposable[];
  #timer: NodeJS.Timeout | undefined;
  #end: (() => void) | undefined;

  constructor(
    catalogs: readonly Pick<SessionCatalog, 'onDidStart' | 'onDidChange' | 'isScanning'>[],
    contextKeys: ContextKeys,
  ) {
    this.#contextKeys = contextKeys;
    this.#subscriptions = catalogs.flatMap((catalog) => [
      catalog.onDidStart(() => {
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => {
          this.#show();
        }, quietMs);
      }),
      catalog.onDidChange(() => {
        if (!catalogs.some(({ isScanning }) => isScanning)) {
          this.#hide();
        }
      }),
    ]);
  }

  dispose(): void {
    this.#hide();
    for (const subscription of this.#subscriptions) {
      subscription.dispose();
    }
  }

  #show(): void {
    if (this.#end !== undefined) {
      return;
    }
    this.#contextKeys.set('sessionBrowser.scanning', true);
    const ended = new Promise<void>((resolve) => {
      this.#end = resolve;
    });
    void vscode.window.withProgress({ location: { viewId: viewIds.sessions } }, () => ended);
  }

  #hide(): void {
    clearTimeout(this.#timer);
    if (this.#end !== undefined) {
      this.#end();
      this.#end = undefined;
      this.#contextKeys.set('sessionBrowser.scanning', false);
    }
  }
}
