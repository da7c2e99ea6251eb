import { render } from 'preact';
import { App } from './page/App.tsx';
import { loadLate } from './page/Later.tsx';
import { PageSurface } from './page/PageSurface.tsx';
import { connectHost } from './model/host.ts';
import { reportFault } from './model/reportFault.ts';
import { createPage } from './page/pageContext.ts';
import { setLanguage } from '#base/l10n.ts';

const texts = document.querySelector<HTMLMetaElement>('meta[name=texts]')?.content;
setLanguage({
  locale: document.documentElement.lang,
  // Trusted: written by the host.
  texts: texts === undefined ? undefined : (JSON.parse(texts) as Record<string, string>),
});
const page = createPage(connectHost());

addEventListener('error', (event) => {
  // Measuring rows changes the list within the same frame; browsers report that notifications were
  // delayed by one frame, which is harmless.
  if (!event.message.startsWith('ResizeObserver loop')) {
    reportFault(page.replay.endpoint, event.error ?? event.message);
  }
});
addEventListener('unhandledrejection', (event) => {
  reportFault(page.replay.endpoint, event.reason);
});

const root = document.getElementById('app');
if (root === null) {
  throw new Error('The document has no place for the page.');
}
render(
  <PageSurface page={page}>
    <App />
  </PageSurface>,
  root,
);
void page.replay.start();

// The second frame starts after the first was painted.
requestAnimationFrame(() => {
  requestAnimationFrame(() => {
    void loadLate().then(({ startPlayback }) => {
      page.playback.value = startPlayback(page);
    });
    void import('./page/controls.ts').then(({ registerControls }) => {
      registerControls();
    });
  });
});
