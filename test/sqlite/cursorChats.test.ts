import { conversationOf } from '#store/requests/conversation.ts';
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cursorAdapter } from '#agents/cursor/adapter.ts';
import type { SqliteDatabase } from '#store/sources/database/sqliteModule.ts';
import { project, run } from '../support/agentDatabase.ts';
import { sourceRecords } from '../support/sourceRecords.ts';
import { CursorHome } from './support/cursorHome.ts';

const id = '00000911-0000-4000-8000-000000000000';
const secret = 'c2VjcmV0IGtleQ==';

const hash = (data: Buffer) => createHash('sha256').update(data).digest();
const field = (number: number, bytes: Buffer) =>
  Buffer.concat([varint(number * 8 + 2), varint(bytes.length), bytes]);

function varint(value: number): Buffer {
  const bytes = [];
  for (let left = value; ; left >>= 7) {
    bytes.push(left < 0x80 ? left : (left & 0x7f) | 0x80);
    if (left < 0x80) {
      return Buffer.from(bytes);
    }
  }
}

describe('the store of Cursor’s CLI', () => {
  let home: CursorHome;
  let folder: string;
  beforeEach(() => {
    home = new CursorHome();
    folder = join(home.folder, '.cursor', 'chats', 'a'.repeat(32), id);
    mkdirSync(folder, { recursive: true });
  });
  afterEach(() => {
    home.dispose();
  });

  const metaPath = () => join(folder, 'meta.json');
  const writeMeta = (more: object = {}) => {
    const times = { createdAtMs: 1_791_194_400_000, updatedAtMs: 1_791_194_460_000 };
    const meta = { schemaVersion: 1, hasConversation: true, title: 'Moor the boat', cwd: project };
    writeFileSync(metaPath(), JSON.stringify({ ...meta, ...times, ...more }));
  };

  function openStore(): SqliteDatabase {
    const connection = home.storeAt(join(folder, 'store.db'));
    run(connection, 'CREATE TABLE blobs (id text PRIMARY KEY, data blob)');
    run(connection, 'CREATE TABLE meta (key text PRIMARY KEY, value text)');
    return connection;
  }

  const put = (connection: SqliteDatabase, data: Buffer): Buffer => {
    run(
      connection,
      `INSERT OR IGNORE INTO blobs VALUES (?, x'${data.toString('hex')}')`,
      hash(data).toString('hex'),
    );
    return hash(data);
  };
  const json = (value: unknown) => Buffer.from(JSON.stringify(value));
  const setRoot = (connection: SqliteDatabase, root: Buffer) => {
    const about = {
      ...{ agentId: id, latestRootBlobId: root.toString('hex'), name: 'New Agent' },
      ...{ lastUsedModel: 'gpt-x', blobEncryptionKey: secret },
    };
    run(connection, `INSERT OR REPLACE INTO meta VALUES ('0', ?)`, json(about).toString('hex'));
  };

  function writeStore(connection = openStore()): SqliteDatabase {
    const messages = [
      { role: 'system', content: 'You are an agent.' },
      { role: 'user', content: '<user_info>\nOS\n</user_info>' },
      {
        role: 'user',
        content: [{ type: 'text', text: '<user_query>\nMoor the boat\n</user_query>' }],
      },
      {
        role: 'assistant',
        content: [
          { type: 'reasoning', text: 'A knot.' },
          { type: 'text', text: 'On it, über.' },
          { type: 'tool-call', toolCallId: 'c1', toolName: 'Shell', args: { command: 'tie' } },
        ],
      },
      {
        role: 'tool',
        content: [{ type: 'tool-result', toolCallId: 'c1', toolName: 'Shell', result: 'tied' }],
      },
      { role: 'assistant', content: 'Moored.' },
    ].map(json);
    const [system, info, query, answer, result, last] = messages as [
      Buffer,
      Buffer,
      Buffer,
      Buffer,
      Buffer,
      Buffer,
    ];
    const inner = put(
      connection,
      Buffer.concat([
        field(1, put(connection, query)),
        // A message in a field of another one, and what no version knows yet.
        field(1, put(connection, Buffer.concat([field(3, Buffer.alloc(200)), field(4, answer)]))),
        Buffer.from([0x28, 0x96, 0x01]),
        field(9, Buffer.from('more')),
      ]),
    );
    const root = Buffer.concat([
      field(1, put(connection, system)),
      field(1, put(connection, info)),
      field(2, inner),
      field(1, put(connection, result)),
      field(1, put(connection, last)),
    ]);
    setRoot(connection, put(connection, root));
    return connection;
  }

  const listed = async () => {
    const [listing] = await home.store({ adapters: [cursorAdapter] }).list([project]);
    return listing;
  };

  it('gives a chat with its name, dates, thinking and results, and no key', async () => {
    writeMeta();
    writeStore();
    const listing = await listed();
    assert.deepEqual(listing?.failures, []);
    const [session] = listing.sessions;
    assert.deepEqual(
      [session?.id, session?.name, session?.firstUserMessage, session?.cwd, session?.updatedAt],
      [id, 'Moor the boat', 'Moor the boat', project, 1_791_194_460_000],
    );
    const store = home.store();
    const reader = await store.whole(metaPath());
    assert.deepEqual(
      reader
        .rows('all', 0, 20)
        .rows.map((row) => [
          row.kind,
          row.kind === 'shell' ? row.output?.text : 'text' in row ? row.text.text : '',
        ]),
      [
        ['user', 'Moor the boat'],
        ['thinking', 'A knot.'],
        ['assistant', 'On it, über.'],
        ['shell', 'tied'],
        ['assistant', 'Moored.'],
      ],
    );
    const { messages } = await conversationOf(store, metaPath());
    assert.equal(messages.length, 6);
    assert.doesNotMatch(JSON.stringify(sourceRecords(store, metaPath())), /c2VjcmV0|Encryption/);
    assert.equal(
      cursorAdapter.terminalPlan?.({ id, cwd: project, path: metaPath() }, true)?.executable,
      'cursor-agent',
    );
  });

  it('is one with the transcript of the same chat', async () => {
    writeMeta();
    writeStore().close();
    const transcripts = join(
      home.folder,
      '.cursor',
      'projects',
      'home-user-project',
      'agent-transcripts',
      id,
    );
    mkdirSync(transcripts, { recursive: true });
    const said = { role: 'user', message: { content: [{ type: 'text', text: 'Moor the boat' }] } };
    writeFileSync(join(transcripts, `${id}.jsonl`), `${JSON.stringify(said)}\n`);
    const paths = async () => (await listed())?.sessions.map(({ path }) => path);
    assert.deepEqual(await paths(), [metaPath()]);
    rmSync(metaPath());
    assert.deepEqual(await paths(), [join(transcripts, `${id}.jsonl`)]);
  });

  it('is listed by its description where its database is not there, and where it only has no order', async () => {
    writeMeta();
    assert.deepEqual(
      (await listed())?.sessions.map(({ name }) => name),
      ['Moor the boat'],
    );
    const store = home.store();
    assert.deepEqual((await store.whole(metaPath())).state().problems, { lost: 1, odd: 0 });
    store.dispose();
    const connection = writeStore();
    setRoot(connection, Buffer.alloc(32));
    assert.equal((await listed())?.sessions[0]?.firstUserMessage, 'Moor the boat');
  });

  it('tells of messages that are not there', async () => {
    writeMeta();
    const connection = writeStore();
    run(connection, `DELETE FROM blobs WHERE CAST(data AS TEXT) LIKE '%Moored.%'`);
    const store = home.store();
    const reader = await store.whole(metaPath());
    assert.deepEqual(reader.state().problems, { lost: 1, odd: 0 });
    assert.ok(reader.rows('all', 0, 20).rows.some(({ kind }) => kind === 'user'));
  });

  it('has no chat in which nothing was said', async () => {
    writeMeta({ hasConversation: false, title: undefined });
    assert.deepEqual((await listed())?.sessions, []);
    assert.deepEqual((await listed())?.failures, []);
  });

  it('ends, whatever its trees name', () => {
    writeMeta();
    const connection = openStore();
    let node = put(connection, json({ role: 'user', content: 'x' }));
    for (let depth = 0; depth < 12; depth += 1) {
      node = put(connection, Buffer.concat(Array.from({ length: 60 }, () => field(2, node))));
    }
    setRoot(connection, node);
    assert.ok(sourceRecords(home.store(), metaPath()).length > 0);
  });
});
