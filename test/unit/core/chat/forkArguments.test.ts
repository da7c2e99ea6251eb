import assert from 'node:assert/strict';
import { parseForkArguments } from '#core/chat/forkArguments.ts';

describe('What follows /fork', () => {
  const first = (prompts: number) => ({ kind: 'first', prompts });
  const last = (messages: number) => ({ kind: 'last', messages });

  for (const [text, keep, guidance] of [
    ['', { kind: 'all' }],
    [' 3 ', first(3)],
    ['first 3', first(3)],
    ['last 10', last(10)],
    ['LAST  10', last(10)],
    ['last 10 with summary', last(10), ''],
    ['2 with a summary', first(2), ''],
    ['last 10 with summary: keep the\nlist of ports', last(10), 'keep the\nlist of ports'],
  ] as const) {
    it(`“${text}” is understood`, () => {
      assert.deepEqual(parseForkArguments(text), {
        keep,
        summary: guidance === undefined ? undefined : { guidance },
      });
    });
  }

  for (const text of ['0', '-1', '1.5', 'abc', 'last', 'last 0', 'with summary', '3 4', '3 with']) {
    it(`“${text}” is not guessed at`, () => {
      assert.equal(parseForkArguments(text), undefined);
    });
  }
});
