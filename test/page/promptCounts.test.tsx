import assert from 'node:assert/strict';
import { noUsage } from '#core/events/usage.ts';
import type { OutlinePrompt } from '#protocol/pages/outline.ts';
import { PromptCounts } from '../../webview/replay/rows/PromptCounts.tsx';
import { renderInPage } from '../support/pageRender.tsx';

const prompt: OutlinePrompt = {
  ...{ kind: 'prompt', rowId: '1.0', index: 0, text: 'Go', durationMs: 4_000 },
  ...{ files: 2, commands: 0, failures: 0, calls: 0 },
};
const spent = { ...noUsage, input: 2_000, cost: 1, estimated: 1 };

function shown(props: Parameters<typeof PromptCounts>[0]) {
  const { container } = renderInPage(<PromptCounts {...props} />, { rows: [] }).view;
  const cost = container.querySelector('.prompt-spent');
  return [cost?.textContent, cost?.getAttribute('title')];
}

describe('what a prompt led to', () => {
  it('says what it cost, or how many tokens it took', () => {
    const details = '2K input, 0 output, 0 read from cache, 0 written to cache';
    assert.deepEqual(shown({ prompt }), [undefined, undefined]);
    assert.deepEqual(shown({ prompt: { ...prompt, spent } }), [
      '≈\u00A0$1.00',
      `${details}\nEstimated from prices of models`,
    ]);
    const tokens = { ...spent, cost: 0, estimated: 0, unpriced: 2_000 };
    assert.deepEqual(shown({ prompt: { ...prompt, spent: tokens } }), ['2K tokens', details]);
  });

  it('adds what its sub-agents cost', () => {
    const [cost, details] = shown({ prompt: { ...prompt, spent }, subAgents: spent });
    assert.equal(cost, '≈\u00A0$2.00');
    assert.match(details ?? '', /^4K input, .*\n.*\nSub-agents: ≈\u00A0\$1\.00$/);
  });
});
