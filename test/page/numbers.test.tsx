import '../support/pageDom.ts';
import assert from 'node:assert/strict';
import { cleanup, fireEvent, render } from '@testing-library/preact';
import { noCounts, type NumbersCell, type SessionNumbers } from '#core/numbers/numbers.ts';
import { Endpoint } from '#protocol/channel/endpoint.ts';
import type {
  NumbersOrder,
  NumbersPageContract,
  NumbersState,
} from '#protocol/pages/numbersPage.ts';
import type { NumbersHostContract } from '#protocol/pages/numbersPageRequests.ts';
import { createNumbersModel } from '../../webview/numbers/numbersModel.ts';
import { NumbersPage } from '../../webview/numbers/NumbersPage.tsx';
import { plotOf, ticksOf } from '../../webview/numbers/plot.ts';
import { linkedPorts, settled } from '../support/pageRender.tsx';

const now = new Date(2026, 10, 22, 12).getTime();

const cell = (day: string, model: string, counts: Partial<NumbersCell>): NumbersCell => ({
  ...noCounts,
  day,
  model,
  isSubAgent: false,
  ...counts,
});

const sessions: readonly SessionNumbers[] = [
  {
    path: '/a',
    agent: 'keen',
    folder: '/home/ann/tides',
    cells: [
      cell('2026-11-21', '<b>opus</b>', { input: 1_000, prompts: 2, calls: 5, failed: 1 }),
      cell('2026-11-22', '<b>opus</b>', { output: 200, prompts: 1 }),
      cell('2026-11-22', 'haiku', { isSubAgent: true, input: 70, calls: 3 }),
    ],
  },
  {
    path: '/b',
    agent: 'pi',
    folder: '',
    cells: [
      cell('2026-11-22', 'haiku', { input: 30, cost: 0.5, prompts: 1 }),
      cell('2026-10-01', 'haiku', { input: 9_000 }),
    ],
  },
];

/** The page, and a host with these sessions. */
function opened(state?: Partial<NumbersState>, hasFolder = true) {
  const [pagePort, hostPort] = linkedPorts();
  const asked: NumbersOrder[] = [];
  const files: string[] = [];
  const saved: NumbersState[] = [];
  const gates: Promise<void>[] = [];
  const host = new Endpoint<NumbersHostContract, NumbersPageContract>(
    hostPort,
    {
      requests: {
        ready: () => ({
          agents: [
            { id: 'keen', label: 'Keen Code' },
            { id: 'pi', label: 'pi' },
          ],
          hasFolder,
          home: '/home/ann',
        }),
        'numbers/read': async (order, signal, emit) => {
          asked.push(order);
          await emit({ looked: 1, total: 2, sessions: sessions.slice(0, 1) });
          await gates.shift();
          signal.throwIfAborted();
          await emit({ looked: 2, total: 2, sessions: sessions.slice(1) });
          return { looked: 2, total: 2, unread: 0 };
        },
        'csv/save': ({ text }) => {
          files.push(text);
          return true;
        },
      },
      notices: { 'log/error': () => undefined },
    },
    (fault) => {
      throw fault;
    },
  );
  const model = createNumbersModel({
    port: pagePort,
    loadState: () => state,
    saveState: (one) => {
      saved.push(one);
    },
    now: () => now,
  });
  const view = render(<NumbersPage model={model} />);
  const gate = () => {
    let open: () => void = () => undefined;
    gates.push(
      new Promise((resolve) => {
        open = resolve;
      }),
    );
    return () => {
      open();
    };
  };
  const choose = async (label: string, value: string) => {
    fireEvent.change(view.getByLabelText(label), { target: { value } });
    await settled();
  };
  // Queries by role look at the style of every day of the year.
  const labeled = (role: string, label: string) =>
    view.container.querySelector<HTMLElement>(`[role="${role}"][aria-label="${label}"]`);
  const status = () => view.container.querySelector('[role="status"]')?.textContent;
  const rows = (label: string) =>
    [...(labeled('region', label)?.querySelectorAll('tbody tr') ?? [])].map((row) =>
      [...row.querySelectorAll('th, td:not([aria-hidden])')].map((one) => one.textContent),
    );
  return { view, model, host, asked, files, saved, gate, choose, rows, labeled, status };
}

describe('the page of numbers', () => {
  afterEach(cleanup);

  it('shows totals, bars and tables, sub-agents apart', async () => {
    const { view, model, asked, rows, status } = opened();
    await model.start();
    await settled();
    assert.equal(asked.length, 1);
    assert.equal(status(), '2 sessions read');
    const totals = [...view.container.querySelectorAll('.total')].map((one) => one.textContent);
    assert.deepEqual(totals, [
      ...[
        'Tokens1,230-86% from before',
        'Cost$0.501 of 2 agents',
        'Sessions2+100% from before',
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
      [...view.container.querySelectorAll('.change')].map((one) => one.textContent);
    assert.deepEqual(changes(), ['', '', '', '', '', '']);
    release();
    await settled();
    assert.deepEqual(changes(), ['-86% from before', '', '+100% from before', '', '', '']);
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
    assert.equal(view.container.querySelectorAll('.total').length, 6);
    fireEvent.click(view.getByLabelText('Stop'));
    await settled();
    release();
    await settled();
    assert.equal(model.progress.value.kind, 'stopped');
    fireEvent.click(view.getByText('Read Again'));
    await settled();
    assert.equal(status(), '2 sessions read');
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

describe('a year of days', () => {
  afterEach(cleanup);

  it('has a square for each day, by keys and with all that is counted', async () => {
    const { view, model, choose, labeled } = opened();
    await model.start();
    await choose('What to show', 'prompts');
    const grid = labeled('grid', 'Prompts on each day');
    assert.ok(grid);
    const chosen = () => grid.querySelector('[tabindex="0"]');
    const press = async (key: string) => {
      fireEvent.keyDown(chosen() ?? grid, { key });
      await settled();
    };
    assert.equal(chosen()?.getAttribute('aria-label'), 'Sun, Nov 22, 2026: 2');
    await press('ArrowUp');
    assert.equal(chosen()?.getAttribute('aria-label'), 'Sat, Nov 21, 2026: 2');
    assert.equal(document.activeElement, chosen());
    assert.match(
      view.container.querySelector('.heat-foot')?.textContent ?? '',
      /^Sat, Nov 21, 2026 · Tokens: 1,000 · Sessions: 1 · Prompts: 2 · Tool Calls: 5 · Failed Calls: 1/,
    );
    await press('ArrowLeft');
    assert.equal(chosen()?.getAttribute('aria-label'), 'Sat, Nov 14, 2026: 0');
    await press('End');
    await press('ArrowRight');
    assert.equal(chosen()?.getAttribute('aria-label'), 'Sun, Nov 22, 2026: 2');
    assert.equal(grid.querySelectorAll('.heat-4').length, 2);
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
