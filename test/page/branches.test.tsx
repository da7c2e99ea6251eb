import { renderInPage, settled, testPage } from '../support/pageRender.tsx';
import assert from 'node:assert/strict';
import { act, fireEvent } from '@testing-library/preact';
import { viewStateVersion } from '#protocol/pages/page.ts';
import { App } from '../../webview/replay/App.tsx';
import { eventually } from '../support/eventually.ts';
import type { PageSession } from '../support/pageSession.ts';
import { treeLeaves, treeSession } from '../support/pageTree.ts';
import { manyRows } from '../support/pageRows.ts';
import { userRow } from '../support/pageSamples.ts';

const kept = {
  version: viewStateVersion,
  session: { agent: 'pi', id: 'i', path: '/p' },
  view: 'transcript',
  filter: 'all',
  anchor: undefined,
  toggled: [],
} as const;

const shownBranch = (asked: readonly string[]) =>
  asked.filter((what) => what.startsWith('branch/show'));

describe('the branch that is shown', () => {
  it('changes the rows and survives a reload until the reader goes back', async () => {
    const { page, saved } = testPage(treeSession());
    await page.replay.start();
    const total = page.replay.rows.total.value;
    await page.replay.showBranch(treeLeaves.index);
    assert.equal(page.replay.header.value?.branch?.isLast, false);
    assert.equal(page.replay.rows.total.value, 6);
    await eventually(() => {
      assert.equal(saved.at(-1)?.leaf, treeLeaves.index);
    });
    await page.replay.showBranch(undefined);
    assert.equal(page.replay.rows.total.value, total);
    await eventually(() => {
      assert.equal(saved.at(-1)?.leaf, undefined);
    });
  });

  it('is taken up by the next page', async () => {
    const { page, fake } = testPage(treeSession(), { ...kept, leaf: treeLeaves.cache });
    await page.replay.start();
    assert.deepEqual(shownBranch(fake.asked), ['branch/show 900']);
    assert.equal(page.replay.header.value?.branch?.leaf, treeLeaves.cache);
    assert.equal(page.view.leaf.value, treeLeaves.cache);
  });

  it('waits until the log is read that far', async () => {
    const session = treeSession();
    const { page, fake } = testPage(
      { ...session, header: { ...session.header, complete: false } },
      { ...kept, leaf: treeLeaves.cache },
    );
    await page.replay.start();
    assert.deepEqual(shownBranch(fake.asked), []);
    assert.equal(page.view.leaf.value, treeLeaves.cache, 'it is not given up meanwhile');
    fake.change({ header: { ...session.header, complete: true } });
    await settled();
    assert.deepEqual(shownBranch(fake.asked), ['branch/show 900']);
    assert.equal(page.replay.rows.total.value, 8);
  });

  it('is the latest where the kept one is gone', async () => {
    const { page, fake } = testPage(treeSession(), { ...kept, leaf: 12_345 });
    await page.replay.start();
    assert.equal(page.replay.failure.value, undefined);
    assert.equal(page.replay.rows.total.value, 13);
    await settled();
    assert.equal(fake.told[0]?.name, 'log/error');
    assert.equal(page.view.leaf.value, undefined);
  });

  it('is no matter to states of before and to other logs', async () => {
    for (const leaf of [undefined, 'x', -1, 1.5, NaN]) {
      const { page, fake } = testPage(treeSession(), { ...kept, leaf });
      await page.replay.start();
      assert.deepEqual(shownBranch(fake.asked), []);
    }
    const { page, fake } = testPage({ rows: manyRows(3) }, { ...kept, leaf: 4 });
    await page.replay.start();
    assert.deepEqual(shownBranch(fake.asked), []);
  });

  it('keeps the place of a row that both branches have, and else goes to where they part', async () => {
    const shared = manyRows(20);
    const session: PageSession = {
      rows: [...shared, ...manyRows(40)],
      branches: { 7: { rows: [...shared, userRow('other')] } },
    };
    const { page } = testPage(session);
    await page.replay.start();
    const before = page.replay.scroll.value;
    page.replay.scrolledTo({ rowId: shared[10]?.id ?? '', offset: 5 });
    await page.replay.showBranch(7);
    assert.equal(page.replay.scroll.value, before, 'nothing moves');
    await page.replay.showBranch(undefined);
    page.replay.scrolledTo({ rowId: session.rows[50]?.id ?? '', offset: 5 });
    await page.replay.showBranch(7);
    assert.notEqual(page.replay.scroll.value, before);
  });

  it('also changes the conversation', async () => {
    const { page } = testPage(treeSession(), { ...kept, view: 'conversation' });
    await page.replay.start();
    assert.equal(page.replay.messages.total.value, 3);
    await page.replay.showBranch(treeLeaves.index);
    assert.equal(page.replay.messages.total.value, 1);
  });

  it('says what went wrong where the host has no such branch', async () => {
    const { page } = testPage(treeSession());
    await page.replay.start();
    await page.replay.showBranch(5);
    assert.equal(page.replay.failure.value, 'The log has no such branch.');
    assert.equal(page.replay.rows.total.value, 13);
  });

  it('is read anew where the host’s reader began anew', async () => {
    const { page, fake } = testPage(treeSession());
    await page.replay.start();
    await page.replay.showBranch(treeLeaves.index);
    await page.replay.showBranch(undefined);
    fake.restart({ rows: manyRows(7) });
    await settled();
    assert.equal(page.replay.rows.total.value, 7);
    assert.equal(page.replay.rows.at(6) === undefined, false);
  });
});

