import { renderInPage, settled, testPage, type Rendered } from '../support/pageRender.tsx';
import assert from 'node:assert/strict';
import { act, fireEvent } from '@testing-library/preact';
import { SelectionBar } from '../../webview/replay/list/ListBars.tsx';
import { runRowCommand } from '../../webview/replay/list/rowCommands.ts';
import { rowMenuContext } from '../../webview/replay/list/rowMenu.ts';
import { createSelectionModel } from '../../webview/replay/model/selectionModel.ts';
import { demoRows } from '../support/pageRows.ts';
import { workRows } from '../support/pageWork.ts';

describe('a selection of rows', () => {
  it('reaches from where it began to where it was extended last', () => {
    const selection = createSelectionModel();
    assert.equal(selection.count.value, 0);
    selection.extend(4, 5);
    selection.extend(5, 6);
    assert.deepEqual(selection.range.value, { first: 4, last: 6 });
    selection.extend(6, 1);
    assert.deepEqual(selection.range.value, { first: 1, last: 4 });
    assert.equal(selection.count.value, 4);
    selection.clear();
    assert.equal(selection.range.value, undefined);
  });

  const rows = demoRows();

  async function drawn(): Promise<Rendered> {
    const made = renderInPage(<SelectionBar />, { rows });
    await act(async () => {
      await made.page.replay.start();
      await settled();
    });
    return made;
  }

  it('is announced, copied and exported from its bar, and cleared', async () => {
    const { page, fake, view } = await drawn();
    assert.equal(view.queryByRole('group'), null);
    page.selection.extend(1, 3);
    await view.findByRole('button', { name: 'Copy as Markdown' });
    assert.equal(view.getByRole('status').textContent, '3 rows selected');
    const range = { filter: 'all', from: rows[1]?.id, to: rows[3]?.id };
    await act(async () => {
      fireEvent.click(view.getByRole('button', { name: 'Copy as Markdown' }));
      await settled();
    });
    assert.ok(view.getByRole('button', { name: 'Copied' }));
    await act(async () => {
      fireEvent.click(view.getByRole('button', { name: 'Export…' }));
      await settled();
    });
    assert.deepEqual(fake.told, [
      { name: 'rows/copy', body: range },
      { name: 'rows/export', body: range },
    ]);
    void act(() => {
      fireEvent.click(view.getByRole('button', { name: 'Clear Selection' }));
    });
    assert.equal(view.queryByRole('group'), null);
    view.unmount();
  });

  it('stands for the rows of its runs where the transcript is skimmed', async () => {
    const { page, fake } = testPage({ rows: workRows() });
    await page.replay.start();
    await page.replay.setFilter('skim');
    const at = Array.from({ length: 6 }, (_, index) => page.replay.rows.at(index));
    const index = at.findIndex((row) => row?.kind === 'run');
    const run = at[index];
    assert.ok(run?.kind === 'run' && run.rows > 1 && page.canFork.value);
    const first = run.id.replace(/r$/, '');
    page.view.current.value = index;
    for (const command of ['copy', 'copyLink', 'copyOutput', 'export', 'fork'] as const) {
      await runRowCommand(page, command, index);
    }
    await settled();
    const range = { filter: 'all', from: first, to: run.last };
    assert.deepEqual(fake.told, [
      { name: 'rows/copy', body: range },
      { name: 'row/copyLink', body: { rowId: first } },
      { name: 'rows/export', body: range },
      { name: 'row/fork', body: { rowId: run.last } },
    ]);
    page.selection.extend(index - 1, index);
    await page.replay.toggleRun(run.id);
    assert.equal(page.selection.range.value, undefined, 'other rows have these indexes');
  });

  it('ends where the rows are others', async () => {
    const { page, fake, view } = await drawn();
    const select = () => {
      page.selection.extend(0, 2);
      assert.equal(page.selection.count.value, 3);
    };
    select();
    await act(() => page.replay.setFilter('dialogue'));
    assert.equal(page.selection.count.value, 0, 'another filter');
    select();
    await act(async () => {
      fake.change({ rows }, { replaced: true });
      await settled();
    });
    assert.equal(page.selection.count.value, 0, 'another log');
    select();
    await act(async () => {
      fake.append();
      await settled();
    });
    assert.equal(page.selection.count.value, 3, 'a log that grew');
    view.unmount();
  });
});

