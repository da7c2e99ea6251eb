import assert from 'node:assert/strict';
import type { RowOf } from '#core/rows/row.ts';
import { withRowStrings } from '#core/rows/rowStrings.ts';

describe('the texts of a row', () => {
  it('are changed without what identifies it and tells of the model’s context', () => {
    const none = { user: 0, assistant: 0, results: 0 };
    const row: RowOf<'compaction'> = {
      id: '7.0',
      kind: 'compaction',
      source: { line: 7, offset: 70, length: 10 },
      context: { state: 'summarized', by: '9.0', time: 1 },
      trigger: 'manual',
      status: 'Done.',
      summary: { text: 'Sum', length: 3, lines: 1 },
      change: {
        retained: { ...none, user: 1 },
        retainedFrom: '6.0',
        summarized: none,
        dropped: none,
        tokensBefore: 2,
        tokensAfter: 1,
      },
    };
    const changed = { status: 'x', summary: { text: 'x', length: 1, lines: 1 } };
    assert.deepEqual(
      withRowStrings(row, () => 'x'),
      { ...row, ...changed },
    );
    assert.deepEqual(
      withRowStrings({ ...row, change: 'ignored' }, () => 'x'),
      { ...row, ...changed, change: 'ignored' },
    );
  });
});