describe('the header of a session with relatives', () => {
  async function open(session: PageSession) {
    const rendered = renderInPage(<App />, session);
    await act(async () => {
      await rendered.page.replay.start();
      await settled();
    });
    const { view } = rendered;
    fireEvent.click(view.container.querySelector('.title-button')!);
    const [facts] = (await view.findAllByRole('group', { name: 'About This Session' })).slice(-1);
    assert.ok(facts !== undefined);
    return { ...rendered, text: () => facts.textContent };
  }

  it('tells its name, folder, usage, parent and forks', async () => {
    const { view, text, fake } = await open(treeSession());
    assert.equal(view.getByRole('heading', { level: 1 }).textContent, 'Slow dashboard');
    assert.match(text(), /Folder\/home\/ada\/src\/ledger/);
    assert.match(text(), /Tokens1\.4MCost\$0\.83/);
    assert.match(text(), /Forked fromReplace the ORM, step by step/);
    assert.match(text(), /ForksSpeed of the importDashboard on the phone1 more/);
    fireEvent.click(view.getByRole('button', { name: '1 more' }));
    await settled();
    fireEvent.click(view.getByRole('button', { name: 'Dashboard in print' }));
    await settled();
    assert.deepEqual(fake.told, [{ name: 'session/open', body: { link: { path: '/f/3.jsonl' } } }]);
  });

  it('says nothing of what the log does not tell', async () => {
    const { view, text } = await open({ rows: [userRow('x')] });
    assert.doesNotMatch(text(), /Fork|Tokens|branch/);
    assert.equal(view.container.querySelector('.branch-notice'), null);
  });

  it('leaves out the cost where there is none, and sums that cannot be', async () => {
    const usage = { input: 900, output: 50, cacheRead: 0, cacheWrite: 0, cost: 0 };
    const { text } = await open({ rows: [], header: { usage } });
    assert.match(text(), /Tokens950Size/);
    const odd = await open({ rows: [], header: { usage: { ...usage, input: NaN } } });
    assert.doesNotMatch(odd.text(), /Tokens/);
    const cheap = await open({ rows: [], header: { usage: { ...usage, cost: 0.0004 } } });
    assert.match(cheap.text(), /Tokens950Cost<\$0\.01Size/);
  });

  it('marks a cost that prices say, and tells what has no price', async () => {
    const usage = { input: 900, output: 50, cacheRead: 0, cacheWrite: 0, cost: 4.2 };
    const { text } = await open({ rows: [], header: { usage: { ...usage, estimated: 4 } } });
    assert.match(text(), /Cost≈\s\$4\.20/);
    const some = await open({ rows: [], header: { usage: { ...usage, unpriced: 1_500 } } });
    assert.match(some.text(), /Cost\$4\.20, 1\.5K tokens without a price/);
  });

  it('leads back from an abandoned branch', async () => {
    const { view, page, fake } = await open(treeSession());
    await act(() => page.replay.showBranch(treeLeaves.cache));
    const notice = view.getByText('This branch was abandoned.');
    assert.ok(notice.closest('[role="status"]') !== null);
    fireEvent.click(view.getByRole('button', { name: 'Show Latest Branch' }));
    await act(settled);
    assert.equal(view.container.querySelector('.branch-notice'), null);
    assert.deepEqual(shownBranch(fake.asked), ['branch/show 900', 'branch/show undefined']);
  });
});
