import assert from 'node:assert/strict';
import { useSharedWindow } from '../useWindow.ts';
import { untilCount, type Window } from '../window.ts';

describe('a sub-agent', () => {
  let window: Window;
  useSharedWindow(async (opened) => {
    window = opened;
    await window.sessionRows.filter({ hasText: title }).click();
    await window.replay.getByText('Move it there, then.').first().click();
  });

  const call = () => window.replay.getByRole('button', { name: /Agent.*9\.3K tokens/ });

  it('nests inside the call that started it', async () => {
    await call().click();
    await window.replay.getByText('3 tool calls').waitFor();
    await untilCount(window.replay.locator('.nested-row'), 5);
    await window.replay.locator('.sub-agent').scrollIntoViewIfNeeded();
    await window.screenshots('sub-agent');
  });

  it('opens in a tab of its own, which leads back to the call', async () => {
    await window.replay.getByRole('button', { name: 'Open Sub-Agent' }).click();
    await window.editorTab(`${title} › Find the co`).waitFor();
    await window.replay.getByText('Sub-agent of').waitFor();
    await window.replay.getByText('go run ./cmd/tides help').waitFor();
    assert.equal(await window.replay.getByText('You', { exact: true }).count(), 0);
    await window.screenshot('sub-agent-tab');
    await window.replay.getByRole('button', { name: title }).click();
    await call().waitFor();
  });
});

const title = 'Heights in feet';
