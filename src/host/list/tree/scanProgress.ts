import * as vscode from 'vscode';
import type { Disposable } from '#base/emitter.ts';
import type { SessionCatalog } from '../sessionCatalog.ts';
import type { ContextKeys } from '../../vscode/contextKeys.ts';
import { viewIds } from '../../vscode/contributions.ts';

/** A shorter scan is not worth mentioning. */
const quietMs = 400;

/** Shows above the list that a scan is running, with a button that stops it. */
export function showScanProgress(
  catalogs: readonly Pick<SessionCatalog, 'onDidStart' | 'onDidChange' | 'isScanning'>[],
  contextKeys: ContextKeys,
): Disposable {
  let timer: NodeJS.Timeout | undefined;
  let end: (() => void) | undefined;
  const show = () => {
    if (end === undefined) {
      contextKeys.set({ 'sessionBrowser.scanning': true });
      const ended = new Promise<void>((resolve) => {
        end = resolve;
      });
      void vscode.window.withProgress({ location: { viewId: viewIds.sessions } }, () => ended);
    }
  };
  const hide = () => {
    clearTimeout(timer);
    if (end !== undefined) {
      end();
      end = undefined;
      contextKeys.set({ 'sessionBrowser.scanning': false });
    }
  };
  return vscode.Disposable.from(
    new vscode.Disposable(hide),
    ...catalogs.flatMap((catalog) => [
      catalog.onDidStart(() => {
        clearTimeout(timer);
        timer = setTimeout(show, quietMs);
      }),
      catalog.onDidChange(() => {
        if (!catalogs.some(({ isScanning }) => isScanning)) {
          hide();
        }
      }),
    ]),
  );
}
