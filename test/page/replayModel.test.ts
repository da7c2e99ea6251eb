import { settled, testPage } from '../support/pageRender.tsx';
import assert from 'node:assert/strict';
import { createFollowEnd } from '../../webview/replay/model/replay.ts';
import { manyRows } from '../support/pageRows.ts';
import { toolRow, userRow } from '../support/pageSamples.ts';

describe('following the end', () => {
  it('counts new rows for a reader elsewhere, and those that the reader sees come', () => {
    const follow = createFollowEnd();
    follow.scrolled(500);
    follow.grew(3, false);
    follow.grew(2, false);
    assert.equal(follow.unseen.value, 5);
    follow.scrolled(10);
    assert.equal(follow.atEnd.value, true);
    assert.equal(follow.unseen.value, 0);
    follow.grew(4, true);
    follow.grew(1, true);
    assert.equal(follow.unseen.value, 0);
    assert.equal(follow.seen.value, 5);
    follow.scrolled(500);
    assert.equal(follow.seen.value, 0);
  });
});

/** What an earlier page kept. */
const keptState = {
  version: 1,
  session: { agent: 'claude', id: 'a', path: '/a.jsonl' },
  view: 'transcript',
  filter: 'all',
  toggled: [],
};

describe('the replay model', () => {
  it('opens with the rows that come with the session, and asks for no others', async () => {
    const { page, fake } = testPage({ rows: manyRows(500) });
    await page.replay.start();
    assert.deepEqual(fake.asked, []);
    assert.notEqual(page.replay.rows.at(99), undefined);
    assert.equal(page.replay.rows.total.value, 500);
    assert.equal(page.replay.opened.value, true);
  });

  it('opens with the rows where the reader was', async () => {
    const rows = manyRows(500);
    const anchor = { rowId: rows[320]!.id, offset: 4 };
    const { page, fake } = testPage({ rows }, { ...keptState, anchor });
    await page.replay.start();
    assert.deepEqual(fake.asked, []);
    assert.deepEqual(page.replay.scroll.value, { index: 320, align: 'start', offset: 4 });
    assert.equal(page.replay.rows.at(320)?.id, anchor.rowId);
  });

  it('asks for the rows of what changed while the session came', async () => {
    const { page, fake } = testPage({ rows: manyRows(500) });
    const { id } = fake.rowsFrom(410)[0]!;
    fake.showRow(id);
    await page.replay.start();
    assert.deepEqual(fake.asked, [`row/locate ${id}`, 'rows/read 400']);
    assert.equal(page.replay.rows.at(410)?.id, id);
  });

  it('follows appended rows from the end and counts them elsewhere', async () => {
    const { page, fake } = testPage({ rows: manyRows(20) });
    await page.replay.start();
    page.replay.follow.scrolled(0);
    fake.append(...manyRows(3));
    await settled();
    assert.equal(page.replay.rows.total.value, 23);
    assert.deepEqual(page.replay.scroll.value, { index: 22, align: 'end' });
    page.replay.follow.scrolled(900);
    fake.append(...manyRows(2));
    await settled();
    assert.equal(page.replay.follow.unseen.value, 2);
    assert.deepEqual(page.replay.scroll.value, { index: 22, align: 'end' });
  });

  it('does not follow rows that are old and only now indexed', async () => {
    const { page, fake } = testPage({ rows: manyRows(5), header: { complete: false } });
    await page.replay.start();
    page.replay.follow.scrolled(0);
    const before = page.replay.scroll.value;
    fake.change({ rows: manyRows(400) });
    await settled();
    fake.change({ rows: manyRows(800), header: { complete: true } });
    await settled();
    assert.equal(page.replay.rows.total.value, 800);
    assert.equal(page.replay.follow.unseen.value, 0);
    assert.equal(page.replay.scroll.value, before);
  });

  it('sees a call that ended since it was drawn', async () => {
    const call = toolRow('bash', { state: 'unfinished' });
    const { page, fake } = testPage({ rows: [userRow('x'), call] });
    await page.replay.start();
    page.replay.rows.show(0, 1);
    fake.change({ rows: [userRow('x'), { ...call, state: 'done' }] });
    await settled();
    const row = page.replay.rows.at(1);
    assert.equal(row?.kind === 'tool' && row.state, 'done');
  });

  it('keeps the place when the filter changes', async () => {
    const rows = manyRows(100);
    const { page } = testPage({ rows });
    await page.replay.start();
    page.replay.scrolledTo({ rowId: rows[50]?.id ?? '', offset: 7 });
    await page.replay.setFilter('dialogue');
    const { index = -1, offset } = page.replay.scroll.value ?? {};
    assert.equal(page.replay.rows.at(index)?.id, rows[50]?.id);
    assert.equal(offset, 7);
  });

  it('keeps the current row where it is on the screen when the filter changes', async () => {
    const failed = toolRow('read', { state: 'failed', error: 'no such file' });
    const rows = [...manyRows(300), failed, ...manyRows(10)];
    const { page } = testPage({ rows });
    const { replay, view } = page;
    await replay.start();
    await replay.setFilter('trouble');
    assert.equal(replay.rows.total.value, 1);
    replay.readerMoved();
    view.current.value = 0;
    replay.scrolledTo({ rowId: failed.id, offset: 0 }, { rowId: failed.id, offset: -120 });
    for (const filter of ['all', 'trouble', 'all'] as const) {
      await replay.setFilter(filter);
      const index = view.current.peek();
      assert.equal(replay.rows.at(index)?.id, failed.id);
      assert.deepEqual(replay.scroll.value, { index, align: 'start', offset: -120 });
      replay.scrolledTo({ rowId: rows[295]!.id, offset: 3 }, { rowId: failed.id, offset: -120 });
    }
    await replay.setFilter('dialogue');
    const nearest = rows.slice(0, 300).findLast(({ kind }) => kind === 'assistant');
    assert.equal(replay.rows.at(view.current.value)?.id, nearest?.id);
  });

  it('comes back to a row that filters did not show, unless the reader moved meanwhile', async () => {
    const rows = [...manyRows(30), toolRow('grep'), ...manyRows(30)];
    const { page } = testPage({ rows });
    const { replay, view } = page;
    await replay.start();
    view.current.value = 30;
    const grep = { rowId: rows[30]!.id, offset: -80 };
    replay.scrolledTo({ rowId: rows[28]!.id, offset: 3 }, grep);
    for (const filter of ['all kind:user', 'all tool:nothing', 'all kind:assistant'] as const) {
      await replay.setFilter(filter);
    }
    const shown = replay.rows.at(view.current.value)!;
    assert.equal(shown.kind, 'assistant');
    await replay.setFilter('all');
    assert.equal(view.current.value, 30);
    assert.equal(replay.scroll.value?.offset, -80);

    await replay.setFilter('all kind:user');
    replay.readerMoved();
    const first = { rowId: rows.find(({ kind }) => kind === 'user')!.id, offset: 0 };
    replay.scrolledTo(first, first);
    await replay.setFilter('all');
    assert.equal(replay.rows.at(view.current.value)?.id, first.rowId);
  });

  it('goes from one user message to the next over pages that are not here', async () => {
    const rows = [
      userRow('first'),
      ...Array.from({ length: 450 }, () => toolRow('read')),
      userRow('second'),
    ];
    const { page } = testPage({ rows });
    await page.replay.start();
    await page.replay.goToUserMessage(1);
    assert.equal(page.view.current.value, 451);
    await page.replay.goToUserMessage(1);
    assert.equal(page.view.current.value, 451);
    await page.replay.goToUserMessage(-1);
    assert.equal(page.view.current.value, 0);
  });

  it('tells the reader when the host fails and when it is well again', async () => {
    const { page, fake } = testPage({ rows: manyRows(5) });
    await page.replay.start();
    fake.fail('The log was deleted.');
    await settled();
    assert.equal(page.replay.failure.value, 'The log was deleted.');
    fake.append(userRow('back'));
    await settled();
    assert.equal(page.replay.failure.value, undefined);
  });
});
