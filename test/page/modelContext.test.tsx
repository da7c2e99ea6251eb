import { renderInPage, settled, testPage, type Rendered } from '../support/pageRender.tsx';
import assert from 'node:assert/strict';
import { act, fireEvent } from '@testing-library/preact';
import type { Row } from '#core/rows/row.ts';
import type { ContextAt, PageAction } from '#protocol/pages/page.ts';
import { createLineModel } from '../../webview/replay/model/lineModel.ts';
import { createFindModel } from '../../webview/replay/model/findModel.ts';
import { createViewModel } from '../../webview/replay/model/viewModel.ts';
import { readViewState } from '#protocol/pages/viewState.ts';
import { eventually } from '../support/eventually.ts';
import { createContextModel } from '../../webview/replay/model/lazyModels.ts';
import { App } from '../../webview/replay/App.tsx';
import { MoreMenu } from '../../webview/replay/panels/MoreMenu.tsx';
import { TranscriptRow } from '../../webview/replay/TranscriptRow.tsx';
import { lensSession } from '../support/pageLens.ts';
import { assistantRow, compactionRow, userRow } from '../support/pageSamples.ts';

/** Draws what is in a page whose session is loaded. */
async function drawn(child: Parameters<typeof renderInPage>[0], session = lensSession()) {
  const made = renderInPage(child, session);
  await act(async () => {
    await made.page.replay.start();
    await settled();
  });
  return made;
}

const rowOf = (kind: Row['kind'], at = 0) => {
  const row = lensSession().rows.filter((one) => one.kind === kind)[at];
  assert.ok(row !== undefined);
  return row;
};

const drawRow = (row: Row, actions: readonly PageAction[] = ['resumeInChat']) =>
  drawn(<TranscriptRow row={row} speaker={undefined} />, { rows: [row], header: { actions } });

/** The same, with its mark. */
async function drawMarked(row: Row) {
  const made = await drawRow(row);
  await act(() => {
    made.page.view.marks.value = true;
  });
  return made;
}

describe('a row that the model no longer gets', () => {
  const words = (made: Rendered) => made.view.container.querySelector('.context-mark')?.textContent;

  it('says so in words, and since when', async () => {
    const made = await drawMarked({
      ...userRow('Long ago.'),
      context: { state: 'summarized', by: '9.0', time: Date.UTC(2026, 10, 20, 9, 30) },
    });
    assert.match(
      words(made) ?? '',
      /^No longer in the model’s context: summarized by the compaction at .*2026/,
    );
    assert.equal(
      made.view.container.querySelector('.context-mark')?.getAttribute('title'),
      words(made),
    );
  });

  it('says so without a date where the log has none', async () => {
    const context = { state: 'summarized', by: '9.0' } as const;
    const made = await drawMarked({ ...userRow('Long ago.'), context });
    assert.equal(words(made), 'No longer in the model’s context: summarized by a later compaction');
    const dropped = await drawMarked({
      ...userRow('Gone.'),
      context: { ...context, state: 'dropped' },
    });
    assert.match(words(dropped) ?? '', /removed later, without a summary$/);
  });

  it('has no mark while it is in the context, nor unless the reader turns marks on', async () => {
    assert.equal(words(await drawRow(userRow('New.'))), undefined);
    const row = rowOf('user');
    const made = await drawn(
      <>
        <MoreMenu />
        <TranscriptRow row={row} speaker={undefined} />
      </>,
    );
    const mark = () => made.view.container.querySelector('.context-mark');
    assert.equal(mark(), null);
    fireEvent.click(await made.view.findByRole('button', { name: 'More Actions…' }));
    await settled();
    fireEvent.click(
      made.view.getByRole('menuitemcheckbox', { name: 'Mark Rows outside the Model’s Context' }),
    );
    await settled();
    assert.notEqual(mark(), null);
  });
});

describe('a compaction', () => {
  const lines = ({ view }: Rendered) =>
    [...view.container.querySelectorAll('dl > div')].map((line) => line.textContent);

  it('says what it kept, summarized and dropped without being opened', async () => {
    assert.deepEqual(lines(await drawRow(rowOf('compaction', 0))), [
      'Kept2 messages (1 user, 1 assistant)Go to First Kept Row',
      'Summarized4 messages (1 user, 2 assistant, 1 tool result)',
    ]);
    assert.deepEqual(lines(await drawRow(rowOf('compaction', 1))), [
      'Kept1 message (1 assistant)Go to First Kept Row',
      'Summarized12 messages (3 user, 5 assistant, 4 tool results), and the summary before it',
      'Dropped1 message (1 assistant)',
    ]);
  });

  it('tells sizes from the log and estimates apart', async () => {
    const logged = await drawRow(rowOf('compaction', 0));
    assert.match(logged.view.container.textContent, /98K → {2}to about 3\.1K tokens/);
    const estimated = await drawRow(rowOf('compaction', 1));
    assert.match(estimated.view.container.textContent, /about 64K → {2}to about 2\.5K tokens/);
  });

  it('says that nothing changed if the agent ignores it, and offers nothing', async () => {
    const made = await drawRow(rowOf('compaction', 2));
    assert.match(made.view.container.textContent, /The agent ignores this compaction/);
    assert.equal(made.view.queryByRole('button', { name: /Resume from Before/ }), null);
  });

  it('resumes from before it', async () => {
    const row = rowOf('compaction', 0);
    const made = await drawRow(row);
    fireEvent.click(made.view.getByRole('button', { name: 'Resume from Before This Compaction' }));
    await settled();
    assert.deepEqual(made.fake.told, [{ name: 'row/resumeBefore', body: { rowId: row.id } }]);
    made.view.unmount();
    const untrusted = await drawRow(row, []);
    assert.equal(untrusted.view.queryByRole('button', { name: /Resume from Before/ }), null);
  });

  it('leads to the first row that it kept', async () => {
    const rows = [assistantRow('One.'), userRow('Two.'), assistantRow('Three.')];
    const retainedFrom = rows[1]?.id ?? '';
    const change = {
      retained: { user: 1, assistant: 1, results: 0 },
      retainedFrom,
      summarized: { user: 0, assistant: 1, results: 0 },
      dropped: { user: 0, assistant: 0, results: 0 },
      tokensBefore: 1,
      tokensAfter: 1,
    };
    const row = compactionRow('Sum.', { change });
    const made = await drawn(<TranscriptRow row={row} speaker={undefined} />, {
      rows: [...rows, row],
    });
    fireEvent.click(made.view.getByRole('button', { name: 'Go to First Kept Row' }));
    await settled();
    assert.equal(made.page.view.current.value, 1);
    assert.deepEqual(made.page.replay.scroll.value, { index: 1, align: 'start', focus: true });
  });
});

