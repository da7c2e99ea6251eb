import assert from 'node:assert/strict';
import fc from 'fast-check';
import { expandEntry, messagesOf } from '#core/conversation/expandEntry.ts';
import type { Segment } from '#core/conversation/message.ts';

describe('an entry as messages', () => {
  it('is counted as it is made', () => {
    const call = { name: 'read', input: {}, result: 'text', isError: false };
    const segment = fc.constantFrom<Segment>(
      { type: 'text', text: '' },
      { type: 'text', text: 'words' },
      { type: 'calls', calls: [] },
      { type: 'calls', calls: [call] },
      { type: 'calls', calls: [call, call] },
      { type: 'call', callId: 'a', name: 'read', input: {} },
      { type: 'result', callId: 'a', text: '', isError: false },
      { type: 'image', mimeType: 'image/png', data: '' },
    );
    const role = fc.constantFrom('user' as const, 'assistant' as const);
    fc.assert(
      fc.property(role, fc.array(segment, { maxLength: 7 }), (by, segments) => {
        const entry = { role: by, segments };
        assert.equal(messagesOf(entry), expandEntry(entry, 0).length);
      }),
      { seed: 61, numRuns: 2_000 },
    );
  });
});
