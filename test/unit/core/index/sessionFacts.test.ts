import assert from 'node:assert/strict';
import type { SessionEvent } from '#core/events/event.ts';
import { noFacts, withEvent } from '#core/index/sessionFacts.ts';

const usage = (output: number, id?: string): SessionEvent => ({
  kind: 'usage',
  usage: { input: 10, output, cacheRead: 1, cacheWrite: 2, cost: 0 },
  ...(id === undefined ? {} : { id }),
});
const title = (text: string, isGenerated?: true): SessionEvent => ({
  kind: 'sessionTitle',
  title: text,
  ...(isGenerated === undefined ? {} : { isGenerated }),
});
const factsOf = (...events: readonly SessionEvent[]) =>
  events.reduce((facts, event, line) => withEvent(facts, event, line), noFacts);

describe('What events say about the whole session', () => {
  it('is the usage of every answer', () => {
    assert.deepEqual(factsOf(usage(1), usage(2)).usage, {
      input: 20,
      output: 3,
      cacheRead: 2,
      cacheWrite: 4,
      cost: 0,
    });
  });

  it('is the usage of an answer once, the largest, though each of its records repeats it', () => {
    const { usage: sum } = factsOf(
      usage(1, 'a'),
      usage(7, 'a'),
      usage(1, 'a'),
      usage(4, 'b'),
      usage(4, 'b'),
    );
    assert.deepEqual([sum?.input, sum?.output], [20, 11]);
  });

  it('is the latest name, the user’s before the agent’s', () => {
    assert.equal(factsOf(title('a'), title('b')).name, 'b');
    assert.equal(factsOf(title('found', true), title('given'), title('other', true)).name, 'given');
    assert.equal(factsOf(title('found', true), title('again', true)).name, 'again');
    assert.equal(factsOf(title('given'), title('')).name, undefined);
  });
});
