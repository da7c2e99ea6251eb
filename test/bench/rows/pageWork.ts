import type { Page } from 'playwright-core';
import { launchPageBrowser } from '../../support/launchPageBrowser.ts';
import { PageBrowser } from '../../support/pageBrowser.ts';
import { pageMoves } from '../../support/pageMoves.ts';

/** The page is drawn and has loaded everything that follows the first paint. */
const settledMs = 1_000;

/** What the page does while it is moved through a scenario of `pageScenario.ts`. */
export async function pageWork(scenario: string, move: keyof typeof pageMoves, frames: number) {
  const chromium = await launchPageBrowser();
  const browser = new PageBrowser();
  await browser.start(chromium);
  try {
    const page = await browser.open(scenario);
    await page.waitForTimeout(settledMs);
    const found = await workWhile(page, () => pageMoves[move](page, frames));
    await browser.close(page);
    return found;
  } finally {
    await browser.stop();
    await chromium.close();
  }
}

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** Processor time, µs. */
  readonly tdur?: number;
}

/**
 * The longest task of the page's thread while it is moved, in ms of processor time: other programs on
 * the machine make frames longer, and not that.
 */
async function workWhile(page: Page, move: () => Promise<void>) {
  const session = await page.context().newCDPSession(page);
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => {
    events.push(...(value as unknown as readonly TraceEvent[]));
  });
  const timeline = 'devtools.timeline';
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: {
      includedCategories: [timeline, `disabled-by-default-${timeline}`, 'toplevel'],
    },
  });
  const frames = await framesWhile(page, move);
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.end');
  await complete;
  // The thread of the page's script; others have tasks of the same name.
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
  const threads = new Set(events.filter(({ name }) => name === 'FunctionCall').map(threadOf));
  const tasks = events.filter((event) => event.name === 'RunTask' && threads.has(threadOf(event)));
  const task = Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1000;
  if (!Number.isFinite(task)) {
    throw new Error('Chromium recorded no task of the page.');
  }
  return { ...frames, task };
}

interface Recording {
  readonly times: number[];
  isRunning: boolean;
}

/** The number of frames meanwhile, and the longest time between two in ms. */
async function framesWhile(page: Page, move: () => Promise<void>) {
  await page.evaluate(() => {
    const recording: Recording = { times: [], isRunning: true };
    const frame = (time: number) => {
      recording.times.push(time);
      if (recording.isRunning) {
        requestAnimationFrame(frame);
      }
    };
    requestAnimationFrame(frame);
    Object.assign(window, { recording });
  });
  await move();
  return page.evaluate(() => {
    const { recording } = window as unknown as { recording: Recording };
    recording.isRunning = false;
    const { times } = recording;
    const gaps = times.slice(1).map((time, at) => time - (times[at] ?? time));
    return { count: gaps.length, longest: Math.max(...gaps) };
  });
}
