import { run } from '../../vscode/children.mjs';
import { inRepository } from '../../vscode/repository.mjs';
import { PageBrowser } from '../../support/pageBrowser.ts';
import { firstScripts } from '../../support/firstScripts.ts';
import { pageMoves } from '../../support/pageMoves.ts';
import { median } from '../measure.ts';
import { framesWhile, longestTaskWhile, type Frames } from '../pageFrames.ts';
import type { BenchRow, Scale } from '../row.ts';

/** Frames of one way through the session. */
const frames = 240;

/** The page is drawn and has loaded what comes after the first paint. */
const settledMs = 1_000;

type Move = keyof typeof pageMoves;

const verbs: Readonly<Record<Move, string>> = {
  scroll: 'scrolled',
  drag: 'dragged end to end',
  play: 'played',
};

function frameRow(move: Move): BenchRow {
  return {
    name: `page:${move}`,
    title: `longest frame of 100,000 rows, ${verbs[move]}`,
    against: 'the limit of 50 ms',
    unit: 'ms',
    target: 1,
    find: ({ quick }: Scale) => framesOf(move, quick ? 2 : 5),
  };
}

async function framesOf(move: Move, runs: number) {
  await buildPage();
  const browser = new PageBrowser();
  await browser.start();
  try {
    const found: Frames[] = [];
    const bare: Frames[] = [];
    for (let round = 0; round < runs; round += 1) {
      const page = await browser.open('huge');
      await page.waitForTimeout(settledMs);
      found.push(await framesWhile(page, () => pageMoves[move](page, frames)));
      await browser.close(page);
      bare.push(await framesOfBareList(browser, move));
    }
    const page = await browser.open('huge');
    await page.waitForTimeout(settledMs);
    const task = await longestTaskWhile(page, () => pageMoves[move](page, frames));
    await browser.close(page);
    const longest = (all: readonly Frames[]) => median(all.map((each) => each.longest));
    const mounted = Math.max(...found.map((each) => each.mounted));
    const note = [
      `${longest(bare).toFixed(0)} ms without any rows`,
      `longest task ${task.toFixed(0)} ms of processor time`,
      `at most ${mounted} rows mounted`,
    ].join(', ');
    return { value: longest(found), baseline: 50, runs, note };
  } finally {
    await browser.stop();
  }
}

/** The same of a list with nothing in it: what the machine and its browser do to frames anyway. */
async function framesOfBareList(browser: PageBrowser, move: Move): Promise<Frames> {
  const page = await browser.openBlank();
  await page.evaluate(() => {
    const list = document.createElement('div');
    list.className = 'list';
    list.style.cssText = 'position: fixed; inset: 120px 0 0 0; overflow-y: scroll';
    list.append(Object.assign(document.createElement('div'), { style: 'height: 4000000px' }));
    document.body.append(list);
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

export const pageRows: readonly BenchRow[] = [
  frameRow('scroll'),
  frameRow('drag'),
  frameRow('play'),
  scriptRow,
];

async function buildPage(): Promise<void> {
  const args = ['esbuild.mjs', '--production'];
  const { code, output } = await run(process.execPath, args, { cwd: inRepository() });
  if (code !== 0) {
    throw new Error(`The page was not built:\n${output}`);
  }
}
