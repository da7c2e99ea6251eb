import { render } from 'preact';
import { App } from './App.tsx';
import { loadLazy } from './Lazy.tsx';
import { PageSurface } from './PageSurface.tsx';
import { connectHost } from '../kit/page/host.ts';
import { reportFault } from '../kit/page/reportFault.ts';
import { createPage } from './model/pageContext.ts';
import { hearFaults, pageRoot, takeLanguage } from '../kit/page/pageStart.ts';

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
    void loadLazy().then(({ startPlayback }) => {
      page.playback.value = startPlayback(page);
    });
    void import('./controls.ts').then(({ registerControls }) => registerControls());
  });
});
