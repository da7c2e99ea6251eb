import { renderInPage, settled, type Rendered } from '../support/pageRender.tsx';
import assert from 'node:assert/strict';
import { act, fireEvent } from '@testing-library/preact';
import type { Row } from '#core/rows/row.ts';
import type { PageSession } from '../support/pageSession.ts';
import { rowFacts } from '../../webview/replay/rows/rowFacts.ts';
import { TranscriptRow } from '../../webview/replay/TranscriptRow.tsx';
import {
  assistantRow,
  branchRow,
  branchSummaryRow,
  compactionRow,
  extensionStateRow,
  forkRow,
  long,
  noticeRow,
  shellRow,
  toolRow,
  userRow,
} from '../support/pageSamples.ts';

interface Drawn extends Rendered {
  readonly text: () => string;
}

function draw(row: Row, session?: PageSession, speaker?: string): Drawn {
  const rendered = renderInPage(<TranscriptRow row={row} speaker={speaker} />, session);
  return { ...rendered, text: () => rendered.view.container.textContent };
}

async function press({ view }: Rendered, name: RegExp | string): Promise<void> {
  fireEvent.click(view.getByRole('button', { name }));
  await settled();
}

const at = Date.UTC(2026, 10, 20, 9, 12);

describe('rows of branches', () => {
  const rows = [
    userRow('first'),
    branchRow([
      { leaf: 9, shown: false, preview: 'Try a cache', entries: 14, time: at },
      { leaf: 20, shown: true, preview: '', entries: 1 },
    ]),
  ] as const;

  it('list each branch with its words, its length and its time', () => {
    const { view, text } = draw(rows[1]);
    assert.match(text(), /^2 branches from here/);
    const [cache, shown] = view.getAllByRole('listitem');
    assert.match(cache?.textContent ?? '', /^Try a cache14 entries.*9:12/);
    assert.match(shown?.textContent ?? '', /^No messageShown1 entry$/);
    assert.equal(view.getAllByRole('button', { current: true }).length, 1);
    assert.equal(view.container.querySelectorAll('time').length, 1);
  });

  it('say how many are not listed', () => {
    const { text } = draw(branchRow(rows[1].branches, { unlisted: 1_200 }));
    assert.match(text(), /^1,202 branches from here.*1,200 older branches not listed$/);
  });

  it('go to the branch that is pressed and not to the one that is shown', async () => {
    const drawn = draw(rows[1], { rows, branches: { 9: { rows: [userRow('other')] } } });
    await drawn.page.replay.start();
    await press(drawn, /No message/);
    assert.deepEqual(
      drawn.fake.asked.filter((what) => what.startsWith('branch')),
      [],
    );
    await press(drawn, /Try a cache/);
    assert.deepEqual(
      drawn.fake.asked.filter((what) => what.startsWith('branch')),
      ['branch/show 9'],
    );
  });

  it('show the summary of another branch', async () => {
    const drawn = draw(branchSummaryRow('The cache was **wrong**.'));
    assert.match(drawn.text(), /^Returned from another branch/);
    assert.doesNotMatch(drawn.text(), /wrong/);
    await press(drawn, /Returned/);
    assert.match(drawn.text(), /knew that branch only through this summary\.The cache was wrong\./);
  });
});

describe('rows of forks', () => {
  const link = { path: '/s/a b.jsonl', id: 'a1' };

  it('lead to the parent by its file’s name until the host knows more', async () => {
    const drawn = draw(forkRow(link, ''));
    assert.equal(drawn.view.queryByText('Summary of omitted messages'), null);
    await press(drawn, 'a b.jsonl');
    assert.deepEqual(drawn.fake.told, [{ name: 'session/open', body: { link } }]);
  });

  it('name the parent by its title and fold the summary of omitted messages', async () => {
    const header = { parent: { ...link, title: 'The *first* try', known: true } };
    const drawn = draw(forkRow(link, 'It **failed**.'), { rows: [], header });
    await act(() => drawn.page.replay.start());
    assert.match(drawn.text(), /^Forked from The \*first\* try/);
    await press(drawn, /Summary of omitted messages/);
    assert.match(drawn.text(), /It failed\./);
  });

  it('are no link where nothing can be opened', async () => {
    const header = { parent: { id: 'gone-1', known: false } };
    const drawn = draw(forkRow({ id: 'gone-1' }, ''), { rows: [], header });
    await act(() => drawn.page.replay.start());
    assert.match(drawn.text(), /^Forked from gone-1 \(not in the list\)/);
    assert.equal(drawn.view.queryByRole('button', { name: 'gone-1' }), null);
  });
});

describe('what rows say besides', () => {
  it('folds the state of an extension', async () => {
    const drawn = draw(extensionStateRow('todo', { open: 2 }));
    assert.match(drawn.text(), /^Extension statetodo/);
    assert.doesNotMatch(drawn.text(), /open/);
    await press(drawn, /Extension state/);
    assert.match(drawn.text(), /"open": 2/);
  });

  it('links from a long notice to its full text', async () => {
    const drawn = draw({ ...noticeRow('x'), text: long('beginning', { chars: 5_000 }) });
    await press(drawn, /5K more characters/);
    assert.equal(drawn.fake.told[0]?.name, 'row/open');
  });

  it('tells how far a compaction went', async () => {
    const both = draw(
      compactionRow('Sum.', { tokensBefore: 182_340, tokensAfter: 23_870, status: 'Keep names.' }),
    );
    assert.match(both.text(), /^Context compacted automatically182K → {2}to 24K tokens/);
    await press(both, /Context compacted/);
    assert.match(both.text(), /Sum\.Keep names\./);
    assert.match(draw(compactionRow('', { tokensBefore: 900 })).text(), /900 tokens/);
    assert.doesNotMatch(draw(compactionRow('')).text(), /tokens/);
  });

  it('shows the user’s label once, in any layout', () => {
    const label = 'before the fix';
    for (const row of [
      userRow('x', { label }),
      assistantRow('x', { label }),
      toolRow('read', { label }),
      shellRow('ls', { label }),
    ]) {
      for (const speaker of row.kind === 'user' ? [undefined] : [undefined, 'pi']) {
        const { view } = draw(row, undefined, speaker);
        const labels = [...view.container.querySelectorAll('.row-label')];
        assert.deepEqual(
          labels.map(({ textContent }) => textContent),
          [label],
        );
      }
      assert.match(rowFacts(row).label, /, labeled before the fix$/);
    }
  });

  it('tells the time where the log does, exactly in the tooltip', () => {
    for (const row of [userRow('x', { time: at }), toolRow('read', { time: at })]) {
      const times = [...draw(row).view.container.querySelectorAll('time')];
      assert.deepEqual(
        times.map((time) => time.getAttribute('datetime')),
        ['2026-11-20T09:12:00.000Z'],
      );
      assert.match(times[0]?.title ?? '', /2026/);
    }
    assert.equal(draw(toolRow('read')).view.container.querySelector('time'), null);
    assert.match(draw(userRow('x', { time: NaN })).text(), /unknown time/);
  });
});
