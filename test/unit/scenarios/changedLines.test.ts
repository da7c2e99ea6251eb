import { OpenSearches } from '#store/search/openSearches.ts';
import { lastMessageOf } from '#store/session/lastMessage.ts';
import { conversationOf } from '#store/requests/conversation.ts';
import { Pacer } from '#base/pacer.ts';
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import {
  geminiList,
  geminiPath,
  geminiProjects,
  geminiSession,
  geminiTmp,
  storeOfAll,
} from '../store/support/agentLogs.ts';
import { line, project } from '../store/support/keenStore.ts';
import { MemoryFileSystem } from '../store/support/memoryFileSystem.ts';

/** Gemini CLI's, whose later lines change earlier ones and do not name their folder. */
describe('a log whose later lines change earlier ones', () => {
  const path = geminiPath('one');
  const answer = (more: object = {}) =>
    line({ id: 'g1', type: 'gemini', content: 'Looking.', ...more });
  const toolCalls = [
    { id: 'c', name: 'glob', args: {}, status: 'success', result: 'a.txt', resultDisplay: '' },
  ];

  it('is shown as it is now, by its own line numbers, and followed', async () => {
    const disk = new MemoryFileSystem();
    disk.put(path, geminiSession('one', { text: 'Find it' }) + answer());
    const store = storeOfAll(disk);
    store.open(path);
    const reader = store.reader(path);
    const rows = async () => {
      await reader.indexAll();
      return reader.rows('all', 0, 10).rows.map(({ id, kind }) => `${id} ${kind}`);
    };
    assert.deepEqual(await rows(), ['2.0 user', '3.0 assistant']);

    disk.append(path, 'garbage\n' + answer({ toolCalls }) + '{"id":"u2","type":"us');
    assert.deepEqual(await rows(), ['2.0 user', '3.0 assistant', '3.1 tool', '4.p0 problem']);
    assert.equal(reader.problems(0, 1).problems[0]?.source.line, 4);

    disk.append(path, 'er","content":"Thanks"}\n');
    assert.equal((await rows()).at(-1), '6.0 user');
    assert.equal(await lastMessageOf(store.sessionAt(path), new Pacer(undefined)), 'Thanks');
    const { messages } = await conversationOf(store, path);
    assert.deepEqual(
      messages.map(({ role, parts }) => [role, ...parts.map(({ type }) => type)]),
      [
        ['user', 'text'],
        ['assistant', 'text', 'toolCall'],
        ['user', 'toolResult'],
        ['user', 'text'],
      ],
    );
    const query = {
      filter: 'all',
      query: 'LOOKING',
      matchCase: false,
      wholeWord: false,
      regex: false,
    } as const;
    assert.deepEqual((await new OpenSearches().find(store.reader(path), query, 0)).rows, [1]);
    store.close(path);
    assert.equal(disk.work.opened, disk.work.closed);
  });

  it('belongs to the folder that the agent’s own list says, or the hash of its path', async () => {
    const disk = new MemoryFileSystem();
    const hash = createHash('sha256').update('/srv/old').digest('hex');
    disk.put(geminiList, geminiProjects({ [project]: 'project', '/srv/b': 'b' }));
    disk.put(path, geminiSession('one'));
    disk.put(geminiPath('two', `${geminiTmp}/b`), geminiSession('two'));
    disk.put(geminiPath('old', `${geminiTmp}/${hash}`), geminiSession('old'));
    disk.put(geminiPath('lost', `${geminiTmp}/unlisted`), geminiSession('lost'));
    disk.put(geminiPath('unsaid'), geminiSession('one').replace(/\n.*/s, '\n{"$set":{}}\n'));
    const store = storeOfAll(disk);
    const listings = await store.list([project, '/srv/b', '/srv/old', '/srv/none']);
    assert.deepEqual(
      listings.map(({ sessions }) =>
        sessions.map(({ firstUserMessage, cwd }) => [firstUserMessage, cwd]),
      ),
      [
        [["Gemini CLI's one", project]],
        [["Gemini CLI's two", '/srv/b']],
        [["Gemini CLI's old", undefined]],
        [],
      ],
    );
    assert.equal(store.summarize(path).cwd, project);
  });

  it('takes the place of the document that it was', async () => {
    const disk = new MemoryFileSystem();
    disk.put(geminiList, geminiProjects({ [project]: 'project' }));
    const document = (text: string) =>
      JSON.stringify(
        {
          sessionId: text,
          projectHash: 'a',
          startTime: '2026-11-20T09:00:00.000Z',
          messages: [{ id: 'u1', type: 'user', content: text }],
        },
        null,
        2,
      );
    disk.put(path.slice(0, -1), document('Resumed'));
    disk.put(path, geminiSession('one'));
    const other = geminiPath('other').slice(0, -1);
    disk.put(other, document('Never resumed'));
    disk.put(
      `${geminiTmp}/project/checkpoint-idea.json`,
      '[{"role":"user","parts":[{"text":"An idea"}]}]',
    );
    const store = storeOfAll(disk);
    const [listing] = await store.list([project]);
    assert.deepEqual(listing?.sessions.map(({ firstUserMessage }) => firstUserMessage).sort(), [
      'An idea',
      "Gemini CLI's one",
      'Never resumed',
    ]);
    disk.put('/elsewhere.json', document('Anywhere'));
    assert.equal(store.choose('/elsewhere.json').adapter.id, 'gemini');
  });
});
