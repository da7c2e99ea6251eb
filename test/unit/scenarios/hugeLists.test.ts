import assert from 'node:assert/strict';
import { mostRecords } from '#agents/contract/sources.ts';
import type { RawRecord } from '#core/jsonl/rawRecord.ts';
import { searchSessions } from '#store/search/sessionsSearch.ts';
import {
  claudePath,
  geminiPath,
  geminiList,
  geminiProjects,
  storeOfAll,
  vscodeFolder,
  vscodePath,
  vscodeWorkspace,
} from '../store/support/agentLogs.ts';
import { home, line, logPath, project, startLine, userLine } from '../store/support/keenStore.ts';
import { MemoryFileSystem } from '../store/support/memoryFileSystem.ts';

/** More than a stack holds. */
const many = 150_000;
const time = '2026-11-20T09:00:00.000Z';

describe('a list in a session that is longer than a stack', () => {
  it('is read as any other, in a document and in a line of a log', async () => {
    const disk = new MemoryFileSystem();
    const document = geminiPath('a').replace(/\.jsonl$/, '.json');
    const header = { sessionId: 'a', projectHash: 'h', startTime: time, lastUpdated: time };
    const parts = Array.from({ length: many }, () => ({ a: 1 }));
    const message = { id: 'm', type: 'gemini', timestamp: time, content: parts };
    const said = { id: 'n', type: 'user', timestamp: time, content: 'Where is the needle?' };
    disk.put(geminiList, geminiProjects({ [project]: 'project' }));
    disk.put(document, JSON.stringify({ ...header, messages: [message, said] }));
    const place = { cwd: project, sessionId: 's', isSidechain: false, timestamp: time };
    const blocks = Array.from({ length: many }, () => ({}));
    disk.put(
      claudePath('a'),
      line({
        ...place,
        type: 'assistant',
        uuid: 'u',
        message: { role: 'assistant', content: blocks },
      }),
    );
    const store = storeOfAll(disk);
    const [listing] = await store.list([project]);
    assert.deepEqual(listing?.failures, []);
    assert.deepEqual(listing.sessions.map(({ agent }) => agent).sort(), ['claude', 'gemini']);
    const found: string[] = [];
    const search = {
      paths: [document],
      text: { query: 'needle', matchCase: false, wholeWord: false, regex: false },
      rows: '',
      most: 1,
      mostOfSession: 1,
    };
    await searchSessions(store, search, ({ sessions }) => {
      found.push(...sessions.map(({ path }) => path));
      return Promise.resolve();
    });
    assert.deepEqual(found, [document]);
  });

  const chat = { version: 3, sessionId: 'a', creationDate: 1, responderUsername: 'C' };
  const header = { sessionId: 'a', projectHash: 'h', startTime: time, lastUpdated: time };
  const cursorFolder = `${home}/.cursor/projects/${project.slice(1).replaceAll('/', '-')}`;
  const documents = {
    'VS Code': {
      path: vscodePath('a').replace(/l$/, ''),
      content: `${JSON.stringify(chat).slice(0, -1)},"requests":[${'{},'.repeat(mostRecords)}{}]}`,
    },
    'VS Code, as a log of changes': {
      path: vscodePath('a'),
      content: `${JSON.stringify({ kind: 0, v: { ...chat, requests: [] } })}\n{"kind":2,"k":["requests"],"v":[${'{},'.repeat(mostRecords)}{}]}\n`,
    },
    'Gemini CLI': {
      path: geminiPath('a').replace(/l$/, ''),
      content: `${JSON.stringify(header).slice(0, -1)},"messages":[${'1,'.repeat(2 * mostRecords)}1]}`,
    },
    'Gemini CLI, as a log': {
      path: geminiPath('a'),
      content: JSON.stringify(header) + '\n'.repeat(2 * mostRecords),
    },
    Cursor: {
      path: `${cursorFolder}/agent-transcripts/a.txt`,
      content: 'user:\n'.repeat(2 * mostRecords),
    },
  };
  for (const [name, { path, content }] of Object.entries(documents)) {
    it(`is held as far as memory is sure to suffice: ${name}`, () => {
      const disk = new MemoryFileSystem();
      disk.put(vscodeWorkspace, vscodeFolder(project));
      disk.put(geminiList, geminiProjects({ [project]: 'project' }));
      disk.put(path, content);
      const backward = storeOfAll(disk).sourceAt(path).readBackward();
      const last: RawRecord[] = [];
      while (last.length < 2) {
        assert.ok(
          backward.next((record) => last.push(record)),
          path,
        );
      }
      const [cut, whole] = last;
      assert.deepEqual([cut?.source.line, whole?.source.line], [mostRecords + 1, mostRecords]);
      const unread = cut !== undefined && 'unread' in cut ? cut.unread : '';
      assert.equal(unread, `${path} has more than 250,000 records. The others were not read.`);
    });
  }

  it('ends no comparison of two logs that changed in one moment', async () => {
    const disk = new MemoryFileSystem();
    // Without a line end between them.
    const joined = Array.from({ length: many }, (_, at) => `{"seq":${at + 3}}`).join('');
    for (const [id, end] of Object.entries({ a: '', b: '{"seq":1000000}' })) {
      disk.put(logPath(id), `${startLine(id)}${userLine(2, 'Hello')}${joined}${end}\n`, 1_000);
    }
    const [listing] = await storeOfAll(disk).list([project]);
    assert.deepEqual(listing?.failures, []);
    assert.deepEqual(
      listing.sessions.map(({ id }) => id),
      ['b', 'a'],
    );
  });
});
