import assert from 'node:assert/strict';
import type { CompactionEvent } from '#core/events/event.ts';
import { compactionExplanation } from '#core/rows/rowWords.ts';
import { user } from '../../../support/sampleEvents.ts';
import { indexText, rowsOf, sampleLog } from '../../../support/sampleLog.ts';

describe('What a compaction means to a reader', () => {
  it('is said by what stays beside its summary', () => {
    const said = (retained: CompactionEvent['retained']) => {
      const compaction: CompactionEvent = {
        ...{ kind: 'compaction', trigger: 'manual', status: '', summary: 'Short' },
        replacement: [{ role: 'user', segments: [{ type: 'text', text: 'Short' }] }],
        ...(retained === undefined ? {} : { retained }),
      };
      const row = rowsOf(indexText(sampleLog([user('Question'), compaction]))).at(-1);
      assert.ok(row?.kind === 'compaction');
      return /only through this summary(.*)\.$/.exec(compactionExplanation(row))?.[1];
    };
    assert.equal(said(undefined), '');
    assert.equal(said({ promptChars: Infinity }), ' and the user’s prompts before it');
    assert.equal(
      said({ from: { record: 0 }, ifMissing: 'none' }),
      ' and the latest messages before it',
    );
  });
});
