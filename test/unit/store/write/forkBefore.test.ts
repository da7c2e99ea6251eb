import { conversationOf } from '#store/requests/conversation.ts';
import assert from 'node:assert/strict';
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { keenAdapter } from '#agents/keen/adapter.ts';
import { compactedConversation } from '#core/chat/compactionPlan.ts';
import type { ConversationMessage } from '#core/events/message.ts';
import type { NewCompaction, NewEvent } from '#core/events/newEvent.ts';
import type { RowOf, Row } from '#core/rows/row.ts';
import type { SessionStore } from '#store/sessionStore.ts';
import type { SessionWriters } from '#store/write/sessionWriters.ts';
import { otherAdapter, plain } from './support/forks.ts';
import { answered, cwd, read, said, textsOf, WritingHome } from './support/writing.ts';

const text = (role: 'user' | 'assistant', words: string): ConversationMessage => ({
  role,
  parts: [{ type: 'text', text: words }],
});

/** As the chat compacts: a summary, and the newest messages as they were. */
const compacted = (summary: string, ...recent: readonly ConversationMessage[]): NewCompaction => ({
  kind: 'compaction',
  trigger: 'automatic',
  summary,
  replacement: compactedConversation(summary, recent),
});

describe('a compaction that repeats the newest messages', () => {
  let place: WritingHome;
  let writers: SessionWriters;
  let store: SessionStore;

  beforeEach(() => {
    place = new WritingHome();
    ({ writers, store } = place.writers());
  });
  afterEach(() => {
    place.remove();
  });

  async function rowsOf(...events: readonly NewEvent[]): Promise<readonly Row[]> {
    const { session } = await writers.create({ cwd, events });
    return (await store.whole(session.path)).rows('all', 0, 100).rows;
  }

  const marks = (rows: readonly Row[]) =>
    rows.map(({ id, context }) => (context === undefined ? id : `${id} by ${context.by}`));
  const changeOf = (rows: readonly Row[], at: number) =>
    rows.filter((row): row is RowOf<'compaction'> => row.kind === 'compaction')[at]?.change;

  it('leaves their rows in the context and counts them as kept', async () => {
    const rows = await rowsOf(
      said('One'),
      answered('1'),
      said('Two'),
      answered('2'),
      compacted('Sum.', text('user', 'Two'), text('assistant', '2')),
      said('Three'),
    );
    assert.deepEqual(marks(rows), ['2.0 by 6.0', '3.0 by 6.0', '4.0', '5.0', '6.0', '7.0']);
    const change = changeOf(rows, 0);
    assert.ok(typeof change === 'object');
    assert.deepEqual(change.retained, { user: 1, assistant: 1, results: 0 });
    assert.equal(change.retainedFrom, '4.0');
    assert.deepEqual(change.summarized, { user: 1, assistant: 1, results: 0 });
  });

  it('takes them away with the next one, unless that repeats them too', async () => {
    const rows = await rowsOf(
      said('One'),
      answered('1'),
      compacted('First.', text('user', 'One'), text('assistant', '1')),
      said('Two'),
      compacted('Second.', text('assistant', '1'), text('user', 'Two')),
    );
    assert.deepEqual(marks(rows), ['2.0 by 6.0', '3.0', '4.0 by 6.0', '5.0', '6.0']);
    const change = changeOf(rows, 1);
    assert.ok(typeof change === 'object');
    assert.deepEqual(change.retained, { user: 1, assistant: 1, results: 0 });
    assert.deepEqual(change.summarized, { user: 1, assistant: 0, results: 0 });
    assert.equal(change.withSummary, true);
  });

  it('repeats single messages too, and nothing that only looks alike', async () => {
    const rows = await rowsOf(
      said('One'),
      answered('1'),
      compacted('Sum.', text('user', 'One'), text('assistant', '2')),
    );
    assert.deepEqual(marks(rows), ['2.0', '3.0 by 4.0', '4.0']);
  });
});

describe('a session that continues another from before a compaction', () => {
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

  async function forked(path: string, before: string, ...events: readonly NewEvent[]) {
    const bytes = readFileSync(path);
    const created = await writers.create({ cwd, events, from: { path, before } });
    assert.deepEqual(readFileSync(path), bytes, 'The original was touched.');
    return created.session.path;
  }

  it('has the lines before it and none after, earlier compactions included', async () => {
    const { session } = await writers.create({
      cwd,
      events: [
        said('One'),
        compacted('First.'),
        said('Two'),
        answered('2'),
        compacted('Second.'),
        said('Three'),
      ],
    });
    const second = await forked(session.path, '6.0', said('Instead'));
    assert.deepEqual(read(second).skipped, []);
    assert.deepEqual(textsOf(read(second)), ['One', '', 'Two', '2', 'Instead']);
    const { messages } = await conversationOf(store, second);
    assert.deepEqual(messages, [
      ...(await conversationOf(store, session.path, undefined, '6.0')).messages,
      text('user', 'Instead'),
    ]);
    const first = await forked(session.path, '3.0');
    assert.deepEqual(textsOf(read(first)), ['One']);
    assert.equal(store.open(second).parent?.path, session.path);
  });

  it('has what was said on the very line of the compaction', async () => {
    const { session } = await writers.create({ cwd, events: [said('One'), compacted('Sum.')] });
    const lines = readFileSync(session.path, 'utf8').trimEnd().split('\n');
    const [start, one, sum] = lines;
    writeFileSync(session.path, `${start}\n${one}${sum}\n`);
    const [, row] = (await store.whole(session.path))
      .rows('all', 0, 9)
      .rows.filter(({ kind }) => kind !== 'problem');
    assert.equal(row?.kind, 'compaction');
    const path = await forked(session.path, row.id);
    assert.deepEqual(textsOf(read(path)), ['One']);
    assert.deepEqual(plain((await conversationOf(store, path)).messages), ['user: One']);
  });

  it('carries over what another agent’s session had before it', async () => {
    const path = join(place.home, '.other', 'project', 'x.jsonl');
    mkdirSync(dirname(path), { recursive: true });
    const event = (other: object) => `${JSON.stringify({ other })}\n`;
    const told = (role: string, words: string) => ({
      kind: 'modelMessage',
      entry: { role, segments: [{ type: 'text', text: words }] },
    });
    appendFileSync(
      path,
      [
        { kind: 'userMessage', text: 'One' },
        told('assistant', '1'),
        {
          kind: 'compaction',
          trigger: 'manual',
          status: '',
          summary: 'Sum.',
          replacement: [{ role: 'user', segments: [{ type: 'text', text: 'Sum.' }] }],
        },
        { kind: 'userMessage', text: 'Two' },
      ]
        .map(event)
        .join(''),
    );
    const created = await forked(path, '3.0', said('Instead'));
    assert.deepEqual(plain((await conversationOf(store, created)).messages), [
      'user: One',
      'assistant: 1',
      'user: Instead',
    ]);
  });

  it('is not made if the compaction is gone', async () => {
    const { session } = await writers.create({ cwd, events: [said('One')] });
    await assert.rejects(forked(session.path, '2.0'), {
      message: 'That compaction is no longer in the log.',
    });
  });
});
