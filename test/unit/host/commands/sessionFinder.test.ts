import assert from 'node:assert/strict';
import type { SessionSummary } from '#core/events/session.ts';
import { SessionFinder } from '#host/commands/sessionFinder.ts';
import { session as sessionAt } from '../list/catalogSetUp.ts';

describe('finding a session', () => {
  const sessions = [
    session('0b1c2d3e', 'Fix the flaky parser test'),
    session('9c41f7d2', 'Explain the parser'),
    { ...session('e94c1a52', 'Go on'), name: 'Tide tables', agent: 'pi' },
  ];

  it('takes all words in any order and case, of name, first message, id and agent', async () => {
    assert.deepEqual(await found('PARSER fix'), ['0b1c2d3e']);
    assert.deepEqual(await found('parser'), ['0b1c2d3e', '9c41f7d2']);
    assert.deepEqual(await found('tables go'), ['e94c1a52']);
    assert.deepEqual(await found(' 9C41 '), ['9c41f7d2']);
    assert.deepEqual(await found('keen code explain'), ['9c41f7d2']);
    assert.deepEqual(await found('parsed'), []);
    assert.equal((await found('')).length, 3);
  });

  it('gives so many and says that there are more', async () => {
    const finder = new SessionFinder();
    const { signal } = new AbortController();
    const two = await finder.find(sessions, '', 2, signal);
    assert.deepEqual([two.sessions.length, two.hasMore], [2, true]);
    assert.equal((await finder.find(sessions, '', 3, signal)).hasMore, false);
  });

  it('lets others work between, and ends when another word is typed', async () => {
    const many = Array.from({ length: 50_000 }, (_, place) =>
      session(`s${place}`, 'The same words'),
    );
    const finder = new SessionFinder();
    const abort = new AbortController();
    const search = finder.find(many, 'nowhere', 100, abort.signal);
    setImmediate(() => {
      abort.abort();
    });
    await assert.rejects(search, { name: 'AbortError' });
    const { signal } = new AbortController();
    assert.deepEqual((await finder.find(many, 's49999', 100, signal)).sessions, [many[49_999]]);
  });

  async function found(query: string): Promise<readonly string[]> {
    const { signal } = new AbortController();
    const result = await new SessionFinder().find(sessions, query, 10, signal);
    return result.sessions.map(({ id }) => id);
  }
});

function session(id: string, firstUserMessage: string): SessionSummary {
  return { ...sessionAt(id, 0), firstUserMessage };
}
