import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { axeFindings } from '../support/axeFindings.ts';
import { documentText } from '../support/documentFile.ts';
import { hostileRows } from '../support/pageHostile.ts';
import { demoRows } from '../support/pageRows.ts';
import { diffRow, long, shellRow, toolRow, userRow } from '../support/pageSamples.ts';
import { chart } from '../support/pictures.ts';
import { documents } from './chromium.ts';

describe('an exported document in Chromium', () => {
  it('opens what folds a row away that an address names', async () => {
    const rows = demoRows();
    const tool = rows.find(({ kind }) => kind === 'tool')!;
    const page = await documents.open({ rows }, { hash: `#r${tool.id}` });
    const row = page.locator(`[id="r${tool.id}"]`);
    await row.getByText('Input').waitFor();
    await page.getByRole('button', { name: 'Collapse All' }).click();
    await row.waitFor({ state: 'hidden' });
    const compaction = rows.find(({ kind }) => kind === 'compaction')!;
    await page.getByRole('link', { name: 'Context compacted' }).click();
    await page.locator(`[id="r${compaction.id}"]`).getByText('only through this summary').waitFor();
    await page.goto(page.url().replace(/#.*$/, `#r${tool.id}`));
    await row.getByText('Input').waitFor();
    assert.equal(await row.getByRole('link').getAttribute('href'), `#r${tool.id}`);
    await documents.close(page);
  });

  it('lists the prompts to jump to', async () => {
    const rows = demoRows();
    const page = await documents.open({ rows });
    const prompts = page.getByRole('navigation', { name: 'Prompts' }).getByRole('link');
    const expected = rows.filter(({ kind }) => kind === 'user' || kind === 'compaction');
    assert.equal(await prompts.count(), expected.length);
    await prompts.last().click();
    assert.equal(new URL(page.url()).hash, `#r${expected.at(-1)!.id}`);
    await page.locator(`[id="r${expected.at(-1)!.id}"]`).waitFor();
    await documents.close(page);
  });

  it('is dark or light as the system is, and as its button says', async () => {
    const background = (page: Page) =>
      page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const rows = demoRows();
    const dark = await documents.open({ rows }, { colorScheme: 'dark' });
    assert.equal(await background(dark), 'rgb(20, 24, 30)');
    await dark.getByRole('button', { name: 'Toggle Theme' }).click();
    assert.equal(await background(dark), 'rgb(255, 255, 255)');
    await documents.close(dark);
    const light = await documents.open({ rows }, { colorScheme: 'light' });
    assert.equal(await background(light), 'rgb(255, 255, 255)');
    await light.getByRole('button', { name: 'Toggle Theme' }).click();
    assert.equal(await background(light), 'rgb(20, 24, 30)');
    await documents.close(light);
  });

  it('gives each kind its color', async () => {
    const page = await documents.open({ rows: demoRows() }, { colorScheme: 'dark' });
    const colors = await page.evaluate(() =>
      Object.fromEntries(
        ['user', 'assistant', 'thinking', 'tool', 'result', 'compaction'].map((kind) => [
          kind,
          getComputedStyle(document.querySelector(`.legend-${kind}`)!, '::before').backgroundColor,
        ]),
      ),
    );
    assert.deepEqual(colors, {
      user: 'rgb(63, 185, 80)',
      assistant: 'rgb(88, 166, 255)',
      thinking: 'rgb(176, 131, 240)',
      tool: 'rgb(227, 179, 65)',
      result: 'rgb(118, 131, 144)',
      compaction: 'rgb(240, 136, 62)',
    });
    const bars = await page.evaluate(() =>
      ['user', 'assistant', 'thinking', 'tool', 'compaction'].map(
        (kind) =>
          getComputedStyle(document.querySelector(`.row-${kind}`)!, '::before').backgroundColor,
      ),
    );
    const { user, assistant, thinking, tool, compaction } = colors;
    assert.deepEqual(bars, [user, assistant, thinking, tool, compaction]);
    await documents.close(page);
  });

  it('can be read, unfolded and found in without its script', async () => {
    const rows = demoRows();
    const page = await documents.open({ rows }, { javaScriptEnabled: false });
    await page.getByText('Thinking').first().click();
    await page.getByText('This smells like a loop').last().waitFor();
    assert.equal(await page.locator('.document-buttons').isVisible(), false);
    assert.equal(await page.getByRole('group', { name: 'Player' }).isVisible(), false);
    await page.context().close();
    const text = await documentText({ rows });
    assert.match(text, /no such file or directory/, 'what is folded is in the file');
  });

  it('is played from row to row to its end, at the speed that was chosen', async () => {
    const rows = Array.from({ length: 40 }, (_, at) =>
      userRow(`Question ${at}`, { time: at * 1e3 }),
    );
    const page = await documents.open({ rows });
    const current = () => page.locator('.row-current');
    const forward = page.getByRole('button', { name: 'Step Forward' });
    await forward.click();
    await forward.click();
    assert.equal(await current().getAttribute('id'), `r${rows[1]!.id}`);
    await page.getByRole('button', { name: 'Step Back' }).click();
    await page.getByText('1 of 40').waitFor();
    await page.getByLabel('Speed').selectOption('32');
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await page.getByText('40 of 40').waitFor();
    await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
    assert.equal(await current().getAttribute('id'), `r${rows[39]!.id}`);
    assert.equal(await current().isVisible(), true);
    await documents.close(page);
  });

  it('pauses for a reader who scrolls, and goes on from what is on screen', async () => {
    const rows = Array.from({ length: 200 }, (_, at) =>
      userRow(`Question ${at}`, { time: at * 9e9 }),
    );
    const page = await documents.open({ rows });
    await page.getByRole('button', { name: 'Step Forward' }).click();
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await page.getByRole('button', { name: 'Pause' }).waitFor();
    await page.mouse.move(600, 400);
    await page.mouse.wheel(0, 300);
    await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
    await page.evaluate(() => {
      document.querySelector('main > .row:nth-child(150)')?.scrollIntoView();
    });
    await page.getByRole('button', { name: 'Step Forward' }).click();
    await page.locator(`.row-current[id="r${rows[149]!.id}"]`).waitFor();
    await documents.close(page);
  });

  it('shows the whole session on a timeline that leads to its rows', async () => {
    const rows = demoRows();
    const page = await documents.open({ rows });
    const timeline = page.locator('.timeline a');
    const targets = await timeline.evaluateAll((links) =>
      links.map((link) => link.getAttribute('href')?.slice(2)),
    );
    assert.deepEqual(
      targets,
      rows.map(({ id }) => id),
    );
    const compaction = rows.findIndex(({ kind }) => kind === 'compaction');
    assert.match(await timeline.nth(compaction).innerHTML(), /1 compaction/);
    await timeline.nth(compaction).click();
    await page.locator(`.row-current[id="r${rows[compaction]!.id}"]`).waitFor();
    await page.getByText(`${compaction + 1} of ${rows.length}`).waitFor();
    await documents.close(page);
  });

  it('shows the beginning of long content, or the end of output, and all of it on demand and on paper', async () => {
    const lines = Array.from({ length: 90 }, (_, at) => `line ${at}`).join('\n');
    const rows = [
      shellRow('ls', { output: long(lines, { chars: 5_000, lines: 400 }) }),
      diffRow('a.go', lines.replaceAll('line', '+line')),
    ];
    const page = await documents.open({ rows });
    const last = page.getByText('line 89');
    const height = () =>
      page
        .locator('.long-content')
        .first()
        .evaluate((box) => box.clientHeight);
    const folded = await height();
    assert.ok(folded > 200 && folded < 500, `${folded} pixels`);
    const end = await page.locator('.long-end .long-content').evaluate((box) => {
      const range = document.createRange();
      range.selectNodeContents(box);
      return range.getBoundingClientRect().bottom - box.getBoundingClientRect().bottom;
    });
    assert.ok(Math.abs(end) < 2, `the end is ${end} pixels below`);
    await page.getByText('Show 85 lines above').click();
    assert.ok((await height()) > 1_000);
    await page.getByText('Show less').first().click();
    assert.equal(await height(), folded);
    await page.emulateMedia({ media: 'print' });
    assert.ok((await height()) > 1_000);
    assert.equal(await page.locator('.document-buttons').isVisible(), false);
    await page.getByText(/^400 more lines in the log$/).waitFor();
    assert.equal(await last.count(), 2);
    await documents.close(page);
  });

  it('embeds images whose data matches their type', async () => {
    const image = chart(60, 40, [10, 20, 30]);
    const refs = [{ mimeType: 'image/png', size: 900 }];
    const rows = [
      userRow('See', { images: refs }),
      toolRow('shot', { images: [...refs, ...refs] }),
    ];
    const page = await documents.open({
      rows,
      images: { [rows[0]!.id]: [image], [rows[1]!.id]: [image] },
    });
    await documents.expandAll(page);
    await page.getByRole('img', { name: 'Image in your message' }).waitFor();
    await page.getByText('image/png, 900 bytes, not shown').waitFor();
    const widths = await page.evaluate(() =>
      Promise.all(
        [...document.images].map(async (each) => {
          await each.decode();
          return each.naturalWidth;
        }),
      ),
    );
    assert.deepEqual(widths, [60, 60]);
    await documents.close(page);
  });

  it('has a shape for every icon, and every color of a terminal', async () => {
    const names = ['task', 'mcp_x', 'bash', 'grep', 'edit', 'fetch', 'todo', 'ask', 'read', 'zzz'];
    const rows = [
      ...demoRows(),
      ...hostileRows().slice(0, 16),
      ...names.map((name) => toolRow(name)),
      shellRow('x', { output: long('\u001b[38;2;17;170;255;48;5;16mrgb\u001b[0m') }),
    ];
    const page = await documents.open({ rows });
    await documents.expandAll(page);
    const shapeless = await page.evaluate(() => [
      ...new Set(
        [...document.querySelectorAll('.icon')]
          .filter((icon) => !getComputedStyle(icon).maskImage.includes('data:image/svg'))
          .map(({ className }) => className),
      ),
    ]);
    assert.deepEqual(shapeless, []);
    const attribution = page.locator('meta[name="attribution"]');
    assert.match((await attribution.getAttribute('content')) ?? '', /Codicons.*CC BY 4\.0/);
    const colors = await page.getByText('rgb', { exact: true }).evaluate((element) => {
      const { color, backgroundColor } = getComputedStyle(element);
      return [color, backgroundColor];
    });
    assert.deepEqual(colors, ['rgb(17, 170, 255)', 'rgb(0, 0, 0)']);
    await documents.close(page);
  });

  for (const colorScheme of ['dark', 'light'] as const) {
    it(`has nothing for axe to find when it is ${colorScheme}`, async () => {
      const page = await documents.open({ rows: demoRows() }, { colorScheme });
      await documents.expandAll(page);
      assert.deepEqual(await axeFindings(page), []);
      await documents.close(page);
    });
  }

  it('fits a narrow window', async () => {
    const page = await documents.open(
      { rows: demoRows() },
      { viewport: { width: 360, height: 700 } },
    );
    await documents.expandAll(page);
    const excess = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    assert.equal(excess, 0);
    await documents.close(page);
  });
});
