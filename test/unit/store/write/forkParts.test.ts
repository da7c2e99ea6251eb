import { forkPoint, leftBehind } from '#store/session/conversation/forkParts.ts';
import { conversationOf, forked } from '#store/requests/conversation.ts';
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { keenAdapter } from '#agents/keen/adapter.ts';
import { forkOpening } from '#core/chat/compactionPlan.ts';
import type { ConversationEntry } from '#core/events/message.ts';
import type { SessionEvent } from '#core/events/event.ts';
import type { NewEvent } from '#core/events/newEvent.ts';
import type { SessionStore } from '#store/sessionStore.ts';
import type { SessionWriters } from '#store/write/sessionWriters.ts';
import { otherAdapter, plain } from './support/forks.ts';
import { answered, cwd, read, said, WritingHome } from './support/writing.ts';

describe('a fork of a part of a session', () => {
  let place: WritingHome;
  let writers: SessionWriters;
  let store: SessionStore;

  beforeEach(() => {
    place = new WritingHome();
    ({ writers, store } = place.writers(undefined, { adapters: [keenAdapter, otherAdapter] }));
  });
  afterEach(() => {
    place.remove();
  });

  const lines = (path: string) => readFileSync(path, 'utf8').split('\n').slice(0, -1);
  const rows = async (path: string) => (await store.whole(path)).rows('all', 0, 100).rows;
  const messages = async (path: string) => (await conversationOf(store, path)).messages;

  async function original(...more: readonly NewEvent[]): Promise<string> {
    const call = { name: 'read', input: { path: 'a' } };
    const { session } = await writers.create({
      cwd,
      events: [
        said('First'),
        {
          kind: 'turn',
          items: [
            { kind: 'assistantText', text: 'Look:' },
            { kind: 'toolCall', ...call },
            { kind: 'toolResult', ...call, output: 'A', retained: 'A' },
          ],
          outcome: { type: 'done' },
        },
        said('Second'),
        answered('Done', { type: 'interrupted' }),
        ...more,
      ],
    });
    return session.path;
  }

  const compaction: NewEvent = {
    kind: 'compaction',
    trigger: 'manual',
    summary: 'Short',
    replacement: [{ role: 'user', segments: [{ type: 'text', text: 'Short' }] }],
  };
  const part = (count: number) => ({ kind: 'last', messages: count }) as const;

  it('has their lines as they are, an answer with its calls counting as one', async () => {
    const path = await original();
    const point = await forkPoint(forked(store, path), part(3));
    assert.deepEqual(point, { path, start: 3 });
    const { session } = await writers.create({ cwd, events: [], from: point });
    const kept = lines(path).slice(2);
    assert.deepEqual(
      lines(session.path).slice(1),
      kept.map((line, index) => line.replace(/"seq":\d+/, `"seq":${index + 2}`)),
    );
    assert.deepEqual(await forkPoint(forked(store, path), part(4)), { path });
  });

  it('does not count an error, of which the model gets nothing', async () => {
    const failed: NewEvent = {
      kind: 'turn',
      items: [],
      outcome: { type: 'error', message: 'You have hit your usage limit.' },
    };
    const path = await original(said('Third'), failed);
    const point = await forkPoint(forked(store, path), part(1));
    const { session } = await writers.create({ cwd, events: [], from: point });
    assert.deepEqual(plain(await messages(session.path)), ['user: Third']);
  });

  it('leaves compactions out, which would bring the others back', async () => {
    const path = await original(compaction, said('Third'));
    const point = await forkPoint(forked(store, path), part(2));
    const { session } = await writers.create({ cwd, events: [], from: point });
    assert.deepEqual(plain(await messages(session.path)), ['assistant: Done', 'user: Third']);
    const left = await leftBehind(forked(store, point.path), point);
    assert.equal(plain(left.messages).at(-1), 'user: Second');
  });

  it('starts with a summary of the others, for the model and in the replay', async () => {
    const path = await original();
    const point = await forkPoint(forked(store, path), part(1));
    const { session } = await writers.create({
      cwd,
      events: [said('Third')],
      from: point,
      opening: forkOpening('## Goal\nSizes', 'before'),
    });
    const [summary, ...rest] = plain(await messages(session.path));
    assert.match(summary ?? '', /^user: <compacted_context>\n.* fork .*## Goal\nSizes\n</s);
    assert.deepEqual(rest, ['assistant: Done', 'user: Third']);
    const [, row] = await rows(session.path);
    assert.ok(row?.kind === 'compaction');
    assert.equal(row.summary.text, '## Goal\nSizes');
    assert.deepEqual(read(session.path).skipped, []);
  });

  it('leaves behind what comes later, where it keeps the first', async () => {
    const path = await original();
    const point = await forkPoint(forked(store, path), { kind: 'first', prompts: 1 });
    const left = async () => plain((await leftBehind(forked(store, point.path), point)).messages);
    assert.deepEqual(await left(), ['user: Second', 'assistant: Done']);
    assert.deepEqual((await leftBehind(forked(store, path), { path })).messages, []);
    await writers.append({ path, events: [compaction] });
    assert.deepEqual(await left(), ['user: Short']);
  });

  it('of another agent carries the last messages, and leaves the others behind', async () => {
    const say = (role: 'user' | 'assistant', text: string): ConversationEntry => ({
      role,
      segments: [{ type: 'text', text }],
    });
    const result: ConversationEntry = {
      role: 'user',
      segments: [{ type: 'toolResult', callId: '1', text: 'found', isError: false }],
    };
    const events: readonly SessionEvent[] = [
      { kind: 'sessionStart', sessionId: 'o1', createdAt: 1, cwd },
      { kind: 'userMessage', text: 'Find it' },
      { kind: 'modelMessage', entry: say('assistant', 'Looking') },
      { kind: 'modelMessage', entry: result },
      { kind: 'userMessage', text: 'And?' },
      { kind: 'modelMessage', entry: say('assistant', 'There') },
      { kind: 'modelMessage', entry: result },
    ];
    const path = join(place.home, '.other', 'project', 'o1.jsonl');
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, events.map((other) => `${JSON.stringify({ other })}\n`).join(''));
    const point = await forkPoint(forked(store, path), { kind: 'last', messages: 2 });
    assert.deepEqual(point, { path, start: 3 });
    const { session } = await writers.create({ cwd, events: [], from: point });
    assert.deepEqual(plain((await leftBehind(forked(store, point.path), point)).messages), [
      'user: Find it',
      'assistant: Looking',
      'user: = found',
    ]);
    assert.deepEqual(plain(await messages(session.path)).slice(0, 2), [
      'user: And?',
      'assistant: There',
    ]);
  });
});
