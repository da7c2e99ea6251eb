import assert from 'node:assert/strict';
import { commitsIn, uncommitted } from '#host/vscode/blameText.ts';

describe('what git blame prints', () => {
  const blame = [
    '^1a2b3c4 (Ann 2026-01-01 10:00:00 +0000 1) const one = 1;',
    '00000000 (Not Committed Yet 2026-01-02 10:00:00 +0000 2) const two = 2;',
    '5d6e7f80 src/old name.ts (Bob 2026-01-02 10:00:00 +0000 3) 1a2b3c4d (Ann',
    '5d6e7f80 src/old name.ts (Bob 2026-01-02 10:00:00 +0000 4)',
  ].join('\n');

  it('names the commits of lines, each once', () => {
    assert.deepEqual(commitsIn(blame, 0, 0), ['1a2b3c4']);
    assert.deepEqual(commitsIn(blame, 0, 3), ['1a2b3c4', uncommitted, '5d6e7f80']);
    assert.deepEqual(commitsIn(blame, 2, 3), ['5d6e7f80']);
  });

  it('names none that are not there', () => {
    assert.deepEqual(commitsIn(blame, 9, 12), []);
    assert.deepEqual(commitsIn('fatal: no such path', 0, 0), []);
  });
});
