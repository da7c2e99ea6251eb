import './pageDom.ts';
import { render, type RenderResult } from '@testing-library/preact';
import type { ComponentChild } from 'preact';
import type { Port } from '#protocol/channel/contract.ts';
import type { ViewState } from '#protocol/pages/viewState.ts';
import type { PageHost } from '../../webview/kit/page/host.ts';
import { PageSurface } from '../../webview/replay/PageSurface.tsx';
import { loadLazy } from '../../webview/replay/Lazy.tsx';
import { createPage, type Page } from '../../webview/replay/model/pageContext.ts';
import { PageHostFake } from './pageHost.ts';
import type { PageSession } from './pageSession.ts';

// In these tests, the page has loaded.
await loadLazy();

/** Two ends of a channel; messages are cloned, as between two contexts. */
export function linkedPorts(): readonly [Port, Port] {
  const listeners: ((message: unknown) => void)[] = [];
  const port = (own: number, other: number): Port => ({
    post: (message) => {
      const sent: unknown = structuredClone(message);
      queueMicrotask(() => {
        listeners[other]?.(sent);
      });
    },
    listen: (listener) => {
      listeners[own] = listener;
    },
  });
  return [port(0, 1), port(1, 0)];
}

export interface TestPage {
  readonly page: Page;
  readonly fake: PageHostFake;
  readonly host: PageHost;
  /** Saved states, in order. */
  readonly saved: ViewState[];
}

/** A page and its host over a test's rows. @param state saved by an earlier page. */
export function testPage(session: PageSession = { rows: [] }, state?: unknown): TestPage {
  const [pagePort, hostPort] = linkedPorts();
  const fake = new PageHostFake(hostPort, session);
  const saved: ViewState[] = [];
  const host: PageHost = {
    port: pagePort,
    loadState: () => saved.at(-1) ?? state,
    saveState: (next) => {
      saved.push(next);
    },
  };
  return { page: createPage(host), fake, host, saved };
}

export interface Rendered extends TestPage {
  readonly view: RenderResult;
}

/** Renders a component within a page. */
export function renderInPage(child: ComponentChild, session?: PageSession): Rendered {
  const made = testPage(session);
  const view = render(<PageSurface page={made.page}>{child}</PageSurface>);
  return { ...made, view };
}

/** Waits until messages have crossed and their effects are drawn. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) {
    await new Promise((resolve) => setTimeout(resolve));
  }
}
