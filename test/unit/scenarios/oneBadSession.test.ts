import assert from 'node:assert/strict';
import type { AgentAdapter } from '#agents/contract/adapter.ts';
import { adapters } from '#agents/registry.ts';
import type { FolderListing } from '#protocol/listing.ts';
import { formatsSeen } from '#store/numbers/formatsSeen.ts';
import { readNumbers } from '#store/numbers/readNumbers.ts';
import { KeptEdits, searchFileEdits } from '#store/search/fileEdits.ts';
import { searchSessions } from '#store/search/sessionsSearch.ts';
import {
  claudePath,
  claudeSession,
  codexPath,
  codexSession,
  piMessage,
  piName,
  piPath,
  piSession,
  storeOfAll,
} from '../store/support/agentLogs.ts';
import { MemoryFileSystem } from '../store/support/memoryFileSystem.ts';
import { logPath, project, session, startLine, turnLine } from '../store/support/keenStore.ts';

const file = `${project}/cart.ts`;
const bad = 'a mistake in an adapter';

/** Adapters that fail at any record with certain words, as a mistake in one would make them. */
const failing: readonly AgentAdapter[] = adapters.map((adapter) => ({
  ...adapter,
  decode: (record, source) => {
    if (JSON.stringify(record).includes(bad)) {
      throw new RangeError('Maximum call stack size exceeded');
    }
    return adapter.decode(record, source);
  },
}));

const paths = {
  keen: logPath('a'),
  pi: piPath('a'),
  claude: claudePath('a'),
  codex: codexPath('a'),
};

function setUp(contents: Partial<typeof paths> = {}) {
  const disk = new MemoryFileSystem();
  const all = {
    keen: session('a', { text: 'Where is the needle?' }),
    pi: piSession('a', { text: 'Where is the needle?' }),
    claude: claudeSession('a', { text: 'Where is the needle?' }),
    codex: codexSession('a', { text: 'Where is the needle?' }),
    ...contents,
  };
  for (const [agent, path] of Object.entries(paths)) {
    disk.put(path, all[agent as keyof typeof paths]);
  }
  const faults: Error[] = [];
  const store = storeOfAll(disk, {
    adapters: failing,
    onFault: (fault) => {
      assert.ok(fault instanceof Error);
      faults.push(fault);
    },
  });
  return { disk, store, faults };
}

const listed = ([listing]: readonly FolderListing[]) => ({
  agents: listing?.sessions.map(({ agent }) => agent).sort(),
  failures: listing?.failures,
});

describe('a session that a mistake of this program makes unreadable', () => {
  const lists = {
    'the list': (store: ReturnType<typeof setUp>['store']) => store.list([project]),
    'the list of all folders': (store: ReturnType<typeof setUp>['store']) => store.list('all'),
  };
  for (const [name, list] of Object.entries(lists)) {
    it(`is named by ${name}, with all others there`, async () => {
      const { store, faults, disk } = setUp({ pi: piSession('a', { text: bad }) });
      const { agents, failures } = listed(await list(store));
      assert.deepEqual(agents, ['claude', 'codex', 'keen']);
      if (name === 'the list') {
        const message = `${paths.pi} cannot be read: an unexpected error occurred (Maximum call stack size exceeded).`;
        assert.deepEqual(failures, [{ path: paths.pi, message }]);
      }
      assert.equal(faults.length, 1);
      assert.match(faults[0]?.stack ?? '', /^\/home\/.*_a\.jsonl: RangeError: .*\n +at /);
      assert.throws(() => store.summarize(paths.pi), /an unexpected error occurred/);

      // It is not read again, or reported again, before it changes.
      await list(store);
      assert.equal(faults.length, 1);
      disk.put(paths.pi, piSession('a'));
      assert.deepEqual(listed(await list(store)).agents, ['claude', 'codex', 'keen', 'pi']);
    });
  }

  it('hides no session that is looked for by its ID', async () => {
    const { store } = setUp({ keen: startLine('a') + turnLine(2, bad) });
    assert.equal((await store.sessionById({ agent: 'pi', id: 'a' }))?.path, paths.pi);
  });

  it('is counted by a search, which goes on', async () => {
    const { store, faults } = setUp({
      claude: claudeSession('a', { text: `Where is the needle? ${bad}` }),
    });
    const found: string[] = [];
    const search = {
      paths: Object.values(paths),
      text: { query: 'needle', matchCase: false, wholeWord: false, regex: false },
      rows: '',
      most: Infinity,
      mostOfSession: Infinity,
    };
    const end = await searchSessions(store, search, ({ sessions }) => {
      found.push(...sessions.map(({ path }) => path));
      return Promise.resolve();
    });
    assert.deepEqual([end.looked, end.unread, end.reasons?.length], [4, 1, 1]);
    assert.deepEqual(found, [paths.keen, paths.pi, paths.codex]);
    assert.ok(faults.every(({ message }) => message.startsWith(`${paths.claude}: `)));
    assert.ok(faults.length > 0);
  });

  it('is counted by numbers, by the report on formats and by a search for edits', async () => {
    const bytes = startLine('a') + turnLine(2, `${bad} ${file}`);
    const { store, faults } = setUp({ keen: bytes });
    const numbers: string[] = [];
    const end = await readNumbers(store, Object.values(paths), ({ sessions }) => {
      numbers.push(...sessions.map(({ agent }) => agent));
      return Promise.resolve();
    });
    assert.deepEqual([end.looked, end.unread, end.reasons?.length], [4, 1, 1]);
    assert.deepEqual(numbers, ['pi', 'claude', 'codex']);
    const report = await formatsSeen(store, Object.values(paths), () => Promise.resolve());
    assert.equal(report.unreadable, 1);
    assert.deepEqual(
      report.formats.map(({ agent }) => agent),
      ['pi', 'claude', 'codex'],
    );
    const edits = await searchFileEdits(
      store,
      new KeptEdits(),
      { paths: Object.values(paths), files: [file] },
      () => Promise.resolve(),
    );
    assert.deepEqual([edits.looked, edits.unread, edits.reasons?.length], [4, 1, 1]);
    assert.ok(faults.length >= 3);
  });

  it('does not end the search for names', async () => {
    const long = Array.from({ length: 400 }, () => piMessage('x'.repeat(200), 'assistant')).join(
      '',
    );
    const { store, disk, faults } = setUp();
    const other = piPath('b');
    disk.put(paths.pi, piSession('a') + long + piName(bad) + long);
    disk.put(other, piSession('b') + long + piName('Found later') + long);
    await store.list([project]);
    assert.equal(await store.searchNames(), true);
    assert.equal(store.summarize(other).name, 'Found later');
    assert.equal(store.summarize(paths.pi).name, undefined);
    assert.equal(faults.length, 1);
    await store.searchNames();
    assert.equal(faults.length, 1);
  });
});
