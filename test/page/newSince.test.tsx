import assert from 'node:assert/strict';
import { act } from '@testing-library/preact';
import type { Row } from '#core/rows/row.ts';
import { renderInPage, settled } from '../support/pageRender.tsx';
import { assistantRow, userRow } from '../support/pageSamples.ts';
import { NewRows } from '../../webview/replay/list/ListBars.tsx';
import { lazyModels } from '../../webview/replay/model/lazyModels.ts';
import { TranscriptRow } from '../../webview/replay/TranscriptRow.tsx';

function at(line: number, row: Row): Row {
  return { ...row, id: `${line}.0`, source: { ...row.source, line } };
}

const rows = [
  at(1, userRow('Fix it')),
  at(2, assistantRow('Done')),
  at(4, userRow('And the tests?')),
  at(5, assistantRow('They pass')),
];

async function opened(seen: string | undefined) {
  const session = { rows, ...(seen !== undefined && { seen }) };
  const drawn = renderInPage(
    <>
      {rows.map((row) => (
        <TranscriptRow key={row.id} row={row} speaker={undefined} />
      ))}
      <NewRows />
    </>,
    session,
  );
  const { newSince } = lazyModels(drawn.page);
  await drawn.page.replay.start();
  await settled();
  /** Text of the row right after the line. */
  const following = () =>
    drawn.view.queryByRole('separator', { name: 'New since you looked' })?.parentElement
      ?.textContent;
  return { ...drawn, newSince, following };
}

describe('what is new since the reader looked', () => {
  it('begins with a line, and a button goes there', async () => {
    const { view, following, newSince, page } = await opened('2.0');
    assert.match(following() ?? '', /And the tests\?/);
    assert.equal(newSince.count.peek(), 2);
    view.getByRole('button', { name: '2 rows since you looked' }).click();
    await settled();
    assert.equal(page.view.current.peek(), 2);
    await act(() => page.view.scrolled(100, { first: 1, last: 2 }));
    assert.equal(newSince.count.peek(), 0);
    assert.equal(view.queryByRole('button', { name: '2 rows since you looked' }), null);
    assert.notEqual(following(), undefined, 'The line stays.');
  });

  it('begins with the first of those that the filter shows', async () => {
    const { following, page } = await opened('2.0');
    await page.replay.setFilter('prompts');
    await settled();
    assert.match(following() ?? '', /And the tests\?/);
  });

  it('is nothing in a session that is opened first, and where nothing came', async () => {
    for (const seen of [undefined, '5.0']) {
      const { view, following, newSince } = await opened(seen);
      assert.equal(following(), undefined);
      assert.equal(newSince.first.peek(), undefined);
      view.unmount();
    }
  });
});
