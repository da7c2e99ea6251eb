import { lastMessageOf } from '#store/session/lastMessage.ts';
import { conversationOf } from '#store/requests/conversation.ts';
import { Pacer } from '#base/pacer.ts';
import assert from 'node:assert/strict';
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { adapters } from '#agents/registry.ts';
import { NodeFileSystem } from '#store/disk/nodeFileSystem.ts';
import { searchSessions } from '#store/search/sessionsSearch.ts';
import { SessionStore } from '#store/sessionStore.ts';
import { home, project } from '../store/support/keenStore.ts';
import {
  claudePath,
  claudeSession,
  codexPath,
  codexSession,
  geminiList,
  geminiPath,
  geminiProjects,
  vscodeFolder,
  vscodePath,
  vscodeSession,
  vscodeWorkspace,
} from '../store/support/agentLogs.ts';

const gigabyte = 1024 ** 3;
const text = 'Where is the needle?';

describe('files of gigabytes that are nearly nothing on the disk', () => {
  let folder = '';
  const at = (path: string) => join(folder, path.slice(home.length));
  const put = (path: string, content: string, gigabytes = 0, end = '') => {
    const file = at(path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
    if (gigabytes > 0) {
      truncateSync(file, gigabytes * gigabyte);
      appendFileSync(file, end);
    }
    return file;
  };
  const newStore = () => {
    const fileSystem = new NodeFileSystem();
    const store = new SessionStore({
      fileSystem,
      adapters,
      environment: { home: folder, platform: 'posix', variables: {} },
      onFault: (fault) => {
        throw fault;
      },
    });
    return { store, work: fileSystem.work };
  };
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'session-browser-sparse-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  for (const gigabytes of [8, 40]) {
    it(`cost nothing but themselves: a log of ${gigabytes} GB`, async () => {
      const sparse = put(claudePath('a'), claudeSession('a', { text }), gigabytes, '{"a":1}');
      const good = put(codexPath('a'), codexSession('a', { text }));
      const { store, work } = newStore();
      const [listing] = await store.list([project]);
      assert.deepEqual(listing?.failures, []);
      assert.deepEqual(listing.sessions.map(({ path }) => path).sort(), [sparse, good].sort());

      const found: string[] = [];
      const search = {
        paths: [sparse, good],
        text: { query: 'needle', matchCase: false, wholeWord: false, regex: false },
        rows: '',
        most: Infinity,
        mostOfSession: Infinity,
      };
      const end = await searchSessions(store, search, ({ sessions }) => {
        found.push(...sessions.map(({ path }) => path));
        return Promise.resolve();
      });
      assert.deepEqual([end.looked, end.unread, end.reasons?.length], [2, 1, 1]);
      assert.deepEqual(found, [good]);

      await assert.rejects(
        lastMessageOf(store.sessionAt(sparse), new Pacer(undefined)),
        /has a line of more than 64 MB/,
      );
      const limit = /exceeds the limit of 4 GB and was not read/;
      await assert.rejects(store.whole(sparse), limit);
      await assert.rejects(conversationOf(store, sparse), limit);
      assert.throws(() => store.open(sparse), limit);
      assert.ok(work.bytesRead < 100 * 1024 * 1024, `${work.bytesRead} bytes`);
    });
  }

  it('cost nothing but themselves: documents of 40 GB', async () => {
    put(vscodeWorkspace, vscodeFolder(project));
    const chat = put(vscodePath('a'), vscodeSession('a', { text }), 40);
    put(geminiList, geminiProjects({ [project]: 'project' }));
    const gemini = put(geminiPath('a').replace(/l$/, ''), '{', 40);
    const good = put(codexPath('a'), codexSession('a', { text }));
    const { store, work } = newStore();
    const [listing] = await store.list([project]);
    assert.deepEqual(listing?.failures.map(({ path }) => path).sort(), [chat, gemini].sort());
    assert.ok(
      listing.failures.every(({ message }) => message.includes('exceeds the limit of 256 MB')),
    );
    assert.deepEqual(
      listing.sessions.map(({ path }) => path),
      [good],
    );
    const search = {
      paths: [chat, gemini, good],
      text: { query: 'needle', matchCase: false, wholeWord: false, regex: false },
      rows: '',
      most: Infinity,
      mostOfSession: Infinity,
    };
    const end = await searchSessions(store, search, () => Promise.resolve());
    assert.deepEqual([end.looked, end.unread, end.reasons?.length], [3, 2, 2]);
    assert.ok(work.bytesRead < 1024 * 1024, `${work.bytesRead} bytes`);
  });
});
