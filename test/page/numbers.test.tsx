import '../support/pageDom.ts';
import assert from 'node:assert/strict';
import { cleanup, fireEvent } from '@testing-library/preact';
import { plotOf, ticksOf } from '../../webview/numbers/plot.ts';
import { cell, now, opened } from '../support/numbersPage.tsx';
import { settled } from '../support/pageRender.tsx';

describe('the page of numbers', () => {
  afterEach(cleanup);

  it('shows totals, bars and tables, sub-agents apart', async () => {
    const { view, model, asked, rows, status } = opened();
    await model.start();
    await settled();
    assert.equal(asked.length, 1);
    assert.equal(status(), '2 sessions read');
    const totals = [...view.container.querySelectorAll('[aria-label="Totals"] .total')].map(
      (one) => one.textContent,
    );
    assert.deepEqual(totals, [
      ...[
        'Tokens1,230-86% vs. previous period',
        'Cost$0.501 of 2 agents',
        'Sessions2+100% vs. previous period',
        'Prompts4',
        'Tool Calls5',
        'Failed Calls1',
      ],
    ]);
    assert.match(view.container.textContent, /Sub-agents used another 70 tokens\./);
    assert.deepEqual(rows('Tokens by day'), [
      ['Nov 22, 2026', '200', '30', '230'],
      ['Nov 21, 2026', '1,000', '0', '1,000'],
    ]);
    assert.deepEqual(rows('By model'), [
      ['<b>opus</b>', '1,200', '–', '1', '3', '5', '1', '0'],
      ['haiku', '30', '$0.50', '2', '1', '0', '0', '70'],
    ]);
    assert.deepEqual(
      rows('By folder').map(([name]) => name),
      ['~/tides', 'Unknown Folder'],
    );
    assert.equal(view.container.querySelectorAll('.plot-bars rect').length, 3);
    assert.equal(view.container.querySelector('b'), null);
  });

  it('stand beside those of as many days before, once all are read', async () => {
    const { view, model, gate, choose } = opened();
    const release = gate();
    void model.start();
    await settled();
    const changes = () =>
      [...view.container.querySelectorAll('[aria-label="Totals"] .change')].map(
        (one) => one.textContent,
      );
    assert.deepEqual(changes(), ['', '', '', '', '', '']);
    release();
    await settled();
    assert.deepEqual(changes(), [
      '-86% vs. previous period',
      '',
      '+100% vs. previous period',
      '',
      '',
      '',
    ]);
    assert.ok(view.getByTitle('9,000 in the 30 days before'));
    await choose('Time', '');
    assert.deepEqual(changes(), []);
  });

  it('adds what sub-agents did on request', async () => {
    const { view, model, rows, asked } = opened();
    await model.start();
    fireEvent.click(view.getByLabelText('Add sub-agents'));
    await settled();
    assert.deepEqual(
      rows('By model').map(([name, tokens]) => [name, tokens]),
      [
        ['<b>opus</b>', '1,200'],
        ['haiku', '100'],
      ],
    );
    assert.match(view.container.textContent, /Sub-agents used 70 of these tokens\./);
    assert.equal(asked.length, 1);
  });

  it('reads only what was not read yet', async () => {
    const { model, asked, choose, rows, saved, labeled } = opened();
    await model.start();
    await choose('Time', '7');
    await choose('What to show', 'prompts');
    await choose('Colors', 'model');
    assert.equal(asked.length, 1);
    await choose('Time', '');
    assert.equal(asked.at(-1)?.since, 0);
    assert.ok(rows('Prompts by day').length > 0);
    await choose('Folders', 'all');
    assert.deepEqual(
      asked.map(({ scope }) => scope),
      ['folder', 'folder', 'all'],
    );
    assert.deepEqual(saved.at(-1), {
      ...{ scope: 'all', range: '', measure: 'prompts', stacking: 'model', withSubAgents: false },
    });
    assert.ok(labeled('img', 'Prompts by day'));
  });

  it('shows what is there while it reads, and stops', async () => {
    const { view, model, gate, status } = opened();
    const release = gate();
    void model.start();
    await settled();
    assert.equal(status(), '1 of 2 sessions read');
    assert.equal(view.container.querySelectorAll('[aria-label="Totals"] .total').length, 6);
    fireEvent.click(view.getByLabelText('Stop'));
    await settled();
    release();
    await settled();
    assert.equal(model.progress.value.kind, 'stopped');
    fireEvent.click(view.getByText('Read Again'));
    await settled();
    assert.equal(status(), '2 sessions read');
  });

  it('takes other prices at once, and shows what is there until all is counted by them', async () => {
    const { view, model, asked, gate, host, status } = opened();
    const totals = () => view.container.querySelector('[aria-label="Totals"]')?.textContent;
    await model.start();
    const before = totals();
    const release = gate();
    host.notify('prices/changed', {});
    await settled();
    assert.equal(status(), '1 of 2 sessions read');
    assert.equal(totals()?.includes('$0.50'), true);
    release();
    await settled();
    assert.equal(asked.length, 2);
    assert.equal(status(), '2 sessions read');
    assert.equal(totals(), before);
  });

  it('exports what it shows, and offers all folders where none is open', async () => {
    const { view, model, files, asked } = opened({ range: '7' }, false);
    await model.start();
    await settled();
    assert.equal(asked[0]?.scope, 'all');
    fireEvent.click(view.getByText('Export as CSV…'));
    await settled();
    assert.match(files[0] ?? '', /^day,agent,.*\r\n2026-11-21,keen,<b>opus<\/b>,/);
    assert.doesNotMatch(files[0] ?? '', /2026-10-01/);
    assert.equal(view.queryByText('This folder'), null);
  });
});

describe('the bars of numbers', () => {
  const state = { measure: 'tokens', stacking: 'model', withSubAgents: false } as const;

  it('end today, and have one color for all beyond the sixth', () => {
    const models = Array.from({ length: 9 }, (_, at) => `m${at}`);
    const cells = models.map((model, at) => cell('2026-11-21', model, { input: 10 - at }));
    const many = [{ path: '/a', agent: 'pi', folder: '', cells }];
    const plot = plotOf(many, { from: '2026-11-20' }, state, now);
    assert.deepEqual(plot.bins.starts, ['2026-11-20', '2026-11-21', '2026-11-22']);
    assert.deepEqual(
      plot.series.map(({ key, total }) => [key, total]),
      [...models.slice(0, 5).map((model, at) => [model, 10 - at]), [undefined, 5 + 4 + 3 + 2]],
    );
    assert.equal(plot.max, 54);
    assert.deepEqual(plot.totals, [0, 54, 0]);
  });

  it('have an axis with few round values that holds the highest', () => {
    for (const max of [0, 0.003, 1, 7, 99, 100, 1_234_567]) {
      const ticks = ticksOf(max);
      assert.ok((ticks.at(-1) ?? 0) >= max * 0.999 && ticks.length <= 6, `${max}: ${ticks.join()}`);
    }
    assert.deepEqual(ticksOf(99), [0, 25, 50, 75, 100]);
  });
});
