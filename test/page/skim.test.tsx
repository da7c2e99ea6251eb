import { renderInPage, settled, testPage } from '../support/pageRender.tsx';
import assert from 'node:assert/strict';
import { act, fireEvent } from '@testing-library/preact';
import type { ListRow } from '#core/lens/runRow.ts';
import { TranscriptRow } from '../../webview/replay/TranscriptRow.tsx';
import { lazyModels } from '../../webview/replay/model/lazyModels.ts';
import { eventually } from '../support/eventually.ts';
import { skimmed } from '../support/pageRuns.ts';
import { assistantRow, shellRow, thinkingRow, toolRow, userRow } from '../support/pageSamples.ts';
import { workRows } from '../support/pageWork.ts';

const kindsOf = (rows: readonly (ListRow | undefined)[]) => rows.map((row) => row?.kind);

const isFailing = (row: ListRow | undefined) => row?.kind === 'run' && row.work.failed === 6;

async function skimmedPage() {
  const rows = workRows();
  const made = testPage({ rows });
  await made.page.replay.start();
  await made.page.replay.setFilter('skim');
  const { replay } = made.page;
  const listed = () =>
    Array.from({ length: replay.rows.total.value }, (_, at) => replay.rows.at(at));
  return { ...made, rows, listed };
}

describe('a skimmed transcript', () => {
  it('opens a run where it is, closes it, and remembers what is open', async () => {
    const { page, listed, saved } = await skimmedPage();
    const closed = kindsOf(listed());
    const at = closed.indexOf('run', 3);
    const run = listed()[at];
    assert.ok(run?.kind === 'run');
    await page.replay.toggleRun(run.id);
    const open = kindsOf(listed());
    assert.deepEqual(open.slice(0, at + 1), closed.slice(0, at + 1));
    // What was said and thought on the way are rows; each edit is one with its diff.
    const inside = open.slice(at + 1, open.length - closed.length + at + 1);
    assert.deepEqual(inside.slice(0, 6), [
      'tool',
      'shell',
      'thinking',
      'tool',
      'shell',
      'assistant',
    ]);
    assert.equal(listed().filter((row) => row?.isInRun === true).length, inside.length);
    assert.deepEqual(open.slice(at + 1 + inside.length), closed.slice(at + 1));
    assert.equal(page.view.current.value, at);
    await eventually(() => {
      assert.deepEqual(saved.at(-1)?.toggled, [run.id]);
    });
    const scroll = page.replay.scroll.value;
    await page.replay.toggleRun(run.id);
    assert.deepEqual(kindsOf(listed()), closed);
    assert.equal(page.view.current.value, at);
    assert.equal(page.replay.scroll.value, scroll, 'whoever went to a button of it stays there');
  });

  it('keeps the selected row over all levels: the run that has it, or the nearest before', async () => {
    const { page, rows, listed } = await skimmedPage();
    await page.replay.setFilter('all');
    const inside = rows.findIndex((row) => row.kind === 'shell' && row.command === 'npm run lint');
    page.view.current.value = inside;
    const id = rows[inside]?.id ?? '';
    page.replay.scrolledTo({ rowId: id, offset: 0 }, { rowId: id, offset: -40 });
    await page.replay.setFilter('skim');
    const run = page.replay.rows.at(page.view.current.value);
    assert.ok(run?.kind === 'run');
    assert.equal(run.work.failed, 6);
    page.replay.scrolledTo({ rowId: run.id, offset: 0 }, { rowId: run.id, offset: -40 });
    await page.replay.setFilter('prompts');
    assert.deepEqual(kindsOf(listed()), ['user', 'user', 'user']);
    assert.equal(page.view.current.value, 1);
  });

  it('opens what hides a row that is gone to', async () => {
    const { page, rows, listed } = await skimmedPage();
    const hidden = rows.find((row) => row.kind === 'shell' && row.command === 'npm run lint');
    await page.replay.goToRow(hidden?.id ?? '');
    assert.equal(page.view.filter.value, 'skim');
    assert.equal(listed()[page.view.current.value]?.id, hidden?.id);
  });

  it('finds in closed runs, and opens the one it goes to', async () => {
    const { page, listed } = await skimmedPage();
    const { replay, view } = page;
    const { find } = lazyModels(page);
    const closed = listed();
    find.open('npm run lint');
    await eventually(() => {
      assert.equal(find.current.value?.row, closed.findIndex(isFailing));
    });
    const answer = find.answer.value;
    assert.deepEqual([answer.state, 'total' in answer && answer.total], ['found', 2]);
    const run = closed.find(isFailing);
    // The run says this when it is drawn where the match is.
    find.enter(run?.id ?? '');
    await eventually(() => {
      const row = replay.rows.at(find.current.value?.row ?? -1);
      assert.equal(row?.kind === 'shell' && row.command, 'npm run lint');
    });
    assert.equal(view.current.value, find.current.value?.row);
    assert.equal(view.revealed.value, find.current.value?.row);
    find.next();
    const next = replay.rows.at(find.current.value?.row ?? -1);
    assert.equal(next?.kind === 'shell' && next.command, 'npm run lint && npm test');
    find.previous();
    assert.equal(replay.rows.at(find.current.value?.row ?? -1)?.kind, 'shell');
  });

  it('shows rows that were added to its last run', async () => {
    const first = [userRow('Go'), toolRow('read_file', { title: 'a.ts' })];
    const { page, fake } = testPage({ rows: first });
    await page.replay.start();
    await page.replay.setFilter('skim');
    page.replay.rows.show(0, 1);
    fake.append(shellRow('npm test'), thinkingRow('Well.'));
    await settled();
    const run = page.replay.rows.at(1);
    assert.equal(page.replay.rows.total.value, 2);
    assert.ok(run?.kind === 'run');
    assert.deepEqual([run.rows, run.work.commands.tests], [3, 1]);
    fake.append(assistantRow('Done.'));
    await settled();
    assert.equal(page.replay.rows.total.value, 3);
  });

  it('draws a run as a sentence with its outcome', async () => {
    const run = skimmed(workRows(), []).find((row) => row.kind === 'run' && row.work.failed === 6);
    assert.ok(run !== undefined);
    const { view } = renderInPage(<TranscriptRow row={run} speaker={undefined} />);
    const head = view.getByRole('button', { expanded: false });
    assert.equal(
      head.textContent,
      '14 edits of 4 files, made 1 commit, ran tests 5 times, ran checks6 failed+55−171 min 58 s',
    );
    await act(async () => {
      fireEvent.click(head);
      await settled();
    });
    assert.equal(head.getAttribute('aria-expanded'), 'true');
  });

  it('shows the only call of a run itself if it did not end well', () => {
    const [, run] = skimmed(
      [userRow('Go'), toolRow('edit_file', { title: 'go.mod', state: 'failed', error: 'no' })],
      [],
    );
    assert.ok(run !== undefined);
    const { view } = renderInPage(<TranscriptRow row={run} speaker={undefined} />);
    assert.equal(
      view.getByRole('button', { expanded: false }).textContent,
      'edit_filego.modFailed',
    );
  });
});
