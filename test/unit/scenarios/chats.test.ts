import assert from 'node:assert/strict';
import { fixtureText } from '../../support/fixtures.ts';
import {
  storeOfAll,
  vscodeFolder,
  vscodePath,
  vscodeSession,
  vscodeWorkspace,
} from '../store/support/agentLogs.ts';
import { home, line, project } from '../store/support/keenStore.ts';
import { MemoryFileSystem } from '../store/support/memoryFileSystem.ts';

const user = `${home}/.config/Code/User`;
const messagesIn = async (store: ReturnType<typeof storeOfAll>) =>
  (await store.list([project]))[0]?.sessions.map(({ firstUserMessage }) => firstUserMessage);

describe('VS Code’s chats in the list', () => {
  it('belong to the folder that their window’s own folder names', async () => {
    const disk = new MemoryFileSystem();
    disk.put(vscodePath('a'), vscodeSession('a'));
    const store = storeOfAll(disk);
    assert.deepEqual(await messagesIn(store), []);
    disk.put(vscodeWorkspace, vscodeFolder('/srv/other'));
    assert.deepEqual(await messagesIn(store), []);
    disk.put(vscodeWorkspace, vscodeFolder(project));
    assert.deepEqual(await messagesIn(store), ["VS Code's a"]);
    const [session] = (await store.list([project]))[0]?.sessions ?? [];
    assert.equal(session?.cwd, project);
  });

  it('of other folders are not opened', async () => {
    const disk = new MemoryFileSystem();
    disk.put(vscodeWorkspace, vscodeFolder('/srv/other'));
    for (let index = 0; index < 20; index += 1) {
      disk.put(vscodePath(`o${index}`), vscodeSession(`o${index}`));
    }
    await storeOfAll(disk).list([project]);
    assert.equal(disk.work.opened, 1);
  });

  it('are one with the transcript that Copilot’s extension writes, which stands alone where there is no chat', async () => {
    const disk = new MemoryFileSystem();
    disk.put(vscodeWorkspace, vscodeFolder(project));
    const text = fixtureText('vscode', 'transcripts/restarted');
    const own = vscodeWorkspace.replace(/[^/]+$/, '');
    const [id] = /[0-9a-f-]{36}/.exec(text) ?? [];
    disk.put(
      `${own}GitHub.copilot-chat/transcripts/${id}.jsonl`,
      text.replaceAll('/home/user/project', project),
    );
    const listed = async () => {
      const [listing] = await storeOfAll(disk).list([project]);
      assert.deepEqual(listing?.failures, []);
      return listing.sessions.map((one) => [one.agent, one.id, one.firstUserMessage]);
    };
    assert.deepEqual(await listed(), [['vscode', id, 'Trim the sails']]);
    const chat = vscodeSession('a', { text: 'Of the chat' });
    disk.put(`${own}chatSessions/${id}.jsonl`, chat.replace(/[0-9a-f-]{36}/, id ?? ''));
    assert.deepEqual(await listed(), [['vscode', id, 'Of the chat']]);
  });

  it('of this window belong to its folder where no file names that', async () => {
    const disk = new MemoryFileSystem();
    const storage = '/srv/data/User/workspaceStorage/a1';
    disk.put(`${storage}/chatSessions/x.jsonl`, vscodeSession('x'));
    disk.put('/srv/data/User/workspaceStorage/b2/chatSessions/y.jsonl', vscodeSession('y'));
    const window = { user: '/srv/data/User', storage, folder: project };
    const environment = { home, platform: 'posix', variables: {}, window } as const;
    assert.deepEqual(await messagesIn(storeOfAll(disk, { environment })), ["VS Code's x"]);
  });

  it('of windows without a folder belong where they say, as a document and a log', async () => {
    const disk = new MemoryFileSystem();
    const place = `${user}/globalStorage/emptyWindowChatSessions`;
    const chat = vscodeSession('a', { cwd: project, text: 'As a log' });
    disk.put(`${place}/a.jsonl`, chat);
    const { v } = JSON.parse(chat.split('\n')[0] ?? '') as { readonly v: object };
    disk.put(`${place}/a.json`, JSON.stringify(v));
    const requests = [{ message: { text: 'As a document' }, response: [] }];
    disk.put(`${place}/b.json`, JSON.stringify({ ...v, sessionId: 'b', requests }));
    disk.put(`${place}/c.jsonl`, vscodeSession('c'));
    assert.deepEqual((await messagesIn(storeOfAll(disk)))?.sort(), ['As a document', 'As a log']);
  });

  it('that only show a recorded session are left out, as are those in which nothing was said', async () => {
    const disk = new MemoryFileSystem();
    disk.put(vscodeWorkspace, vscodeFolder(project));
    const request = (notes: readonly object[]) =>
      vscodeSession('a') +
      line({
        kind: 2,
        k: ['requests'],
        i: 0,
        v: notes.map((note) => ({
          message: { text: '@session Hello' },
          agent: { id: 'session-browser.session' },
          result: { metadata: { sessionBrowser: note } },
        })),
      });
    const recorded = { kind: 'answered', recorded: true };
    disk.put(vscodePath('a'), request([{ kind: 'imported' }, recorded]));
    disk.put(vscodePath('b'), vscodeSession('b').split('\n')[0] ?? '');
    assert.deepEqual(await messagesIn(storeOfAll(disk)), []);
    disk.put(vscodePath('a'), request([recorded, { kind: 'answered', record: 'off' }]));
    assert.deepEqual(await messagesIn(storeOfAll(disk)), ['@session Hello']);
  });

  it('are read again as they grow', async () => {
    const disk = new MemoryFileSystem();
    disk.put(vscodeWorkspace, vscodeFolder(project));
    const path = vscodePath('a');
    disk.put(path, vscodeSession('a'));
    const store = storeOfAll(disk);
    store.open(path);
    const texts = async () => {
      const reader = store.reader(path);
      const { rows } = await reader.indexAll();
      return reader
        .rows('all', 0, rows)
        .rows.map((row) => ('text' in row ? row.text.text : row.kind));
    };
    assert.deepEqual(await texts(), ["VS Code's a", 'Yes.']);
    disk.append(
      path,
      line({ kind: 2, k: ['requests', 0, 'response'], v: [{ value: ' And no.' }] }),
    );
    assert.deepEqual(await texts(), ["VS Code's a", 'Yes. And no.']);
    store.close(path);
  });
});
