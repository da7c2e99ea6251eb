import assert from 'node:assert/strict';
import fc from 'fast-check';
import { charsOfParts, messageCount, sizeOfEntry } from '#core/conversation/contextSize.ts';
import { expandEntry } from '#core/conversation/expandEntry.ts';
import type { Segment } from '#core/events/message.ts';
import { runs } from '../../../support/full.ts';

describe('an entry as messages', () => {
  it('is counted as it is made', () => {
    const call = { name: 'read', input: {}, result: 'text', isError: false };
    const segment = fc.constantFrom<Segment>(
      { type: 'text', text: '' },
      { type: 'text', text: 'words' },
      { type: 'calls', calls: [] },
      { type: 'calls', calls: [call] },
      { type: 'calls', calls: [call, call] },
      { type: 'toolCall', callId: 'a', name: 'read', input: {} },
      { type: 'toolResult', callId: 'a', text: '', isError: false },
      { type: 'image', mimeType: 'image/png', data: '' },
    );
    const role = fc.constantFrom('user' as const, 'assistant' as const);
    fc.assert(
      fc.property(role, fc.array(segment, { maxLength: 7 }), (by, segments) => {
        const entry = { role: by, segments };
        const messages = expandEntry(entry, 0);
        const size = sizeOfEntry(entry);
        assert.equal(messageCount(size), messages.length);
        assert.equal(
          size.chars,
          messages.reduce((sum, { parts }) => sum + charsOfParts(parts), 0),
        );
        const answers = messages.filter((message) => message.role === 'assistant').length;
        assert.equal(size.assistant, answers);
        assert.equal(
          by === 'assistant' ? size.results : 0,
          by === 'assistant' ? messages.length - answers : 0,
        );
      }),
      { seed: 61, numRuns: runs(2_000) },
    );
  });
});
