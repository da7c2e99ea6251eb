import assert from 'node:assert/strict';
import fc from 'fast-check';
import { withCallsAsText } from '#core/chat/pairedCalls.ts';
import { fitNewest, splitExchanges } from '#core/chat/exchanges.ts';
import { expandEntry } from '#core/conversation/expandEntry.ts';
import type { ConversationMessage } from '#core/events/message.ts';
import { runs } from '../../../support/full.ts';

/**
 * Conversations as the projection produces them: any mix of speakers, and answers with calls in
 * between.
 */
const conversation = fc
  .array(
    fc.record({
      role: fc.constantFrom('user' as const, 'assistant' as const),
      segments: fc.array(
        fc.oneof(
          fc.record({ type: fc.constant('text' as const), text: fc.string({ maxLength: 8 }) }),
          fc.record({
            type: fc.constant('calls' as const),
            calls: fc.array(
              fc.record({
                name: fc.constantFrom('bash', 'mcp: a/b', ''),
                input: fc.constant({}),
                result: fc.string({ maxLength: 4 }),
                isError: fc.boolean(),
              }),
              { minLength: 1, maxLength: 3 },
            ),
          }),
        ),
        { maxLength: 4 },
      ),
    }),
    { maxLength: 12 },
  )
  .map((entries) =>
    entries.flatMap((entry, index) =>
      expandEntry(
        entry.role === 'user'
          ? { ...entry, segments: entry.segments.filter(({ type }) => type === 'text') }
          : entry,
        index,
      ),
    ),
  );

function callIds(messages: readonly ConversationMessage[], type: 'toolCall' | 'toolResult') {
  return messages.flatMap(({ parts }) =>
    parts.flatMap((part) => (part.type === type ? [part.callId] : [])),
  );
}

describe('What goes to a model', () => {
  it('comes apart only where the user speaks', () => {
    fc.assert(
      fc.property(conversation, (messages) => {
        const exchanges = splitExchanges(messages);
        assert.deepEqual(exchanges.flat(), messages);
        for (const exchange of exchanges) {
          assert.deepEqual(callIds(exchange, 'toolCall'), callIds(exchange, 'toolResult'));
        }
      }),
      { seed: 3, numRuns: runs(1_000) },
    );
  });

  it('is the newest exchanges that fit, whole, and always the last one', () => {
    fc.assert(
      fc.property(conversation, fc.nat({ max: 40 }), (messages, limit) => {
        const tokensOf = () => 3;
        const fit = fitNewest(messages, tokensOf, limit);
        assert.deepEqual(fit.messages, messages.slice(fit.omitted));
        assert.equal(fit.tokens, fit.messages.length * 3);
        assert.deepEqual(callIds(fit.messages, 'toolCall'), callIds(fit.messages, 'toolResult'));
        const exchanges = splitExchanges(messages);
        const last = exchanges.at(-1)?.length ?? 0;
        assert.ok(fit.messages.length >= last);
        assert.ok(fit.tokens <= limit || fit.messages.length === last);
        const next = exchanges.at(exchanges.length - 1 - splitExchanges(fit.messages).length);
        if (fit.omitted > 0) {
          assert.ok(fit.tokens + (next?.length ?? 0) * 3 > limit, 'More would have fitted.');
        }
      }),
      { seed: 4, numRuns: runs(1_000) },
    );
  });

  it('tells calls in words without losing any', () => {
    fc.assert(
      fc.property(conversation, (messages) => {
        const told = withCallsAsText(messages);
        assert.equal(told.length, messages.length);
        for (const [index, { role, parts }] of told.entries()) {
          assert.equal(role, messages[index]?.role);
          assert.equal(parts.length, messages[index]?.parts.length);
          assert.ok(parts.every((part) => part.type === 'text' && part.text !== ''));
        }
      }),
      { seed: 5 },
    );
  });
});
