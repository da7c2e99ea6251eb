import assert from 'node:assert/strict';
import { turnNow } from '#host/list/tree/turnNow.ts';

const minute = 60_000;

describe('what an agent is doing now', () => {
  it('is what its log told a short time ago', () => {
    assert.equal(turnNow({ turn: 'running', updatedAt: 0 }, 9 * minute), 'running');
    assert.equal(turnNow({ turn: 'waiting', updatedAt: 0 }, 30 * minute), 'waiting');
    assert.equal(turnNow({ turn: 'done', updatedAt: 0 }, 30 * minute), 'done');
  });

  it('is unknown after a while, and where the log tells nothing', () => {
    assert.equal(turnNow({ turn: 'running', updatedAt: 0 }, 10 * minute), undefined);
    assert.equal(turnNow({ turn: 'waiting', updatedAt: 0 }, 60 * minute), undefined);
    assert.equal(turnNow({ updatedAt: 0 }, 0), undefined);
  });
});
