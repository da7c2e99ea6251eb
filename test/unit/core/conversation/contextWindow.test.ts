import assert from 'node:assert/strict';
import { contextWindow } from '#core/conversation/contextWindow.ts';

describe('the size of a model’s context', () => {
  it('is that of its family', () => {
    const sizes = ['claude-opus-4-5-20251101', 'gpt-5.1-codex', 'gemini-2.5-pro', 'my-model', ''];
    assert.deepEqual(
      sizes.map((model) => contextWindow(model, 0)),
      [200_000, 400_000, 1_048_576, undefined, undefined],
    );
  });

  it('is larger where a Claude model was told so, by its name or its requests', () => {
    assert.equal(contextWindow('claude-sonnet-4-5[1m]', 10), 1_000_000);
    assert.equal(contextWindow('claude-sonnet-4-5', 230_000), 1_000_000);
  });

  it('is unknown if requests were larger', () => {
    assert.equal(contextWindow('gpt-4o', 150_000), undefined);
  });
});
