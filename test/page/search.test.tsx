import '../support/pageDom.ts';
import assert from 'node:assert/strict';
import { eventually } from '../support/eventually.ts';
import { cleanup, fireEvent, render } from '@testing-library/preact';
import { Endpoint } from '#protocol/channel/endpoint.ts';
import type {
  FoundPart,
  FoundSession,
  SearchOrder,
  SearchPageContract,
  SearchState,
} from '#protocol/pages/searchPage.ts';
import type { SearchHostContract } from '#protocol/pages/searchPageRequests.ts';
import { createSearchModel } from '../../webview/search/searchModel.ts';
import { SearchPage } from '../../webview/search/SearchPage.tsx';
import { linkedPorts, settled } from '../support/pageRender.tsx';

const hit = (rowId: string, ...pieces: readonly string[]) => ({
  rowId,
  kind: 'user' as const,
  matches: 1,
  in: 'prompts' as const,
  pieces,
});

const sessions: readonly FoundSession[] = [
  {
    path: '/a',
    title: '<b>Tides</b>',
    agent: 'Keen Code',
    updatedAt: Date.UTC(2026, 10, 20),
    rows: 3,
    hits: [hit('2.0', 'the ', 'tide', ' rises'), hit('4.0', '', 'Tide', '<img src=x>')],
  },
  {
    path: '/b',
    title: 'Ebb',
    agent: 'pi',
    folder: '~/sea/harbor',
    updatedAt: Date.UTC(2026, 10, 19),
    rows: 1,
    hits: [{ ...hit('3.0', 'low ', 'tide'), time: Date.UTC(2024, 1, 29, 12) }],
  },
];

/** The page, and a host that finds these sessions. */
async function opened(state?: Partial<SearchState>) {
  const [pagePort, hostPort] = linkedPorts();
  const asked: (SearchOrder & { readonly from: number })[] = [];
  const told: { readonly name: string; readonly body: unknown }[] = [];
  const saved: SearchState[] = [];
  const tell = (name: string) => (body: unknown) => {
    told.push({ name, body });
  };
  const gates: Promise<void>[] = [];
  /** Come before the usual one. */
  const parts: FoundPart[] = [];
  const host = new Endpoint<SearchHostContract, SearchPageContract>(
    hostPort,
    {
      requests: {
        ready: () => undefined,
        'search/agents': () => [{ id: 'keen', label: 'Keen Code' }],
        'search/run': async (order, signal, emit) => {
          asked.push(order);
          if (order.regex) {
            return { looked: 0, total: 0, unread: 0, refusal: 'It is invalid.' };
          }
          for (const part of parts.splice(0)) {
            await emit(part);
          }
          await emit({ looked: 120, total: 2_000, sessions: order.from === 0 ? sessions : [] });
          await gates.shift();
          signal.throwIfAborted();
          return { looked: 2_000, total: 2_000, unread: 1 };
        },
        'search/more': () => [...(sessions[0]?.hits ?? []), hit('6.0', 'more ', 'tide')],
      },
      notices: {
        'hit/open': tell('hit/open'),
        'hits/changed': tell('hits/changed'),
        'log/error': (fault) => {
          throw new Error(fault.message);
        },
      },
    },
    (fault) => {
      throw fault;
    },
  );
  const model = createSearchModel({
    port: pagePort,
    loadState: () => state,
    saveState: (next) => {
      saved.push(next);
    },
  });
  const view = render(<SearchPage model={model} />);
  await model.start();
  await settled();
  const field = view.getByRole('textbox', { name: /^Search in all/ }) as HTMLInputElement;
  const search = async (text: string) => {
    fireEvent.input(field, { target: { value: text } });
    fireEvent.keyDown(field, { key: 'Enter' });
    await settled();
  };
  const press = async (key: string) => {
    const line = view.container.querySelector<HTMLElement>('.results [tabindex="0"]')!;
    line.focus();
    fireEvent.keyDown(line, { key });
    await settled();
  };
  const lines = () => view.getAllByRole('treeitem').map((line) => line.textContent);
  const current = () => view.container.querySelector('[aria-selected=true]')?.textContent;
  const openedRows = () =>
    told.flatMap(({ name, body }) =>
      name === 'hit/open' ? (body as { rowId: string }).rowId : [],
    );
  return {
    ...{ view, host, model, field, search, press, lines, current },
    ...{ asked, told, saved, gates, parts, openedRows },
  };
}

