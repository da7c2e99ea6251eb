import { settled, testPage } from '../support/pageRender.tsx';
import assert from 'node:assert/strict';
import { viewStateVersion } from '#protocol/pages/page.ts';
import { createViewModel } from '../../webview/replay/model/viewModel.ts';
import { manyRows } from '../support/pageRows.ts';

describe('the view state', () => {
  const kept = {
    version: viewStateVersion,
    session: { agent: 'keen', id: 'i', path: '/p' },
    view: 'transcript',
    filter: 'skim',
    anchor: { rowId: '3.0', offset: 12 },
    toggled: ['3.0'],
  } as const;

  it('is taken up by the next page', async () => {
    const rows = manyRows(300);
    const anchor = { rowId: rows[200]?.id ?? '', offset: 12 };
    const { page } = testPage({ rows }, { ...kept, filter: 'all', anchor });
    await page.replay.start();
    assert.deepEqual(page.replay.scroll.value, { index: 200, align: 'start', offset: 12 });
    assert.equal(page.replay.rows.at(200)?.id, anchor.rowId);
    assert.deepEqual([...page.view.toggled.value], ['3.0']);
  });

  it('waits for the index to reach the row', async () => {
    const rows = manyRows(300);
    const anchor = { rowId: rows[200]?.id ?? '', offset: 5 };
    const { page, fake } = testPage(
      { rows: rows.slice(0, 10), header: { complete: false } },
      { ...kept, filter: 'all', anchor },
    );
    await page.replay.start();
    page.replay.scrolledTo({ rowId: rows[0]?.id ?? '', offset: 0 });
    assert.deepEqual(page.view.anchor.value, anchor, 'the place is not given up meanwhile');
    fake.change({ rows, header: { complete: true } });
    await settled();
    assert.deepEqual(page.replay.scroll.value, { index: 200, align: 'start', offset: 5 });
  });

  it('begins where a fork leaves its parent, unless it has a place or a row is asked for', async () => {
    const rows = manyRows(300);
    const header = { forkRow: rows[250]!.id };
    const fresh = testPage({ rows, header });
    await fresh.page.replay.start();
    assert.deepEqual(fresh.page.replay.scroll.value, { index: 250, align: 'start', offset: 0 });
    assert.equal(fresh.page.view.current.value, 250);

    const anchor = { rowId: rows[200]!.id, offset: 12 };
    const again = testPage({ rows, header }, { ...kept, filter: 'all', anchor });
    await again.page.replay.start();
    assert.equal(again.page.replay.scroll.value?.index, 200);

    const asked = testPage({ rows, header });
    asked.fake.showRow(rows[100]!.id);
    await asked.page.replay.start();
    await settled();
    assert.equal(asked.page.replay.scroll.value?.index, 100);
  });

  it('begins there once the index is complete, if the reader is still at the start', async () => {
    const rows = manyRows(300);
    const whole = { rows, header: { complete: true, forkRow: rows[250]!.id } };
    for (const [seen, expected] of [
      [0, 250],
      [5, 0],
    ] as const) {
      const { page, fake } = testPage({ rows: rows.slice(0, 10), header: { complete: false } });
      await page.replay.start();
      page.replay.scrolledTo({ rowId: rows[seen]!.id, offset: 0 });
      fake.change(whole);
      await settled();
      assert.equal(page.replay.scroll.value?.index, expected);
    }
  });

  it('is dropped where it is not understood', () => {
    for (const state of [
      undefined,
      null,
      'x',
      { ...kept, version: 0 },
      { ...kept, view: 'x' },
      { ...kept, filter: 'constructor' },
    ]) {
      const { page } = testPage({ rows: [] }, state);
      assert.equal(page.view.filter.value, 'all');
    }
    const { page } = testPage({ rows: [] }, { ...kept, anchor: { rowId: 1 }, toggled: [1, 'a'] });
    assert.equal(page.view.filter.value, 'skim');
    assert.equal(page.view.anchor.value, undefined);
    assert.deepEqual([...page.view.toggled.value], ['a']);
    for (const player of [
      'fast',
      { unit: 'day', speed: 1, stops: [] },
      { unit: 'event', speed: -1, stops: [] },
      { unit: 'event', speed: 1, longest: 'x', stops: [] },
      { unit: 'event', speed: 1, stops: ['lunch'] },
    ]) {
      const { page: other } = testPage({ rows: [] }, { ...kept, player, playhead: 7 });
      assert.equal(other.view.player.value.unit, 'event');
      assert.equal(other.view.player.value.speed, 1);
      assert.equal(other.view.playhead.value, undefined);
    }
  });

  it('has the player’s settings once they are others than at first', () => {
    const { host, fake, saved } = testPage();
    const view = createViewModel(host, (write) => {
      write();
    });
    view.saveFor(fake.header());
    assert.equal(saved.at(-1)?.player, undefined);
    const player = { unit: 'turn', speed: 4, longest: undefined, stops: ['edit'] } as const;
    view.player.value = player;
    view.playhead.value = '3.0';
    assert.deepEqual([saved.at(-1)?.player, saved.at(-1)?.playhead], [player, '3.0']);
    const next = createViewModel(host);
    assert.deepEqual([next.player.value, next.playhead.value], [player, '3.0']);
  });

  it('shows Skim where an earlier version showed the work alone', () => {
    const { page } = testPage({ rows: [] }, { ...kept, filter: 'work' });
    assert.equal(page.view.filter.value, 'skim');
  });

  it('names the session at once, and is then written when the page is idle, once for many changes', () => {
    const { host, fake, saved } = testPage();
    const writes: (() => void)[] = [];
    const view = createViewModel(host, (write) => writes.push(write));
    view.toggle('1.0');
    assert.equal(saved.length, 0, 'the session is not known yet');
    view.saveFor(fake.header());
    const session = { agent: 'keen', id: fake.header().sessionId, path: fake.header().path };
    assert.deepEqual([saved.length, saved[0]?.session, writes.length], [1, session, 0]);
    view.anchor.value = { rowId: '2.0', offset: 1 };
    view.anchor.value = { rowId: '2.0', offset: 2 };
    assert.equal(writes.length, 1);
    writes[0]?.();
    assert.deepEqual(saved.slice(1), [
      {
        version: viewStateVersion,
        session,
        view: 'transcript',
        filter: 'all',
        anchor: { rowId: '2.0', offset: 2 },
        toggled: ['1.0'],
      },
    ]);
  });
});
