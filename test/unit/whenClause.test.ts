import assert from 'node:assert/strict';
import { readClause } from '../support/manifest.ts';

describe('a when clause', () => {
  it('is read with its keys and values', () => {
    assert.deepEqual(
      readClause("view == a.b && viewItem =~ /^session/ && !(x || config.y == 'z') && isTrue"),
      {
        keys: ['view', 'viewItem', 'x', 'config.y', 'isTrue'],
        values: [
          { key: 'view', value: 'a.b' },
          { key: 'viewItem', value: '/^session/' },
          { key: 'config.y', value: 'z' },
        ],
      },
    );
  });
});
