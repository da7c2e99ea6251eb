import assert from 'node:assert/strict';
import type { ConversationMessage } from '#core/events/message.ts';
import { TokenCounter } from '#host/chat/turn/tokenCounter.ts';

const messages = Array.from({ length: 100 }, (_, index): ConversationMessage => ({
  role: index % 2 === 0 ? 'user' : 'assistant',
  parts: [{ type: 'text', text: `message ${String(index).padStart(4, '0')}` }],
}));

describe('Counting tokens', () => {
  const never = () => false;

  it('counts each text once, whoever asks, but anew for another model', async () => {
    const counter = new TokenCounter();
    let calls = 0;
    const count = () => {
      calls += 1;
      return Promise.resolve(2);
    };
    const first = await counter.count(messages, 'a', Infinity, count, never);
    assert.deepEqual([first.total, first.exact, calls], [200, true, 100]);
    await counter.count(messages.slice(50), 'a', Infinity, count, never);
    assert.equal(calls, 100);
    await counter.count(messages, 'b', Infinity, count, never);
    assert.equal(calls, 200);
  });

  it('starts with the newest and stops at the limit', async () => {
    const asked: ConversationMessage[] = [];
    const counts = await new TokenCounter().count(
      messages,
      'a',
      10,
      (message) => {
        asked.push(message);
        return Promise.resolve(1);
      },
      never,
    );
    assert.equal(asked.length, 16);
    assert.equal(counts.total, undefined);
    assert.equal(counts.tokensOf(99), 1);
    assert.equal(counts.tokensOf(0), Infinity);
  });

  it('keeps a bounded number in flight', async () => {
    let running = 0;
    let most = 0;
    await new TokenCounter().count(
      messages,
      'a',
      Infinity,
      async () => {
        running += 1;
        most = Math.max(most, running);
        await Promise.resolve();
        running -= 1;
        return 1;
      },
      never,
    );
    assert.ok(most <= 16 && most > 1);
  });

  it('estimates what the counter cannot count or has no time for, and says so', async () => {
    const failing = await new TokenCounter().count(
      messages,
      'a',
      Infinity,
      (message) => (message.role === 'user' ? Promise.resolve(6) : Promise.reject(new Error('no'))),
      never,
    );
    assert.equal(failing.exact, false);
    assert.ok(failing.total !== undefined && failing.total > 300 && failing.total < 700);

    let now = 0;
    let calls = 0;
    const slow = await new TokenCounter(() => now).count(
      messages,
      'a',
      Infinity,
      () => {
        calls += 1;
        now += 1_000;
        return Promise.resolve(6);
      },
      never,
    );
    assert.equal(calls, 16);
    assert.deepEqual([slow.total, slow.exact], [600, false]);
  });

  it('stops when the user does', async () => {
    let calls = 0;
    const count = () => {
      calls += 1;
      return Promise.resolve(1);
    };
    await new TokenCounter().count(messages, 'a', Infinity, count, () => calls > 0);
    assert.equal(calls, 16);
  });
});
