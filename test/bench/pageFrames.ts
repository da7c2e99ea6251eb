import type { CDPSession, Page } from 'playwright-core';

/** Frame statistics of an action on the page. */
export interface Frames {
  readonly count: number;
  /** Longest interval between frames, in ms. */
  readonly longest: number;
  /** Maximum row elements at the end of a frame. */
  readonly mounted: number;
}

interface Recording {
  readonly times: number[];
  mounted: number;
  isRunning: boolean;
}

/** Records the page's frames during an action. */
export async function framesWhile(page: Page, act: () => Promise<void>): Promise<Frames> {
  await page.evaluate(() => {
    const recording: Recording = { times: [], mounted: 0, isRunning: true };
    const frame = (time: number) => {
      recording.times.push(time);
      const mounted = document.querySelectorAll('.list-item').length;
      recording.mounted = Math.max(recording.mounted, mounted);
      if (recording.isRunning) {
        requestAnimationFrame(frame);
      }
    };
    requestAnimationFrame(frame);
    Object.assign(window, { recording });
  });
  await act();
  return page.evaluate(() => {
    const { recording } = window as unknown as { recording: Recording };
    recording.isRunning = false;
    const { times, mounted } = recording;
    const gaps = times.slice(1).map((time, at) => time - (times[at] ?? time));
    return { count: gaps.length, longest: Math.max(...gaps), mounted };
  });
}

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** CPU time in µs. */
  readonly tdur?: number;
}

/**
 * CPU time in ms of the page's longest task during an action. Unlike a frame, it excludes other
 * programs' work.
 */
export async function longestTaskWhile(page: Page, act: () => Promise<void>): Promise<number> {
  const session = await page.context().newCDPSession(page);
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => {
    events.push(...(value as unknown as readonly TraceEvent[]));
  });
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: {
      includedCategories: [
        'devtools.timeline',
        'disabled-by-default-devtools.timeline',
        'toplevel',
      ],
    },
  });
  await act();
  await traceEnd(session);
  // The thread of the page's script; others have tasks of the same name.
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
  const threads = new Set(events.filter(({ name }) => name === 'FunctionCall').map(threadOf));
  const tasks = events.filter(
    (event) => event.name === 'RunTask' && event.tdur !== undefined && threads.has(threadOf(event)),
  );
  return tasks.reduce((most, { tdur = 0 }) => Math.max(most, tdur), 0) / 1000;
}

async function traceEnd(session: CDPSession): Promise<void> {
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.end');
  await complete;
}

/** Memory of the page's script and document after garbage collection. */
export async function scriptMemory(
  page: Page,
): Promise<{ readonly heap: number; readonly nodes: number }> {
  const session = await page.context().newCDPSession(page);
  for (let turn = 0; turn < 3; turn += 1) {
    await session.send('HeapProfiler.collectGarbage');
  }
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  const { nodes } = await session.send('Memory.getDOMCounters');
  return { heap: usedSize, nodes };
}
