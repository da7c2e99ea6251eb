import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { cursorAdapter } from '#agents/cursor/adapter.ts';
import type { SessionSummary } from '#core/events/session.ts';
import { searchSessions } from '#store/search/sessionsSearch.ts';
import type { SessionStore } from '#store/sessionStore.ts';
import { project, run } from '../support/agentDatabase.ts';
import {
  addComposer,
  createHeaders,
  createValues,
  put,
  putBubble,
  putHeader,
  workspaceOf,
} from '../support/cursorDatabase.ts';
import { fixtureText, jsonLines } from '../support/fixtures.ts';
import { sourceRecords } from '../support/sourceRecords.ts';
import { CursorHome } from './support/cursorHome.ts';
import { counted } from './support/countedRows.ts';
import { temporaryCopies } from './support/home.ts';

const idOf = (number: number) => `c0de1a11-0000-4000-8000-00000000000${number}`;

describe('the database of Cursor’s editor', () => {
  let home: CursorHome;
  beforeEach(() => {
    home = new CursorHome();
  });
  afterEach(() => {
    home.dispose();
  });

  const textOf = (name: string) => fixtureText('cursor', `editor/${name}`);
  /** A fixture whose composer does not say whose it is. */
  const withoutFolder = (text: string) => text.replace(/,"folder":"[^"]*"/, '');
  const recordsIn = (store: SessionStore, id: string) =>
    sourceRecords(store, join(home.database, `${id}.jsonl`));
  const listed = async (folder = project): Promise<readonly SessionSummary[]> => {
    const [listing] = await home.store().list([folder]);
    assert.deepEqual(listing?.failures, []);
    return listing.sessions;
  };

  it('gives the records that the fixtures have', () => {
    const connection = home.writer();
    const names = ['everyKind', 'subAgent', 'inOneValue', 'archived'];
    for (const name of names) {
      addComposer(connection, textOf(name));
    }
    const store = home.store();
    for (const name of names) {
      const lines = jsonLines(textOf(name));
      const { id } = lines[0]?.composer as { id: string };
      assert.deepEqual(recordsIn(store, id), lines, name);
    }
  });

  it('lists what Cursor lists, with names, dates and first prompts', async () => {
    const connection = home.writer();
    addComposer(connection, textOf('everyKind'), { lastUpdatedAt: 1_795_000_090_000 });
    for (const name of ['subAgent', 'inOneValue', 'archived']) {
      addComposer(connection, textOf(name));
    }
    put(connection, `composerData:${idOf(9)}`, { composerId: idOf(9), text: 'A draft' });
    assert.deepEqual(
      (await listed()).map(({ id, name, firstUserMessage, createdAt, updatedAt }) => [
        ...[id, name, firstUserMessage, createdAt, updatedAt],
      ]),
      [
        [
          ...[idOf(1), 'Every kind of bubble', 'Rename old to new in @main.go'],
          ...[1_795_000_000_000, 1_795_000_090_000],
        ],
        [
          ...[idOf(3), 'Of early 2025', 'First question'],
          ...[1_795_000_000_000, 1_795_000_000_000],
        ],
      ],
    );
    assert.deepEqual(await listed('/home/user/other'), []);
  });

  it('takes names and folders of 2026 from the table of headers', async () => {
    const connection = home.writer();
    createHeaders(connection);
    addComposer(connection, withoutFolder(textOf('inOneValue')));
    const workspaceIdentifier = workspaceOf(project);
    const head = { name: 'Renamed', lastUpdatedAt: 1_795_000_200_000, workspaceIdentifier };
    putHeader(connection, idOf(3), head);
    const store = home.store();
    const names = async () => {
      const [listing] = await store.list([project]);
      return listing?.sessions.map(({ name, updatedAt }) => [name, updatedAt]);
    };
    assert.deepEqual(await names(), [['Renamed', 1_795_000_200_000]]);
    putHeader(connection, idOf(3), { ...head, name: 'Again' });
    assert.deepEqual(await names(), [['Again', 1_795_000_200_000]]);
    putHeader(connection, idOf(3), { ...head, isArchived: true });
    assert.deepEqual(await names(), []);
  });

  it('knows a folder by the windows that had a composer open', async () => {
    const connection = home.writer();
    addComposer(connection, withoutFolder(textOf('everyKind')));
    addComposer(connection, withoutFolder(textOf('inOneValue')));
    home.addWorkspace('one', '/home/user/a%20b', [{ composerId: idOf(1) }, 7, 'x']);
    home.addWorkspace('two', project, [{ composerId: idOf(3) }]);
    mkdirSync(join(home.user, 'workspaceStorage', 'empty'));
    const ids = async (folder: string) => (await listed(folder)).map(({ id }) => id);
    assert.deepEqual(await ids('/home/user/a b'), [idOf(1)]);
    assert.deepEqual(await ids(project), [idOf(3)]);
    // Between the two, one value of the editor's named the folders of all.
    createValues(connection, 'ItemTable');
    const allComposers = [{ composerId: idOf(1), workspaceIdentifier: workspaceOf(project) }, 1];
    put(connection, 'composer.composerHeaders', { allComposers }, 'ItemTable');
    assert.deepEqual((await ids(project)).sort(), [idOf(1), idOf(3)]);
  });

  it('has a session once that has a transcript too', async () => {
    const connection = home.writer();
    const transcripts = join(home.folder, '.cursor/projects/home-user-project/agent-transcripts');
    const line = '{"role":"user","message":{"content":[{"type":"text","text":"Question"}]}}\n';
    for (const id of [idOf(3), idOf(5)]) {
      mkdirSync(join(transcripts, id), { recursive: true });
      writeFileSync(join(transcripts, id, `${id}.jsonl`), line);
    }
    const places = async () =>
      (await listed()).map(({ id, path }) => [id, path.startsWith(home.database)]).sort();
    addComposer(connection, withoutFolder(textOf('inOneValue')));
    // As long as nothing says whose the one in the database is, the transcript does.
    assert.deepEqual(await places(), [
      [idOf(3), false],
      [idOf(5), false],
    ]);
    addComposer(connection, textOf('inOneValue'));
    assert.deepEqual(await places(), [
      [idOf(3), true],
      [idOf(5), false],
    ]);
    const [first] = (await listed()).filter(({ id }) => id === idOf(3));
    assert.ok(first !== undefined);
    assert.equal(cursorAdapter.terminalPlan?.(first, true), undefined);
  });

  it('shows what a sub-agent did inside its call', async () => {
    const connection = home.writer();
    addComposer(connection, textOf('everyKind'));
    addComposer(connection, textOf('subAgent'));
    const store = home.store();
    const session = join(home.database, `${idOf(1)}.jsonl`);
    store.open(session);
    const reader = await store.whole(session);
    const { rows } = reader.rows('all', 0, 200);
    const call = rows.find((row) => row.kind === 'tool' && row.agents !== undefined);
    const steps = await store.nested.rows(reader, call?.id ?? '', 0, { start: 0, count: 10 });
    assert.deepEqual(
      steps?.rows.map(({ kind }) => kind),
      ['user', 'assistant'],
    );
  });

  it('is followed while the editor writes, without a trace beside it', async () => {
    const connection = home.writer();
    run(connection, 'PRAGMA journal_mode = WAL');
    const id = idOf(7);
    const bubble = (number: number, text: string) => ({
      bubble: { type: number === 1 ? 1 : 2, bubbleId: `b${number}`, text },
    });
    const head = JSON.stringify({ composer: { id, folder: project, createdAt: 1 } });
    const write = (...texts: readonly string[]) => {
      const lines = texts.map((text, place) => JSON.stringify(bubble(place + 1, text)));
      addComposer(connection, [head, ...lines].join('\n'));
    };
    write('Question', 'Ans');
    const store = home.store();
    const session = join(home.database, `${id}.jsonl`);
    store.open(session);
    const reader = store.reader(session);
    const texts = () =>
      reader.rows('all', 0, 10).rows.map((row) => ('text' in row ? row.text.text : row.kind));
    await reader.indexAll();
    assert.deepEqual(texts(), ['Question', 'Ans']);
    putBubble(connection, id, bubble(2, 'Answer'));
    await reader.indexAll();
    assert.deepEqual(texts(), ['Question', 'Answer']);
    assert.equal(reader.state().generation, 1);
    write('Question', 'Answer', 'More');
    await reader.indexAll();
    assert.deepEqual(texts(), ['Question', 'Answer', 'More']);
    assert.deepEqual(temporaryCopies(), []);
    assert.deepEqual(readdirSync(dirname(home.database)).sort(), [
      'state.vscdb',
      'state.vscdb-shm',
      'state.vscdb-wal',
    ]);
    store.close(session);
  });

  it('shows bubbles that no header names in the order of their dates', () => {
    const connection = home.writer();
    addComposer(connection, textOf('subAgent'), { fullConversationHeadersOnly: [] });
    const bubble = {
      type: 2,
      bubbleId: 'a0',
      text: 'In between',
      createdAt: '2026-11-18T11:07:31.500Z',
    };
    putBubble(connection, idOf(2), { bubble });
    assert.deepEqual(
      recordsIn(home.store(), idOf(2)).map((record) =>
        'bubble' in (record as object) ? (record as { bubble: { text: string } }).bubble.text : '',
      ),
      ['', 'Look around', 'In between', 'Nothing here.'],
    );
  });

  it('leaves out bubbles that a restored checkpoint took away', () => {
    const connection = home.writer();
    addComposer(connection, textOf('subAgent'));
    putBubble(connection, idOf(2), { bubble: { type: 2, bubbleId: 'z9', text: 'Taken away' } });
    assert.equal(recordsIn(home.store(), idOf(2)).length, 3);
  });

  it('lists without loading what was said', async () => {
    const connection = home.writer();
    const long = 'x'.repeat(200_000);
    const lines = Array.from({ length: 20 }, (_, place) => ({
      bubble: { type: place === 0 ? 1 : 2, bubbleId: `b${place}`, text: place === 0 ? 'Hi' : long },
    }));
    const head = { composer: { id: idOf(8), folder: project, createdAt: 1 } };
    addComposer(connection, [head, ...lines].map((line) => JSON.stringify(line)).join('\n'));
    const { rows, module } = counted();
    const [listing] = await home.store({ loadSqlite: () => module }).list([project]);
    assert.equal(listing?.sessions.length, 1);
    assert.ok(rows.longest < 2_000, `a value of ${rows.longest} characters`);
  });

  it('is searched, with the files that edits left under other keys', async () => {
    const connection = home.writer();
    addComposer(connection, textOf('everyKind'));
    const store = home.store();
    const paths = [join(home.database, `${idOf(1)}.jsonl`)];
    const rowsWith = async (query: string) => {
      const rows: string[] = [];
      const text = { query, matchCase: true, wholeWord: false, regex: false };
      const search = { text, rows: '', paths, most: Infinity, mostOfSession: Infinity };
      await searchSessions(store, search, ({ sessions }) => {
        rows.push(...sessions.flatMap(({ hits }) => hits.map(({ rowId }) => rowId)));
        return Promise.resolve();
      });
      return rows;
    };
    assert.deepEqual(await rowsWith('# Notes'), ['13.0']);
    assert.deepEqual(await rowsWith('listening'), ['10.0']);
    assert.deepEqual(await rowsWith('const name = "new"'), ['11.0']);
    assert.deepEqual(await rowsWith('no such thing'), []);
  });

  it('may hold anything where JSON should be', async () => {
    const connection = home.writer();
    createHeaders(connection);
    createValues(connection, 'ItemTable');
    addComposer(connection, textOf('everyKind'));
    run(connection, `UPDATE cursorDiskKV SET value = '{' WHERE key LIKE 'bubbleId:%b02-%'`);
    run(connection, `UPDATE cursorDiskKV SET value = x'00ff' WHERE key LIKE 'bubbleId:%b03-%'`);
    run(connection, `UPDATE cursorDiskKV SET value = NULL WHERE key LIKE 'bubbleId:%b04-%'`);
    const deep = `${'['.repeat(4000)}${']'.repeat(4000)}`;
    put(connection, `bubbleId:${idOf(1)}:b05-0000-4000-8000-000000000000`, deep);
    put(connection, 'composerData:broken', '{"fullConversationHeadersOnly":');
    put(connection, 'bubbleId:broken:b1', { type: 1, text: 'Of a broken one' });
    put(connection, 'composerData:odd', { fullConversationHeadersOnly: [1, 'x', {}], name: {} });
    put(connection, 'bubbleId:odd:b1', '7');
    put(connection, 'composer.composerHeaders', '[', 'ItemTable');
    run(connection, `INSERT INTO composerHeaders (composerId, value) VALUES ('odd', '{')`);
    home.addWorkspace('odd', project, [{ composerId: 'odd' }]);
    run(
      connection,
      `INSERT INTO cursorDiskKV VALUES ('composerData:' || hex(zeroblob(200)), '{}')`,
    );
    assert.deepEqual((await listed()).map(({ id }) => id).sort(), [idOf(1), 'odd']);
    const reader = await home.store().whole(join(home.database, `${idOf(1)}.jsonl`));
    const kinds = reader.rows('all', 0, 200).rows.map(({ kind }) => kind);
    assert.ok(kinds.filter((kind) => kind === 'unknown').length >= 3);
  });
});
