import { render } from 'preact';
import { setLanguage } from '#base/l10n.ts';
import { createNumbersModel } from './numbersModel.ts';
import { NumbersPage } from './NumbersPage.tsx';

const texts = document.querySelector<HTMLMetaElement>('meta[name=texts]')?.content;
setLanguage({
  locale: document.documentElement.lang,
  // Trusted: written by the host.
  texts: texts === undefined ? undefined : (JSON.parse(texts) as Record<string, string>),
});
const api = acquireVsCodeApi();
const model = createNumbersModel({
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
  saveState: (state) => {
    api.setState(state);
  },
  now: () => Date.now(),
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
render(<NumbersPage model={model} />, root);
void model.start();
