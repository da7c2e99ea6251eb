import '../support/pageDom.ts';
import assert from 'node:assert/strict';
import { cleanup, fireEvent } from '@testing-library/preact';
import { opened } from '../support/numbersPage.tsx';
import { settled } from '../support/pageRender.tsx';

describe('a year of days', () => {
  afterEach(cleanup);

  it('has a square for each day, by keys and with all that is counted', async () => {
    const { view, model, choose, labeled } = opened();
    await model.start();
    await choose('What to show', 'prompts');
    const grid = labeled('grid', 'Prompts on each day');
    assert.ok(grid);
    const chosen = () => grid.querySelector('[tabindex="0"]');
    const press = async (key: string) => {
      fireEvent.keyDown(chosen() ?? grid, { key });
      await settled();
    };
    assert.equal(chosen()?.getAttribute('aria-label'), 'Sun, Nov 22, 2026: 2');
    await press('ArrowUp');
    assert.equal(chosen()?.getAttribute('aria-label'), 'Sat, Nov 21, 2026: 2');
    assert.equal(document.activeElement, chosen());
    assert.match(
      view.container.querySelector('.heat-foot')?.textContent ?? '',
      /^Sat, Nov 21, 2026 · Tokens: 1,000 · Sessions: 1 · Prompts: 2 · Tool Calls: 5 · Failed Calls: 1/,
    );
    await press('ArrowLeft');
    assert.equal(chosen()?.getAttribute('aria-label'), 'Sat, Nov 14, 2026: 0');
    await press('End');
    await press('ArrowRight');
    assert.equal(chosen()?.getAttribute('aria-label'), 'Sun, Nov 22, 2026: 2');
    assert.equal(grid.querySelectorAll('.heat-4').length, 2);
  });
});

describe('the time of sessions', () => {
  afterEach(cleanup);

  it('stands beside the limits that an agent knew, and how old that is', async () => {
    const { view, model } = opened();
    await model.start();
    await settled();
    const limits = [...view.container.querySelectorAll('[aria-label="Limits"] .total')];
    assert.deepEqual(
      limits.map((one) => [...one.children].map(({ textContent }) => textContent)),
      [
        ['pi · 5 hours', '42% used', '', 'Resets Nov 22, 2026, 1:00 PM', 'As of 3 min 0 s ago'],
        ...[['pi · 7 days', '90% before the reset', '', 'Reset Nov 22, 2026, 11:59 AM']].map(
          (one) => [...one, 'As of 3 min 0 s ago'],
        ),
        ['pi · Limit', 'Less than 1% used', '', '', 'As of 3 min 0 s ago'],
      ],
    );
  });

  it('tells time apart, by tool and with the slowest calls, which it opens', async () => {
    const { view, model, rows, rowsOpened } = opened();
    await model.start();
    await settled();
    const times = [...view.container.querySelectorAll('.time-bar + .totals .total')];
    assert.deepEqual(
      times.map((one) => one.textContent.trim()),
      ['Model1 min 0 s25%', 'Tools3 min 0 s75%', 'Waiting for you–', 'Idle–'],
    );
    assert.deepEqual(rows('By tool and command'), [
      ['Tests', '3 min 0 s', '$0.13', '2', '1', '1 min 30 s', '2 min 30 s'],
      ['Read', '–', '≈\u00A0$0.25', '9', '0', '–', '–'],
    ]);
    assert.match(view.container.textContent, /Another \$0\.13 went to requests that led to none/);
    const [slow] = rows('Slowest calls');
    assert.deepEqual(slow?.slice(0, 3), ['npm <b>test</b>', '2 min 30 s', 'Tests']);
    fireEvent.click(view.getByText('npm <b>test</b>'));
    await settled();
    assert.deepEqual(rowsOpened, [{ path: '/a', rowId: '7.0' }]);
    fireEvent.click(view.getByLabelText('Add sub-agents'));
    await settled();
    assert.deepEqual(rows('By tool and command')[1], [
      'Read',
      '7.0 s',
      '≈\u00A0$0.25',
      '10',
      '0',
      '700 ms',
      '7.0 s',
    ]);
  });
});