describe('the context gauge', () => {
  const at = (tokens: number, more: Partial<ContextAt> = {}): ContextAt => ({
    messages: 3,
    tokens,
    isMeasured: false,
    most: 40_000,
    ...more,
  });
  const gauge = ({ view }: Rendered) => view.container.querySelector('.gauge');
  const words = (made: Rendered) => gauge(made)?.querySelector('.visually-hidden')?.textContent;

  it('follows the reader, and says how the tokens were counted', async () => {
    const session = {
      ...lensSession(),
      context: (rowId: string) =>
        rowId === 'a.0'
          ? at(10_000)
          : at(20_000, { isMeasured: true, most: 30_000, window: 200_000 }),
    };
    const made = await drawn(<App />, session);
    made.page.replay.scrolledTo({ rowId: 'a.0', offset: 0 });
    await eventually(() => {
      assert.equal(words(made), 'Context: 10K tokens');
    });
    assert.equal(made.view.container.querySelector('.gauge-bar'), null, 'its size is unknown');
    assert.match(gauge(made)?.getAttribute('title') ?? '', /3 messages .* characters ÷ 4/s);
    made.page.replay.scrolledTo({ rowId: 'a.0', offset: 30 }, { rowId: 'b.0', offset: 0 });
    await eventually(() => {
      assert.equal(words(made), 'Context: 20K of 200K');
    });
    assert.match(gauge(made)?.getAttribute('title') ?? '', /as its provider counted/);
    const level = made.view.container.querySelector<HTMLElement>('.gauge-level');
    assert.equal(level?.style.inlineSize, '10%');
  });

  it('asks about the row where the reader stays, not about those passed', async () => {
    const { page, fake } = testPage({ rows: [userRow('One.')], context: () => at(5) });
    const waiting: (() => void)[] = [];
    const model = createContextModel(page.replay, (run) => {
      waiting.push(run);
      return () => {
        waiting.splice(waiting.indexOf(run), 1);
      };
    });
    await page.replay.start();
    for (const rowId of ['1.0', '2.0', '3.0']) {
      page.replay.scrolledTo({ rowId, offset: 0 });
    }
    assert.equal(waiting.length, 1);
    waiting[0]?.();
    await settled();
    assert.deepEqual(
      fake.asked.filter((asked) => asked.startsWith('context/at')),
      ['context/at 3.0'],
    );
    assert.equal(model.at.value?.tokens, 5);
  });
});

describe('the model’s messages', () => {
  it('are named Model Context, with tokens for each and in total', async () => {
    const made = await drawn(<App />);
    await act(async () => {
      fireEvent.change(made.view.getByRole('combobox', { name: 'What is shown' }), {
        target: { value: 'context' },
      });
      await settled();
    });
    assert.match(
      made.view.container.querySelector('.explanation')?.textContent ?? '',
      /the model gets these 6 messages.* About 103 tokens in total\.$/,
    );
    assert.equal(made.view.getByRole('combobox', { name: 'Find' }).title, '');
  });

  it('are searched instead of rows while they are shown', async () => {
    const { page, fake } = testPage(lensSession());
    const find = createFindModel(
      page.replay,
      page.view,
      createLineModel(page.filter, page.view),
      (run) => {
        queueMicrotask(run);
        return () => undefined;
      },
    );
    await page.replay.start();
    await page.replay.setView('conversation');
    find.open('last row');
    await settled();
    const answer = find.answer.value;
    assert.ok(answer.state === 'found');
    assert.deepEqual([answer.total, answer.position], [4, 0]);
    assert.deepEqual(find.current.value, { row: 0, match: 0 });
    assert.equal(
      fake.asked.some((asked) => asked.startsWith('find/run')),
      false,
    );
    await page.replay.setView('transcript');
    await settled();
    assert.ok(fake.asked.includes('find/run last row'));
  });

  it('stay raw, and rows marked, after a reload', () => {
    const first = createViewModel(testPage(lensSession()).host);
    assert.deepEqual([first.raw.value, first.marks.value], [false, false]);
    const { host, saved, fake } = testPage(lensSession());
    const changed = createViewModel(host, (write) => {
      write();
    });
    changed.saveFor(fake.header());
    changed.raw.value = true;
    changed.marks.value = true;
    assert.deepEqual([saved.at(-1)?.raw, saved.at(-1)?.marked], [true, true]);
    assert.deepEqual(readViewState(saved.at(-1)), saved.at(-1));
    const again = createViewModel(host);
    assert.deepEqual([again.raw.value, again.marks.value], [true, true]);
  });
});
