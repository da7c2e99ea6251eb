import { conversationOf } from '#store/requests/conversation.ts';
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { opencodeAdapter } from '#agents/opencode/adapter.ts';
import { fixtureFiles, fixtureText } from '../../../support/fixtures.ts';
import { opencodeFiles, sessionFile, storage } from '../../../support/opencodeTree.ts';
import { sourceRecords } from '../../../support/sourceRecords.ts';
import { keenStore } from '../../store/support/keenStore.ts';
import { MemoryFileSystem } from '../../store/support/memoryFileSystem.ts';
import { runs } from '../../../support/full.ts';

const textOf = (name: string) => fixtureText('opencode', name);

/** The fixtures' folder. */
const project = '/home/user/project';

function diskWith(...names: readonly string[]) {
  const disk = new MemoryFileSystem();
  for (const name of names) {
    for (const [path, text] of opencodeFiles(textOf(name))) {
      disk.put(path, text);
    }
  }
  // Node 20 has no SQLite, and there is no database here.
  return { disk, store: keenStore(disk, { adapters: [opencodeAdapter] }) };
}

type Store = ReturnType<typeof diskWith>['store'];

function recordsIn(store: Store, id: string): readonly unknown[] {
  return sourceRecords(store, sessionFile(id));
}

/** Parts in files say whose they are. */
const withoutOwners = (record: unknown) =>
  JSON.parse(JSON.stringify(record), (key, value: unknown) =>
    key === 'messageID' || key === 'sessionID' ? undefined : value,
  ) as unknown;

describe('opencode’s JSON files', () => {
  for (const { name } of fixtureFiles('opencode').filter(
    ({ name }) => name !== 'wrongTypes' && name !== 'second',
  )) {
    it(`give the records that its database gives: ${name}`, () => {
      const { store } = diskWith(name);
      const lines = textOf(name)
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as { readonly info: { readonly id: string } });
      assert.deepEqual(
        recordsIn(store, lines[0]?.info.id ?? '').map(withoutOwners),
        lines.map(withoutOwners),
      );
    });
  }

  it('are listed without reading all of them, and followed', async () => {
    const { disk, store } = diskWith('everyKind', 'subAgent', 'archived', 'empty', 'reverted');
    const listed = async () => {
      const [listing] = await store.list([project]);
      assert.deepEqual(listing?.failures, []);
      return listing.sessions.map(({ id, name, firstUserMessage }) => [id, name, firstUserMessage]);
    };
    const everyKind = [
      ...['ses_everyKind01', 'Every kind of part'],
      'Look at @main.go and the picture Only for the screen',
    ];
    assert.deepEqual(await listed(), [
      everyKind,
      ['ses_reverted01', 'Undone', 'Keep this'],
      ['ses_empty01', undefined, undefined],
    ]);
    // The session, the message with its title and that message's parts, and the last message.
    const opened = disk.work.paths.filter((path) => path.includes('Kind01'));
    assert.equal(opened.length, 1 + 1 + 8 + 1);
    // The database; and the file and the entries of five sessions, to look and to read.
    assert.equal(disk.work.stated, 1 + 5 * 2 * 2);
    disk.resetWork();
    await listed();
    assert.equal(disk.work.opened, 0);

    const info = JSON.parse(disk.text(sessionFile('ses_everyKind01'))) as { title: string };
    disk.put(sessionFile('ses_everyKind01'), JSON.stringify({ ...info, title: 'Renamed' }));
    assert.deepEqual((await listed())[0], ['ses_everyKind01', 'Renamed', everyKind[2]]);
  });

  it('never lead out of their folders', () => {
    const { disk, store } = diskWith('compactionKeepsTail');
    const secret = `${storage}/elsewhere/prt_1.json`;
    disk.put(secret, JSON.stringify({ type: 'compaction', auto: true }));
    const info = { role: 'assistant', summary: true, parentID: '../elsewhere', time: {} };
    disk.put(`${storage}/message/ses_compactions01/msg_zz.json`, JSON.stringify(info));
    disk.resetWork();
    const last = recordsIn(store, 'ses_compactions01').at(-1);
    assert.deepEqual(last, {
      info: { ...info, id: 'msg_zz', sessionID: 'ses_compactions01' },
      parts: [],
    });
    assert.ok(!disk.work.paths.includes(secret));
  });

  it('that are torn cost nothing but themselves', async () => {
    const { disk, store } = diskWith('reverted');
    const [first] = [...opencodeFiles(textOf('reverted')).keys()].filter((path) =>
      path.includes('/message/'),
    );
    disk.put(first ?? '', '{"role":"us');
    const reader = await store.whole(sessionFile('ses_reverted01'));
    assert.equal(reader.state().problems.lost, 1);
    assert.ok(reader.state().rows > 2);
  });

  it('survive anything put anywhere', async () => {
    const files = [...opencodeFiles(textOf('everyKind')).keys()];
    const anything = fc.oneof(fc.string(), fc.json({ maxDepth: 3 }));
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...files), anything, async (path, text) => {
        const { disk, store } = diskWith('everyKind', 'reverted');
        disk.put(path, text);
        const [listing] = await store.list([project]);
        assert.ok(listing?.sessions.some(({ id }) => id === 'ses_reverted01'));
        for (const { path: session } of listing?.sessions ?? []) {
          await store.whole(session);
          await conversationOf(store, session);
        }
      }),
      { seed: 6, numRuns: runs(150) },
    );
  });
});
