import type { Port } from '#protocol/channel/contract.ts';
import type { ViewState } from '#protocol/pages/viewState.ts';

/** The only connection to VS Code: messages, and the small state that survives a reload. */
export interface PageHost<State = ViewState> {
  readonly port: Port;
  /** The state from `saveState`, perhaps of an older version of the page. */
  loadState(): unknown;
  saveState(state: State): void;
}

/** @throws when called twice or outside a webview: `acquireVsCodeApi` works only once. */
export function connectHost<State = ViewState>(): PageHost<State> {
  const api = acquireVsCodeApi();
  return {
    port: {
      post: (message) => api.postMessage(message),
      listen: (listener) =>
        window.addEventListener('message', (event: MessageEvent<unknown>) => listener(event.data)),
    },
    loadState: () => api.getState(),
    saveState: (state) => {
      api.setState(state);
    },
  };
}
