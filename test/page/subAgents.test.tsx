import { renderInPage, settled } from '../support/pageRender.tsx';
import assert from 'node:assert/strict';
import { fireEvent } from '@testing-library/preact';
import type { Row, SubAgentSteps, RowOf } from '#core/rows/row.ts';
import { TranscriptRow } from '../../webview/replay/TranscriptRow.tsx';
import { assistantRow, shellRow, userRow } from '../support/pageSamples.ts';
import { callRow, toolCalls } from '../support/pageTools.ts';

const call: RowOf<'tool'> = { ...callRow(toolCalls.agent), id: '3.0', agents: [{ id: 'a1' }] };

function steps(rows: readonly Row[], total = rows.length): SubAgentSteps {
  const usage = { input: 30_000, output: 4_000, cacheRead: 0, cacheWrite: 0, cost: 0 };
  return { facts: { total, calls: 12, usage, durationMs: 80_000 }, rows };
}

const within = (place: number, row: Row): Row => ({ ...row, id: `3.0:0:${place}.0` });

async function unfolded(agents: Readonly<Record<string, SubAgentSteps>>, row = call) {
  const drawn = renderInPage(<TranscriptRow row={row} speaker={undefined} />, {
    rows: [row],
    agents,
  });
  await drawn.page.replay.start();
  fireEvent.click(drawn.view.getByRole('button', { name: /Task/ }));
  await settled();
  const nested = () => [...drawn.view.container.querySelectorAll('.nested-row')];
  const button = (name: RegExp | string) => drawn.view.getByRole('button', { name });
  return { ...drawn, nested, button };
}

describe('a call of a sub-agent', () => {
  it('shows what that did between its prompt and its answer, with sums', async () => {
    const rows = [
      within(1, userRow('Compare Dover')),
      within(2, shellRow('go test ./...')),
      within(3, assistantRow('All agree')),
    ];
    const { nested, view } = await unfolded({ '3.0 0': steps(rows) });
    assert.deepEqual(
      nested().map((row) => row.className),
      ['nested-row row-user', 'nested-row row-shell', 'nested-row row-assistant'],
    );
    assert.match(nested()[0]?.textContent ?? '', /^Prompt.*Compare Dover$/);
    assert.match(
      view.container.querySelector('.sub-agent-head')?.textContent ?? '',
      /12 tool calls, 34K tokens, 1 min/,
    );
    const order = [...view.container.querySelectorAll('.agent-task, .sub-agent, .agent-answer')];
    assert.deepEqual(
      order.map(({ className }) => className),
      ['agent-task', 'sub-agent', 'agent-answer'],
    );
  });

  it('asks for a few rows, and for more when wanted, up to a limit', async () => {
    const rows = Array.from({ length: 130 }, (_, at) => within(at, assistantRow(`Step ${at}`)));
    const { nested, button, fake, view } = await unfolded({ '3.0 0': steps(rows) });
    assert.equal(nested().length, 20);
    assert.deepEqual(
      fake.asked.filter((one) => one.startsWith('agent/read')),
      ['agent/read 3.0 0 0 20'],
    );
    fireEvent.click(button('Show More (110 more rows)'));
    await settled();
    assert.equal(nested().length, 40);
    for (let more = 0; more < 3; more += 1) {
      fireEvent.click(button(/^Show More/));
      await settled();
    }
    assert.equal(nested().length, 100);
    assert.match(view.container.textContent, /30 more rows in the sub-agent’s own tab/);
  });

  it('opens its replay', async () => {
    const { button, fake } = await unfolded({ '3.0 0': steps([within(1, assistantRow('Done'))]) });
    fireEvent.click(button('Open Sub-Agent'));
    await settled();
    assert.deepEqual(fake.told, [{ name: 'agent/open', body: { rowId: '3.0', agent: 0 } }]);
  });

  it('shows sub-agents of the sub-agent the same way, but not without end', async () => {
    const inner: RowOf<'tool'> = { ...call, id: '3.0:0:2.0' };
    const { view, nested } = await unfolded({
      '3.0 0': steps([inner]),
      '3.0:0:2.0 0': steps([{ ...assistantRow('Deep'), id: '3.0:0:2.0:0:1.0' }]),
    });
    const [, second] = view.getAllByRole('button', { name: /^Task/ });
    assert.ok(second);
    fireEvent.click(second);
    await settled();
    assert.equal(nested().length, 2);
    assert.equal(nested()[1]?.textContent, 'Deep');
  });

  it('shows new rows when the session grows', async () => {
    const session = { '3.0 0': steps([within(1, assistantRow('First'))]) };
    const { nested, fake } = await unfolded(session);
    fake.change({
      rows: [call],
      agents: {
        '3.0 0': steps([within(1, assistantRow('First')), within(2, assistantRow('Next'))]),
      },
      header: { size: 999_999 },
    });
    await settled();
    assert.equal(nested().length, 2);
  });

  it('says so if the log of the sub-agent is gone', async () => {
    const { view } = await unfolded({});
    assert.match(view.container.textContent, /The log of this sub-agent is no longer there\./);
    assert.equal(view.queryByRole('button', { name: 'Open Sub-Agent' }), null);
  });
});
