import type { Port } from '#protocol/contract.ts';
import type { ViewState } from '#protocol/page.ts';

/** The one seam to VS Code: messages, and the small state that survives a reload. */
export interface PageHost {
  readonly port: Port;
  /** What `saveState` kept, perhaps by an older version of the page. */
  loadState(): unknown;
  saveState(state: ViewState): void;
}

/** @throws when called twice or outside a webview: `acquireVsCodeApi` can be asked once only. */
export function connectHost(): PageHost {
  const api = acquireVsCodeApi();
  return {
    port: {
      post: (message) => {
        api.postMessage(message);
      },
      listen: (listener) => {
        window.addEventListener('message', (event: MessageEvent<unknown>) => {
          listener(event.data);
        });
      },
    },
    loadState: () => stateOf(document.documentElement.dataset.session, api.getState()),
    saveState: (state) => {
      api.setState(state);
    },
  };
}

/**
 * The state that was kept for this session. A preview tab shows one session after another, and VS Code
 * keeps one state for the tab.
 *
 * @param session path of the log, as the host wrote it into the document.
 */
export function stateOf(session: string | undefined, state: unknown): unknown {
  const isOther =
    session !== undefined &&
    typeof state === 'object' &&
    state !== null &&
    'session' in state &&
    (state as Pick<ViewState, 'session'>).session.path !== session;
  return isOther ? undefined : state;
}
