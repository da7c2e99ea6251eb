import { conversationOf } from '#store/requests/conversation.ts';
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { keenAdapter } from '#agents/keen/adapter.ts';
import type { SessionEvent } from '#core/events/event.ts';
import type { Row } from '#core/rows/row.ts';
import type { NewEvent, TurnItem } from '#core/events/newEvent.ts';
import type { SessionStore } from '#store/sessionStore.ts';
import type { SessionWriters } from '#store/write/sessionWriters.ts';
import { otherAdapter, plain } from './support/forks.ts';
import { answered, cwd, read, said, WritingHome } from './support/writing.ts';

describe('a session that continues another', () => {
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

  const items: readonly TurnItem[] = [
    { kind: 'assistantText', text: 'Größe: ' },
    { kind: 'toolCall', name: 'read', input: { path: 'a' } },
    { kind: 'toolResult', name: 'read', input: { path: 'a' }, output: 'A', retained: 'A' },
    { kind: 'assistantText', text: 'then' },
    { kind: 'shellRun', command: 'ls', output: 'a\n', durationNs: 5 },
    { kind: 'assistantText', text: ' end' },
  ];

  async function original(...more: readonly NewEvent[]): Promise<string> {
    const { session } = await writers.create({
      cwd,
      events: [
        said('First'),
        { kind: 'turn', items, outcome: { type: 'done' } },
        said('Second'),
        answered('Done', { type: 'interrupted' }),
        ...more,
      ],
    });
    return session.path;
  }

  async function forked(path: string, rowId?: string) {
    const before = readFileSync(path);
    const created = await writers.create({
      cwd,
      events: [],
      from: rowId === undefined ? { path } : { path, rowId },
    });
    assert.deepEqual(readFileSync(path), before, 'The original was touched.');
    const strict = read(created.session.path);
    assert.deepEqual(strict.skipped, []);
    assert.deepEqual(
      strict.events.map(({ seq }) => seq),
      strict.events.map((_, index) => index + 1),
    );
    assert.equal(strict.id, created.session.id);
    return created;
  }

  it('has the lines of a session of its format as they are, and a start of its own', async () => {
    const path = await original();
    const { session, unreadable } = await forked(path);
    const [start, ...copied] = lines(session.path);
    assert.deepEqual(copied, lines(path).slice(1));
    assert.match(
      start!,
      new RegExp(`"session_id":"${session.id}".*"forked_from":\\{"agent":"keen"`),
    );
    assert.equal(unreadable, 0);
    assert.deepEqual(await messages(session.path), await messages(path));
  });

  it('links back in the list, in its header and in a row', async () => {
    const path = await original();
    const { session } = await forked(path);
    const id = store.summarize(path).id;
    assert.deepEqual(store.summarize(session.path).parent, { id, path });
    assert.deepEqual(store.open(session.path).parent, { id, path });
    const [first] = await rows(session.path);
    assert.ok(first?.kind === 'fork');
    assert.deepEqual(first.parent, { id, path });
  });

  it('ends with the row that it is forked from', async () => {
    const path = await original();
    const all = await rows(path);
    for (const [index, row] of all.entries()) {
      const { session } = await forked(path, row.id);
      const kept = (await rows(session.path)).slice(1);
      assert.deepEqual(
        kept.map(shown),
        all.slice(0, index + 1).map(shown),
        `from row ${index}, ${row.kind}`,
      );
    }
  });

  it('tells the model nothing that comes later in the turn', async () => {
    const path = await original();
    const all = await rows(path);
    const tool = all.find(({ kind }) => kind === 'tool');
    const { session } = await forked(path, tool!.id);
    assert.deepEqual(plain(await messages(session.path)), [
      'user: First',
      'assistant: Größe: + read',
      'user: = A',
    ]);
    const text = all.filter(({ kind }) => kind === 'assistant')[1];
    const later = await forked(path, text!.id);
    assert.deepEqual(plain(await messages(later.session.path)), [
      'user: First',
      'assistant: Größe: + read',
      'user: = A',
      'assistant: then',
    ]);
  });

  it('continues like any other', async () => {
    const path = await original();
    const created = await writers.create({
      cwd,
      events: [said('Anew')],
      from: { path, rowId: '2.0' },
    });
    assert.deepEqual(plain(await messages(created.session.path)), ['user: First', 'user: Anew']);
    const { seq } = await writers.append({ path: created.session.path, events: [answered('Yes')] });
    assert.equal(seq, 4);
  });

  it('leaves out what cannot be read, other starts, and gives every line its own number', async () => {
    const path = await original();
    const [start, ...rest] = lines(path);
    writeFileSync(
      path,
      [
        start,
        rest[0],
        '{torn',
        '',
        rest[1]?.replace('"seq":3', '"seq":2'),
        start,
        `{ "kind": "user_message", "user_message": {"content": "<spaced>"}, "seq": 7 }\r`,
        `${rest[2]}${rest[3]}`,
        `{"seq":9,"kind":"tool_start","payload":{"name":"draft","input":{"b":1,"a":2}}}`,
      ].join('\n'),
    );
    const { session, unreadable } = await forked(path);
    assert.equal(unreadable, 1);
    const copied = lines(session.path).slice(1);
    assert.deepEqual(copied, [
      rest[0],
      rest[1],
      String.raw`{"seq":4,"kind":"user_message","user_message":{"content":"\u003cspaced\u003e"}}`,
      rest[2]?.replace('"seq":4', '"seq":5'),
      rest[3]?.replace('"seq":5', '"seq":6'),
      '{"seq":7,"kind":"tool_start","payload":{"name":"draft","input":{"b":1,"a":2}}}',
    ]);
  });

  it('says where its own rows begin, also after lines that were left out', async () => {
    const path = await original();
    writeFileSync(path, readFileSync(path, 'utf8').replace('\n', '\n{torn\n\n'));
    const forkRowOf = (log: string) => {
      const { rows: count, forkRow } = store.open(log);
      return { at: store.reader(log).locate('all', forkRow ?? '').index, count };
    };
    const { session } = await forked(path);
    const before = forkRowOf(session.path);
    assert.equal(before.at, before.count - 1);
    await writers.append({ path: session.path, events: [said('Anew'), answered('Yes')] });
    assert.deepEqual(forkRowOf(session.path), { at: before.count, count: before.count + 2 });
  });

  it('begins after the summary of what was left behind, and what was kept', async () => {
    const opening = {
      kind: 'compaction' as const,
      trigger: 'manual' as const,
      summary: 'Before',
      replacement: [],
    };
    const { session } = await writers.create({
      cwd,
      opening,
      events: [said('Anew')],
      from: { path: await original(), start: 4 },
    });
    const { forkRow = '' } = store.open(session.path);
    const { index } = store.reader(session.path).locate('all', forkRow);
    const [row] = store.reader(session.path).rows('all', index, 1).rows;
    assert.equal(row?.kind === 'user' && row.text.text, 'Anew');
  });

  it('keeps compactions and the messages before them', async () => {
    const replacement = [
      { role: 'user' as const, segments: [{ type: 'text' as const, text: 'Short' }] },
    ];
    const path = await original({
      kind: 'compaction',
      trigger: 'manual',
      summary: 'Short',
      replacement,
    });
    const { session } = await forked(path);
    assert.deepEqual(plain(await messages(session.path)), ['user: Short']);
    const before = await forked(path, '4.0');
    assert.equal(plain(await messages(before.session.path)).at(-1), 'user: Second');
  });

  it('says so if the row is gone', async () => {
    const path = await original();
    await assert.rejects(writers.create({ cwd, events: [], from: { path, rowId: '99.0' } }), {
      message: 'The row to fork from is no longer in the session.',
    });
    await assert.rejects(writers.create({ cwd, events: [], from: { path: '/etc/passwd' } }), {
      message: '/etc/passwd is not in an agent’s session folder.',
    });
  });

  describe("of another agent's format", () => {
    const events: readonly SessionEvent[] = [
      { kind: 'sessionStart', sessionId: 'o1', createdAt: 1e12, cwd },
      { kind: 'userMessage', text: 'Find it' },
      {
        kind: 'modelMessage',
        entry: {
          role: 'assistant',
          segments: [
            { type: 'text', text: 'Looking' },
            { type: 'toolCall', callId: 'x', name: 'find', input: { q: 'it' } },
          ],
        },
      },
      {
        kind: 'modelMessage',
        entry: {
          role: 'user',
          segments: [{ type: 'toolResult', callId: 'x', text: 'line 1\nline "2"', isError: false }],
        },
      },
      { kind: 'assistantText', text: 'Here' },
      {
        kind: 'modelMessage',
        entry: { role: 'assistant', segments: [{ type: 'text', text: 'Here' }] },
      },
      { kind: 'userMessage', text: 'More' },
    ];
    let path = '';
    beforeEach(() => {
      path = join(place.home, '.other', 'project', 'o1.jsonl');
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, events.map((other) => `${JSON.stringify({ other })}\n`).join(''));
    });

    it('carries the conversation, with its calls and results, and links back', async () => {
      const { session } = await forked(path);
      assert.equal(session.agent, 'keen');
      assert.deepEqual(plain(await messages(session.path)), plain(await messages(path)));
      assert.deepEqual(plain(await messages(session.path)), [
        'user: Find it',
        'assistant: Looking + find',
        'user: = line 1\nline "2"',
        'assistant: Here',
        'user: More',
      ]);
      assert.deepEqual(store.summarize(session.path).parent, { id: 'o1', path });
      assert.equal(store.summarize(session.path).firstUserMessage, 'Find it');
      assert.equal(store.open(session.path).forkRow, '5.0');
      const kinds = (await rows(session.path)).map(({ kind }) => kind);
      assert.deepEqual(kinds, ['fork', 'user', 'assistant', 'tool', 'assistant', 'user']);
    });

    it('carries it as it was at a row', async () => {
      const { session } = await forked(path, '5.0');
      assert.deepEqual(plain(await messages(session.path)), [
        'user: Find it',
        'assistant: Looking + find',
        'user: = line 1\nline "2"',
      ]);
      assert.match(lines(session.path)[0]!, /"line":5,"lines":3\}/);
    });

    it('is never written to', async () => {
      await assert.rejects(writers.append({ path, events: [said('No')] }), { reason: 'notOurs' });
    });
  });
});

/** A row without its place. */
function shown(row: Row): unknown {
  return { ...row, id: '', source: undefined };
}
