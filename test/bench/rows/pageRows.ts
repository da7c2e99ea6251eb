import type { Page } from 'playwright-core';
import { run } from '../../vscode/children.mjs';
import { inRepository } from '../../vscode/repository.mjs';
import { launchPageBrowser } from '../../support/launchPageBrowser.ts';
import { PageBrowser } from '../../support/pageBrowser.ts';
import { firstScripts } from '../../support/firstScripts.ts';
import { pageMoves } from '../../support/pageMoves.ts';
import type { Finding } from '../measure.ts';
import { framesWhile, longestTaskWhile, scriptMemory, type Frames } from '../pageFrames.ts';
import type { BenchRow, Scale } from '../row.ts';

/** The page is drawn and has loaded everything that follows the first paint. */
const settledMs = 1_000;

interface Way {
  readonly name: string;
  readonly title: string;
  /** As in `pageScenario.ts`. */
  readonly scenario: string;
  readonly move: keyof typeof pageMoves;
  readonly isLong?: boolean;
}

const ways: readonly Way[] = [
  { name: 'scroll', title: '100,000 rows, scrolled', scenario: 'huge', move: 'scroll' },
  { name: 'drag', title: '100,000 rows, dragged end to end', scenario: 'huge', move: 'drag' },
  {
    name: 'timeline',
    title: '100,000 rows, dragged along the timeline',
    scenario: 'huge',
    move: 'timeline',
    isLong: true,
  },
  {
    name: 'play',
    title: '100,000 rows, played',
    scenario: 'huge',
    move: 'play',
    isLong: true,
  },
  {
    name: 'live',
    title: '100,000 rows, more of them written as they are watched',
    scenario: 'growing',
    move: 'live',
    isLong: true,
  },
  {
    name: 'long',
    title: '100,000 long rows with coloured code, dragged end to end',
    scenario: 'heavy',
    move: 'drag',
    isLong: true,
  },
];

function frameRow(way: Way): BenchRow {
  const { name, title, isLong = false } = way;
  return {
    name: `page:${name}`,
    title: `longest frame of ${title}`,
    against: 'the limit of 50 ms',
    unit: 'ms',
    target: 1,
    isLong,
    find: (scale) => framesOf(way, scale),
  };
}

/**
 * The longest frame of the best run: other activity makes frames longer, never shorter. CPU time
 * excludes it altogether.
 */
async function framesOf({ scenario, move }: Way, { quick }: Scale): Promise<Finding> {
  const runs = quick ? 2 : 5;
  // Each takes some 50 ms, because a browser is controlled from outside.
  const frames = quick ? 40 : 240;
  return inBrowser(async (browser) => {
    const found: Frames[] = [];
    for (let round = 0; round < runs; round += 1) {
      const page = await settledPage(browser, scenario);
      found.push(await framesWhile(page, () => pageMoves[move](page, frames)));
      await browser.close(page);
    }
    const bare = await framesOfBareList(browser, move, frames);
    const page = await settledPage(browser, scenario);
    const task = await longestTaskWhile(page, () => pageMoves[move](page, frames));
    await browser.close(page);
    const note = [
      `${bare.longest.toFixed(0)} ms without any rows`,
      `longest task ${task.toFixed(0)} ms of processor time`,
      `at most ${Math.max(...found.map(({ mounted }) => mounted))} rows mounted`,
    ].join(', ');
    const value = Math.min(...found.map(({ longest }) => longest));
    return { value, baseline: 50, runs, note };
  });
}

/** The same for an empty list: the frame times of the machine and browser alone. */
async function framesOfBareList(
  browser: PageBrowser,
  move: Way['move'],
  frames: number,
): Promise<Frames> {
  const page = await browser.openBlank();
  await page.evaluate(() => {
    const list = document.createElement('div');
    list.className = 'list';
    list.style.cssText = 'position: fixed; inset: 120px 0 0 0; overflow-y: scroll';
    list.append(Object.assign(document.createElement('div'), { style: 'height: 4000000px' }));
    const strip = document.createElement('div');
    strip.className = 'timeline';
    strip.style.cssText = 'position: fixed; inset: 80px 0 auto 0; height: 32px';
    document.body.append(list, strip);
  });
  const found = await framesWhile(page, () => pageMoves[move](page, frames));
  await page.close();
  return found;
}

const scriptRow: BenchRow = {
  name: 'page:script',
  title: 'page script before the first paint, gzip',
  against: 'the limit of 60 KB',
  unit: 'KB',
  target: 1,
  async find() {
    await buildPage();
    const scripts = firstScripts();
    const bytes = scripts.reduce((sum, { gzip }) => sum + gzip, 0);
    const note = scripts.map(({ name, gzip }) => `${name} ${(gzip / 1000).toFixed(1)}`).join(', ');
    return { value: bytes / 1000, baseline: 60, runs: 1, note };
  },
};

const heapRow: BenchRow = {
  name: 'page:heap',
  title: 'memory of the page’s script after 100,000 long rows were dragged through',
  against: 'before',
  unit: 'MB',
  // A dozen pages of rows are cached; 100,000 rows would take 300 times that.
  target: 3,
  isLong: true,
  async find() {
    return inBrowser(async (browser) => {
      const page = await settledPage(browser, 'heavy');
      const before = await scriptMemory(page);
      await pageMoves.drag(page, 480);
      await page.keyboard.press('Home');
      await page.waitForTimeout(settledMs);
      const after = await scriptMemory(page);
      await browser.close(page);
      const note = `${before.nodes} and ${after.nodes} nodes of the document`;
      return { value: after.heap / 1e6, baseline: before.heap / 1e6, runs: 1, note };
    });
  },
};

export const pageRows: readonly BenchRow[] = [...ways.map(frameRow), heapRow, scriptRow];

async function inBrowser<Result>(use: (browser: PageBrowser) => Promise<Result>): Promise<Result> {
  await buildPage();
  const chromium = await launchPageBrowser();
  const browser = new PageBrowser();
  await browser.start(chromium);
  try {
    return await use(browser);
  } finally {
    await browser.stop();
    await chromium.close();
  }
}

async function settledPage(browser: PageBrowser, scenario: string): Promise<Page> {
  const page = await browser.open(scenario);
  await page.waitForTimeout(settledMs);
  return page;
}

async function buildPage(): Promise<void> {
  const args = ['esbuild.mjs', '--production'];
  const { code, output } = await run(process.execPath, args, { cwd: inRepository() });
  if (code !== 0) {
    throw new Error(`The page was not built:\n${output}`);
  }
}
