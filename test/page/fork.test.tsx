import { renderInPage, settled } from '../support/pageRender.tsx';
import assert from 'node:assert/strict';
import { act, fireEvent } from '@testing-library/preact';
import type { Row } from '#core/rows/row.ts';
import type { PageAction } from '#protocol/pages/page.ts';
import { TranscriptRow } from '../../webview/replay/TranscriptRow.tsx';
import { demoRows } from '../support/pageRows.ts';
import { treeSession } from '../support/pageTree.ts';

describe('forking from a row', () => {
  const rows = [...demoRows(), ...treeSession().rows];

  async function draw(row: Row, actions: readonly PageAction[]) {
    const drawn = renderInPage(<TranscriptRow row={row} speaker={undefined} />, {
      rows: [row],
      header: { actions },
    });
    await act(async () => {
      await drawn.page.replay.start();
      await settled();
    });
    return drawn;
  }

  it('is offered on rows of every kind but where the log branches or was forked itself', async () => {
    const offered = new Set<Row['kind']>();
    for (const row of rows) {
      const { view, fake } = await draw(row, ['fork']);
      const button = view.queryByRole('button', { name: 'Fork from Here' });
      if (button !== null) {
        offered.add(row.kind);
        fireEvent.click(button);
        await settled();
        assert.deepEqual(fake.told, [{ name: 'row/fork', body: { rowId: row.id } }]);
      }
      view.unmount();
    }
    const kinds = new Set(rows.map(({ kind }) => kind));
    assert.deepEqual(
      [...kinds].filter((kind) => !offered.has(kind)).sort(),
      ['branch', 'fork'],
      'not offered',
    );
  });

  it('is not offered where the window allows none', async () => {
    for (const row of rows.slice(0, 5)) {
      const { view } = await draw(row, ['resumeInChat']);
      assert.equal(view.queryByRole('button', { name: 'Fork from Here' }), null);
      view.unmount();
    }
  });
});
