import { OpenSearches } from '#store/search/openSearches.ts';
import { lastMessageOf } from '#store/session/lastMessage.ts';
import { conversationOf } from '#store/requests/conversation.ts';
import { Pacer } from '#base/pacer.ts';
import assert from 'node:assert/strict';
import type { AgentAdapter, SourceLayout } from '#agents/contract/adapter.ts';
import { isJsonObject, type JsonObject } from '#core/jsonObject.ts';
import type { SessionEvent } from '#core/events/event.ts';
import { keenStore, project } from '../support/keenStore.ts';
import { MemoryFileSystem } from '../support/memoryFileSystem.ts';

/*
 * Two adapters that exist here alone, one for each form of session. They are as
 * long as an adapter must be, and nothing but them knows their formats.
 */

interface Said {
  readonly by: 'user' | 'agent';
  readonly text: string;
  /** Epoch ms. */
  readonly at: number;
}

function adapterOf(sources: readonly SourceLayout[]): AgentAdapter {
  return {
    id: 'thrown',
    label: 'Throw-away',
    icon: 'trash',
    sources,
    recognizes: (record) => isJsonObject(record) && record.made === 'here',
    decode: (record) => {
      const { id, cwd, by, text, at } = record as JsonObject & Partial<Said>;
      const events: readonly SessionEvent[] =
        typeof id === 'string'
          ? [{ kind: 'sessionStart', sessionId: id, createdAt: at, cwd: cwd as string }]
          : by === 'user'
            ? [{ kind: 'userMessage', text: text ?? '' }]
            : [
                { kind: 'assistantText', text: text ?? '' },
                {
                  kind: 'modelMessage',
                  entry: { role: 'assistant', segments: [{ type: 'text', text: text ?? '' }] },
                },
              ];
      return { events, problems: [], ...(at === undefined ? {} : { time: at }) };
    },
  };
}

const root = '/home/ann/.thrown';
const start = { made: 'here', id: 'one', cwd: project, at: 1_000 };

/** A session of one form: how it is put on the disk, and where. */
interface Form {
  readonly adapter: AgentAdapter;
  readonly path: string;
  write(disk: MemoryFileSystem, said: readonly Said[]): void;
}

const document: Form = {
  adapter: adapterOf([
    {
      kind: 'document',
      roots: () => [{ path: root, kind: 'flat' }],
      path: ['*.json'],
      fallbackId: (names) => names.at(-1) ?? '',
      recordsOf: function* (value) {
        if (isJsonObject(value) && isJsonObject(value.start) && Array.isArray(value.said)) {
          yield { pointer: '/start', value: value.start };
          for (const [place, said] of value.said.entries()) {
            yield { pointer: `/said/${place}`, value: said as JsonObject };
          }
        }
      },
    },
  ]),
  path: `${root}/one.json`,
  write: (disk, said) => {
    disk.put(`${root}/one.json`, JSON.stringify({ start, said }));
  },
};

const folder: Form = {
  adapter: adapterOf([
    {
      kind: 'folder',
      folder: '.',
      roots: () => [{ path: root, kind: 'flat' }],
      path: ['*.json'],
      fallbackId: (names) => names.at(-1) ?? '',
      entriesIn: (id) => ['entries', id],
      headerOf: ({ value }) => value as JsonObject,
      recordOf: ({ value }) => value as JsonObject,
    },
  ]),
  path: `${root}/one.json`,
  write: (disk, said) => {
    const put = (file: string, record: unknown) => {
      const text = JSON.stringify(record);
      if (!disk.has(file) || disk.text(file) !== text) {
        disk.put(file, text);
        // Its agent says in the session's file when it wrote any.
        disk.put(`${root}/one.json`, JSON.stringify(start));
      }
    };
    put(`${root}/one.json`, start);
    for (const [place, record] of said.entries()) {
      put(`${root}/entries/one/${String(place + 1).padStart(4, '0')}.json`, record);
    }
  },
};

const question: Said = { by: 'user', text: 'What is this?', at: 2_000 };
const answer: Said = { by: 'agent', text: 'A session.', at: 3_000 };
const more: Said = { by: 'user', text: 'And this?', at: 4_000 };

for (const [name, { adapter, path, write }] of Object.entries({ document, folder })) {
  describe(`a session in a ${name} of JSON`, () => {
    const opened = (said: readonly Said[]) => {
      const disk = new MemoryFileSystem();
      write(disk, said);
      const store = keenStore(disk, { adapters: [adapter] });
      return { disk, store };
    };

    it('is listed by what its records say', async () => {
      const { disk, store } = opened([question, answer]);
      const [listing] = await store.list([project]);
      assert.deepEqual(listing?.failures, []);
      assert.deepEqual(
        listing.sessions.map(({ id, cwd, firstUserMessage, createdAt, updatedAt }) => ({
          id,
          cwd,
          firstUserMessage,
          createdAt,
          updatedAt,
        })),
        [
          {
            id: 'one',
            cwd: project,
            firstUserMessage: 'What is this?',
            createdAt: 1_000,
            updatedAt: 3_000,
          },
        ],
      );
      disk.resetWork();
      await store.list([project]);
      assert.equal(disk.work.opened, 0);
    });

    it('is replayed, found in, told to a model and followed', async () => {
      const { disk, store } = opened([question, answer]);
      store.open(path);
      const reader = store.reader(path);
      await reader.indexAll();
      const kinds = () => reader.rows('all', 0, 10).rows.map(({ kind }) => kind);
      assert.deepEqual(kinds(), ['user', 'assistant']);
      const options = { matchCase: false, wholeWord: false, regex: false };
      const query = { filter: 'all', query: 'SESSION', ...options } as const;
      assert.deepEqual((await new OpenSearches().find(store.reader(path), query, 0)).rows, [1]);
      const said = async () =>
        (await conversationOf(store, path)).messages.map(({ role, parts: [part] }) =>
          part?.type === 'text' ? `${role}: ${part.text}` : role,
        );
      assert.deepEqual(await said(), ['user: What is this?', 'assistant: A session.']);
      assert.equal(
        await lastMessageOf(store.sessionAt(path), new Pacer(undefined)),
        'What is this?',
      );

      write(disk, [question, answer, more]);
      await reader.indexAll();
      assert.deepEqual(kinds(), ['user', 'assistant', 'user']);
      assert.equal(reader.state().generation, 1);
      assert.equal(await lastMessageOf(store.sessionAt(path), new Pacer(undefined)), 'And this?');

      write(disk, [{ ...question, text: 'Rewritten' }, answer, more]);
      await reader.indexAll();
      assert.ok(reader.state().generation > 1);
      assert.deepEqual((await said())[0], 'user: Rewritten');
    });

    it('that cannot be read has a sentence, and what is no session is counted', async () => {
      const { disk, store } = opened([question]);
      const file = name === 'document' ? path : `${root}/entries/one/0001.json`;
      disk.put(file, '{"torn');
      const [listing] = await store.list([project]);
      if (name === 'document') {
        assert.match(listing?.failures[0]?.message ?? '', /not valid JSON/);
      } else {
        // The other records are still there.
        assert.equal(listing?.sessions[0]?.id, 'one');
        assert.equal((await store.whole(path)).state().problems.lost, 1);
      }
      disk.put(`${root}/x.json`, '{"name":"settings"}');
      const [again] = await store.list([project]);
      assert.deepEqual(
        again?.others.map(({ count }) => count),
        [1],
      );
    });
  });
}