describe('commands on a row', () => {
  const rows = demoRows();
  const indexOf = (kind: string) => rows.findIndex((row) => row.kind === kind);

  async function opened(actions: readonly 'fork'[] = ['fork']) {
    const made = testPage({ rows, header: { actions } });
    await made.page.replay.start();
    await settled();
    return made;
  }

  it('act on it, or on the selection that it is in', async () => {
    const { page, fake } = await opened();
    const [shell, user] = [indexOf('shell'), indexOf('user')];
    const rowId = rows[shell]?.id ?? '';
    for (const command of ['copy', 'copyLink', 'copyOutput', 'fork', 'openLine'] as const) {
      await runRowCommand(page, command, shell);
    }
    page.selection.extend(user, user + 1);
    await runRowCommand(page, 'copy', user);
    await runRowCommand(page, 'copy', shell);
    await settled();
    const one = { filter: 'all', from: rowId, to: rowId };
    assert.deepEqual(fake.told, [
      { name: 'rows/copy', body: one },
      { name: 'row/copyLink', body: { rowId } },
      { name: 'row/copyOutput', body: { rowId } },
      { name: 'row/fork', body: { rowId } },
      { name: 'line/open', body: { line: rows[shell]?.source.line } },
      { name: 'rows/copy', body: { filter: 'all', from: rows[user]?.id, to: rows[user + 1]?.id } },
      { name: 'rows/copy', body: one },
    ]);
    assert.equal(page.copying.copied.value, rowId);
  });

  it('do nothing that a row or a window does not allow', async () => {
    const { page, fake } = await opened([]);
    await runRowCommand(page, 'copyOutput', indexOf('user'));
    await runRowCommand(page, 'fork', indexOf('user'));
    await runRowCommand(page, 'copy', 10_000);
    assert.deepEqual(fake.told, []);
  });

  it('are offered in VS Code’s menu as the row allows', async () => {
    const { page } = await opened();
    const said = (index: number): unknown => {
      const row = rows[index];
      return row && JSON.parse(rowMenuContext(page, row, index));
    };
    const shell = indexOf('shell');
    assert.deepEqual(said(shell), {
      webviewSection: 'row',
      rowForks: true,
      rowHasOutput: true,
      rowHasSelectedText: false,
      preventDefaultContextMenuItems: true,
    });
    page.selection.extend(shell, shell + 1);
    assert.equal((said(shell) as { webviewSection: string }).webviewSection, 'rows');
    assert.equal((said(0) as { webviewSection: string }).webviewSection, 'row');
  });
});

describe('a row that a link names', () => {
  const rows = demoRows();
  const last = rows.length - 1;
  const rowId = rows[last]?.id ?? '';

  it('is shown with all rows, focused, whatever was shown before', async () => {
    const { page, fake } = testPage({ rows });
    await page.replay.start();
    await page.replay.setFilter('dialogue');
    fake.showRow(rowId);
    await settled();
    assert.equal(page.view.filter.value, 'all');
    assert.equal(page.view.current.value, last);
    const { index, align, focus } = page.replay.scroll.value ?? {};
    assert.deepEqual({ index, align, focus }, { index: last, align: 'start', focus: true });
  });

  it('is where a page opens that is asked for it first', async () => {
    const { page, fake } = testPage({ rows });
    fake.showRow(rowId);
    await page.replay.start();
    await settled();
    assert.equal(page.replay.scroll.value?.index, last);
  });

  it('is waited for until it is indexed', async () => {
    const { page, fake } = testPage({ rows: rows.slice(0, 3), header: { complete: false } });
    await page.replay.start();
    fake.showRow(rowId);
    await settled();
    assert.equal(page.view.current.value, 0);
    assert.deepEqual(fake.told, []);
    fake.change({ rows, header: { complete: true } });
    await settled();
    assert.equal(page.view.current.value, last);
    assert.equal(page.replay.scroll.value?.focus, true);
  });

  it('is reported if the session does not have it', async () => {
    const { page, fake } = testPage({ rows });
    await page.replay.start();
    fake.showRow('999999.0');
    await settled();
    assert.deepEqual(fake.told, [{ name: 'row/missing', body: { rowId: '999999.0' } }]);
  });
});