describe('the search over sessions', () => {
  afterEach(cleanup);

  it('shows hits by session with their matches marked, and foreign text as text', async () => {
    const { search, lines, view } = await opened();
    await search('tide');
    assert.deepEqual(
      lines().map((text) => text.replace(/Nov \d\d(, 2026)?|\d\d:\d\d [AP]M/, '@')),
      [
        '<b>Tides</b>Keen Code@3',
        'the tide rises',
        'Tide<img src=x>',
        'Show 1 more',
        'Ebbharborpi@1',
        'low tideFeb 29, 2024',
      ],
    );
    const marks = [...view.container.querySelectorAll('mark')].map((mark) => mark.textContent);
    assert.deepEqual(marks, ['tide', 'Tide', 'tide']);
    assert.equal(view.container.querySelector('img, b'), null);
    assert.equal(
      view.getByRole('status').textContent,
      '4 results in 2 sessions · 1 session could not be read',
    );
  });

  it('searches for the plain words of its filter line', async () => {
    const { view, asked, field } = await opened({ query: 'low', filter: 'tool:bash' });
    const line = view.getByRole('textbox', { name: 'Filter rows and sessions' });
    fireEvent.input(line, { target: { value: '"spring tide" tool:bash' } });
    fireEvent.keyDown(line, { key: 'Enter' });
    await settled();
    const { query, filter } = asked.at(-1)!;
    assert.deepEqual([query, filter], ['low spring tide', 'tool:bash']);
    assert.equal(field.value, 'low spring tide');
  });

  it('does not search again for what Enter already searched', async () => {
    const { search, host, model, asked, field } = await opened();
    await search('tide');
    // The pause after the last letter is over.
    model.runTyped();
    await settled();
    assert.deepEqual(
      asked.map(({ query }) => query),
      ['tide'],
    );
    fireEvent.input(field, { target: { value: 'tides' } });
    model.runTyped();
    await settled();
    assert.deepEqual(
      asked.map(({ query }) => query),
      ['tide', 'tides'],
    );
    // The command that clears the results leaves the words.
    host.notify('search/clear', {});
    await settled();
    model.runTyped();
    await settled();
    assert.equal(asked.length, 3);
  });

  it('shows a session once that the user’s own words found before its rows', async () => {
    const { search, lines, view, parts, press, told } = await opened();
    parts.push({
      looked: 0,
      total: 2,
      sessions: [{ ...sessions[1]!, marked: ['#', 'tide', 's'], rows: 0, hits: [] }],
    });
    await search('tide');
    assert.equal(lines()[1], '#tides');
    assert.match(lines()[2] ?? '', /^low tide/);
    assert.match(lines()[0] ?? '', /^Ebb/);
    assert.match(view.getByRole('status').textContent, /^5 results in 2 sessions/);
    await press('ArrowDown');
    await press('Enter');
    const { body } = told.findLast(({ name }) => name === 'hit/open')!;
    assert.deepEqual(body, {
      path: '/b',
      text: { query: '', matchCase: false, wholeWord: false, regex: false },
      preserveFocus: false,
    });
  });

  it('is gone through by keyboard', async () => {
    const { search, press, current, openedRows, lines } = await opened();
    await search('tide');
    await press('ArrowDown');
    assert.equal(current(), 'the tide rises');
    await press('Enter');
    assert.deepEqual(openedRows(), ['2.0']);
    await press('ArrowLeft');
    await press('ArrowLeft');
    assert.equal(lines().length, 3, 'the session is closed');
    await press('ArrowRight');
    await press('End');
    assert.match(current() ?? '', /^low tide/);
    await press('Home');
    await press('ArrowDown');
    await press('ArrowDown');
    await press('ArrowDown');
    await press('Enter');
    await eventually(() => {
      assert.ok(lines().includes('more tide'));
    });
  });

  it('steps from hit to hit as the host asks', async () => {
    const { search, host, openedRows } = await opened();
    await search('tide');
    for (const by of [1, 1, 1, 1, -1] as const) {
      host.notify('hit/step', { by });
      await settled();
    }
    assert.deepEqual(openedRows(), ['2.0', '4.0', '3.0', '2.0', '3.0']);
  });

  it('says how far it came, and stops', async () => {
    const { search, gates, view, asked } = await opened();
    let open = () => undefined as unknown;
    gates.push(
      new Promise((resolve) => {
        open = () => {
          resolve();
        };
      }),
    );
    await search('tide');
    const status = () => view.getByRole('status').textContent;
    assert.match(status(), /4 results in 2 sessions · Searched 120 of 2,000 sessions/);
    fireEvent.click(view.getByRole('button', { name: 'Stop' }));
    await settled();
    open();
    await settled();
    assert.equal(view.queryByRole('button', { name: 'Stop' }), null);
    fireEvent.click(view.getByRole('button', { name: 'Continue' }));
    await settled();
    assert.deepEqual(
      asked.map(({ from }) => from),
      [0, 120],
    );
  });

  it('brings earlier queries back, and says what cannot be searched for', async () => {
    const { search, field, view, saved } = await opened({ history: ['ebb', 'flood'] });
    await search('tide');
    fireEvent.keyDown(field, { key: 'ArrowUp' });
    fireEvent.keyDown(field, { key: 'ArrowUp' });
    assert.equal(field.value, 'flood');
    fireEvent.keyDown(field, { key: 'ArrowDown' });
    assert.equal(field.value, 'tide');
    assert.deepEqual(saved.at(-1)?.history, ['ebb', 'flood', 'tide']);
    fireEvent.click(view.getByRole('button', { name: 'Use Regular Expression' }));
    await settled();
    assert.equal(view.getByRole('alert').textContent, 'It is invalid.');
    assert.equal(field.getAttribute('aria-invalid'), 'true');
  });

  it('searches all folders if told to, and names the folder of each session', async () => {
    const { view, asked, saved, search, field, lines } = await opened();
    fireEvent.click(view.getByRole('button', { name: 'Toggle Search Details' }));
    const scope = view.getByRole('combobox', { name: 'Folders to search' }) as HTMLSelectElement;
    assert.equal(scope.value, '');
    await search('tide');
    assert.equal(asked.at(-1)?.everywhere, false);
    fireEvent.change(scope, { target: { value: 'all' } });
    await settled();
    assert.equal(asked.at(-1)?.everywhere, true);
    assert.equal(saved.at(-1)?.everywhere, true);
    assert.equal(field.getAttribute('aria-label'), 'Search in all sessions of all folders');
    assert.match(lines().at(-2) ?? '', /^Ebbharborpi/);
    cleanup();
    const again = await opened(saved.at(-1));
    assert.equal(again.asked.at(-1)?.everywhere, true);
  });

  it('writes its choices into the filter line, and searches again after a reload', async () => {
    const { view, asked } = await opened({ query: 'tide', filter: 'tool:bash in:output' });
    assert.equal(asked.at(-1)?.filter, 'tool:bash in:output');
    const texts = view.getByRole('combobox', { name: 'Text to search' }) as HTMLSelectElement;
    assert.equal(texts.value, 'output');
    fireEvent.change(texts, { target: { value: 'prompts' } });
    await settled();
    assert.equal(asked.at(-1)?.filter, 'tool:bash in:prompts');
    fireEvent.change(texts, { target: { value: '' } });
    await settled();
    assert.equal(asked.at(-1)?.filter, 'tool:bash');
  });
});
