import assert from 'node:assert/strict';
import type { IndexState } from '#protocol/worker.ts';
import { ProgressThrottle } from '#store/worker/progressThrottle.ts';

describe('reports of progress', () => {
  it('come at once, then one in 100 ms for each session, and always the last', () => {
    let now = 0;
    const sent: string[] = [];
    const throttle = new ProgressThrottle(
      (path, { rows, complete }) => sent.push(`${path}${rows}${complete ? '!' : ''}`),
      () => now,
    );
    let counted = 0;
    const push = (path: string, rows: number, complete = false) => {
      throttle.push(path, complete, () => {
        counted += 1;
        return { rows, complete } as IndexState;
      });
    };
    push('a', 1);
    push('b', 1);
    now = 99;
    push('a', 2);
    now = 100;
    push('a', 3);
    now = 101;
    push('a', 4);
    push('a', 5, true);
    push('b', 2, true);
    push('a', 6);
    assert.deepEqual(sent, ['a1', 'b1', 'a3', 'a5!', 'b2!', 'a6']);
    assert.equal(counted, sent.length);
  });
});
