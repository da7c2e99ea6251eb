import { render } from 'preact';
import { App } from './page/App.tsx';
import { loadLate } from './page/Later.tsx';
import { PageSurface } from './page/PageSurface.tsx';
import { connectHost } from './model/host.ts';
import { reportFault } from './model/reportFault.ts';
import { createPage } from './page/pageContext.ts';
import { hearFaults, pageRoot, takeLanguage } from './model/pageStart.ts';

takeLanguage();
const page = createPage(connectHost());

hearFaults((fault) => {
  // Measuring rows changes the list within the same frame; browsers report that notifications were
  // delayed by one frame, which is harmless.
  if (typeof fault !== 'string' || !fault.startsWith('ResizeObserver loop')) {
    reportFault(page.replay.endpoint, fault);
  }
});

render(
  <PageSurface page={page}>
    <App />
  </PageSurface>,
  pageRoot(),
);
void page.replay.start();

// The second frame starts after the first was painted.
requestAnimationFrame(() => {
  requestAnimationFrame(() => {
    void loadLate().then(({ startPlayback }) => {
      page.playback.value = startPlayback(page);
    });
    void import('./page/controls.ts').then(({ registerControls }) => registerControls());
  });
});
