import { renderInPage, settled, type Rendered } from '../support/pageRender.tsx';
import assert from 'node:assert/strict';
import { fireEvent } from '@testing-library/preact';
import type { VNode } from 'preact';
import { App } from '../../webview/replay/App.tsx';
import { TranscriptRow } from '../../webview/replay/TranscriptRow.tsx';
import { runPageCommand } from '../../webview/replay/panels/pageKeys.ts';
import { diffSession } from '../support/pageDiffs.ts';
import { userRow } from '../support/pageSamples.ts';
import type { PageSession } from '../support/pageSession.ts';

/** @param row of the transcript; without a layout, the list itself draws none. */
async function open(session: PageSession = diffSession(), row?: VNode): Promise<Rendered> {
  const rendered = renderInPage(
    <>
      <App />
      {row}
    </>,
    session,
  );
  await rendered.page.replay.start();
  await settled();
  return rendered;
}

async function press({ view }: Rendered, name: RegExp | string): Promise<void> {
  fireEvent.click(view.getByRole('button', { name }));
  await settled();
}

function lines({ view }: Rendered): readonly string[] {
  return [...view.container.querySelectorAll('.changed-line')].map((line) => line.textContent);
}

describe('the changed files', () => {
  it('are counted in the toolbar, and listed with their lines', async () => {
    const page = await open();
    await press(page, '3 files');
    assert.deepEqual(lines(page), [
      'cart.tssrc2 edits+3−7',
      'cart.test.tstest1 edit+5−0',
      'styles.cssweb1 edit+2−2',
    ]);
    assert.match(page.view.getByRole('region', { name: 'Changed Files' }).textContent, /\+10−9/);
  });

  it('are sorted, marked as viewed, and filter the rows', async () => {
    const page = await open();
    await press(page, '3 files');
    fireEvent.change(page.view.getByRole('combobox', { name: 'Sort files by' }), {
      target: { value: 'most' },
    });
    await settled();
    assert.match(lines(page)[1] ?? '', /^cart\.test\.ts/);
    fireEvent.click(page.view.getByRole('checkbox', { name: 'Viewed src/cart.ts' }));
    await settled();
    assert.deepEqual(page.fake.told, [
      { name: 'review/changed', body: { viewed: [], sort: 'most' } },
      { name: 'review/changed', body: { viewed: ['2 3 7 src/cart.ts'], sort: 'most' } },
    ]);
    fireEvent.click(
      page.view.getAllByRole('button', { name: 'Show Only This File’s Rows' })[0] as Element,
    );
    await settled();
    assert.equal(page.page.view.filter.value, 'all file:"src/cart.ts"');
  });

  it('are listed as the reader left them', async () => {
    const page = await open();
    page.fake.review = { width: 500, sort: 'path', viewed: ['2 3 7 src/cart.ts'] };
    await press(page, '3 files');
    assert.match(lines(page)[2] ?? '', /^cart\.test\.ts|^styles/);
    const box = page.view.getByRole('checkbox', { name: 'Viewed src/cart.ts' });
    assert.equal((box as HTMLInputElement).checked, true);
    const edge = page.view.getByRole('separator', { name: 'Width of Changed Files' });
    assert.equal(edge.getAttribute('aria-valuenow'), '500');
    fireEvent.keyDown(edge, { key: 'ArrowLeft' });
    await settled();
    const [told] = page.fake.told;
    assert.deepEqual(told?.body, { ...page.fake.review, width: 520 });
  });

  it('are nowhere in a session without any', async () => {
    const page = await open({ rows: [userRow('Hello')] });
    assert.equal(
      page.view.container.querySelector<HTMLButtonElement>('.files-badge')?.disabled,
      true,
    );
    assert.equal(page.view.queryByRole('button', { name: /Show Files Changed/ }), null);
  });

  it('open in the diff editor, all of them, one of them, or one edit', async () => {
    const page = await open();
    await press(page, '3 files');
    await press(page, 'Open All Changes');
    fireEvent.click(page.view.getAllByRole('button', { name: 'Open Changes' })[0] as Element);
    fireEvent.click(page.view.getAllByRole('button', { name: 'Open File' })[1] as Element);
    await press(page, /^cart\.ts/);
    const [, , edit] = page.view.container.querySelectorAll('.changed-line');
    fireEvent.click(edit?.querySelector('.icon-button') ?? assert.fail());
    await settled();
    const again = diffIds(page)[3];
    assert.deepEqual(page.fake.told, [
      { name: 'changes/open', body: {} },
      { name: 'changes/open', body: { file: 'src/cart.ts' } },
      { name: 'file/open', body: { path: 'test/cart.test.ts' } },
      { name: 'diff/open', body: { rowId: again } },
    ]);
  });

  it('lead to their edits, also past a filter that hides them', async () => {
    const page = await open();
    await page.page.replay.setFilter('dialogue');
    await press(page, '3 files');
    await press(page, /^cart\.ts/);
    assert.deepEqual(lines(page).slice(1, 3), [
      'Edit 1+3−6Still in File',
      'Edit 2+0−1Not Compared',
    ]);
    await press(page, /^Edit 2/);
    assert.equal(page.page.view.filter.value, 'all');
    const { rows } = page.page.replay;
    assert.equal(rows.at(page.page.view.current.value)?.id, diffIds(page)[3]);
  });

  it('are gone through one after the other, by their rows’ buttons and keys', async () => {
    const session = diffSession();
    const [cart] = session.rows.filter((row) => row.kind === 'diff');
    const page = await open(session, <TranscriptRow row={cart!} speaker={undefined} />);
    const steps = page.view.getByRole('group', { name: 'Edit 1 of 2 in cart.ts' });
    assert.equal(steps.textContent, '1 of 2');
    const [previous, next] = steps.querySelectorAll('button');
    assert.deepEqual([previous?.disabled, next?.disabled], [true, false]);
    const rowId = () => page.page.replay.rows.at(page.page.view.current.value)?.id;
    const again = diffIds(page)[3];
    await press(page, 'Next Edit of This File');
    assert.equal(rowId(), again);
    runPageCommand(page.page, 'previousOfFile');
    await settled();
    assert.equal(rowId(), cart?.id);
    runPageCommand(page.page, 'nextOfFile');
    await settled();
    assert.equal(rowId(), again);
    await press(page, '3 files');
    await press(page, /^cart\.ts/);
    const here = page.view.container.querySelector('.changed-item[aria-current]');
    assert.match(here?.textContent ?? '', /^Edit 2/);
    await press(page, 'Open File at Line 12');
    assert.deepEqual(page.fake.told, [
      { name: 'file/open', body: { path: 'src/cart.ts', line: 12 } },
    ]);
  });

  it('can be those of one turn', async () => {
    const session = diffSession();
    const users = session.rows.filter(({ kind }) => kind === 'user');
    const page = await open(session, <TranscriptRow row={users[1]!} speaker={undefined} />);
    await press(page, 'Show Files Changed in This Turn');
    assert.deepEqual(lines(page), ['styles.cssweb1 edit+2−2', 'cart.tssrc1 edit+0−1']);
    await press(page, 'Open All Changes');
    assert.deepEqual(page.fake.told, [
      { name: 'changes/open', body: { from: users[1]?.id, oneTurn: true } },
    ]);
    await press(page, 'Show Whole Session');
    assert.equal(lines(page).length, 3);
  });

  it('are one tab stop with arrows, as a tree is', async () => {
    const page = await open();
    await press(page, '3 files');
    const items = () => [...page.view.container.querySelectorAll<HTMLElement>('.changed-item')];
    const key = async (name: string) => {
      fireEvent.keyDown(document.activeElement!, { key: name });
      await settled();
      return document.activeElement?.textContent;
    };
    items()[0]?.focus();
    await settled();
    assert.deepEqual(
      items().map(({ tabIndex }) => tabIndex),
      [0, -1, -1],
    );
    assert.match((await key('ArrowDown')) ?? '', /^cart\.test/);
    assert.match((await key('Home')) ?? '', /^cart\.ts/);
    await key('ArrowRight');
    assert.equal(items().length, 5);
    assert.match((await key('ArrowRight')) ?? '', /^Edit 1/);
    assert.match((await key('ArrowLeft')) ?? '', /^cart\.ts/);
    await key('ArrowLeft');
    assert.equal(items().length, 3);
    assert.match((await key('End')) ?? '', /^styles/);
    let found;
    for (const letter of 'cart.te') {
      found = await key(letter);
    }
    assert.match(found ?? '', /^cart\.test/);
    fireEvent.keyDown(document.activeElement!, { key: 'Escape' });
    await settled();
    assert.equal(page.view.queryByRole('region', { name: 'Changed Files' }), null);
  });

  it('follow the log as it grows', async () => {
    const page = await open();
    const { rows } = diffSession();
    page.fake.append(...rows.filter((row) => row.kind === 'diff').slice(0, 1));
    await settled();
    await press(page, '3 files');
    assert.equal(lines(page)[0], 'cart.tssrc3 edits+6−13');
  });
});

function diffIds({ fake }: Rendered): readonly string[] {
  return fake.rowsFrom(0).flatMap(({ kind, id }) => (kind === 'diff' ? [id] : []));
}
