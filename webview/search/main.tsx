import { render } from 'preact';
import { setLanguage } from '#base/l10n.ts';
import type { SearchState } from '#protocol/searchPage.ts';
import { createSearchModel } from './searchModel.ts';
import { SearchPage } from './SearchPage.tsx';

const texts = document.querySelector<HTMLMetaElement>('meta[name=texts]')?.content;
setLanguage({
  locale: document.documentElement.lang,
  // Trusted: written by the host.
  texts: texts === undefined ? undefined : (JSON.parse(texts) as Record<string, string>),
});
const api = acquireVsCodeApi();
const model = createSearchModel({
  port: {
    post: (message) => {
      api.postMessage(message);
    },
    listen: (listener) => {
      addEventListener('message', (event: MessageEvent<unknown>) => {
        listener(event.data);
      });
    },
  },
  loadState: () => api.getState(),
  saveState: (state: SearchState) => {
    api.setState(state);
  },
});

addEventListener('error', (event) => {
  model.report(event.error ?? event.message);
});
addEventListener('unhandledrejection', (event) => {
  model.report(event.reason);
});

const root = document.getElementById('app');
if (root === null) {
  throw new Error('The document has no place for the page.');
}
render(<SearchPage model={model} />, root);
void model.start();
