import assert from 'node:assert/strict';
import type { SessionSummary } from '#core/session.ts';
import { SessionCatalog } from '#host/sessionCatalog.ts';
import type { FolderListing } from '#protocol/worker.ts';
import { silentLog } from './silentLog.ts';

describe('SessionCatalog', () => {
  it('is scanning until the first scan ends, then ready', async () => {
    const { catalog, answer } = setUp();
    assert.equal(catalog.state, 'scanning');
    const scan = catalog.refresh();
    answer([listing('/p', session('a', 1))]);
    await scan;
    assert.equal(catalog.state, 'ready');
    assert.deepEqual(ids(catalog.all()), ['a']);
  });

  it('has one scan at a time and one after it for all who asked meanwhile', async () => {
    const { catalog, asked, answer } = setUp();
    const first = catalog.refresh();
    const second = catalog.refresh();
    const third = catalog.refresh();
    assert.equal(asked.length, 1);
    answer([]);
    await first;
    await Promise.resolve();
    assert.equal(asked.length, 2);
    answer([listing('/p', session('a', 1))]);
    await Promise.all([second, third]);
    assert.equal(asked.length, 2);
    assert.deepEqual(ids(catalog.all()), ['a']);
  });

  it('scans again when it is asked to while it tells of a scan', async () => {
    const { catalog, asked, answer } = setUp();
    let again: Promise<void> | undefined;
    catalog.onDidChange(() => {
      again ??= catalog.refresh();
    });
    const first = catalog.refresh();
    answer([]);
    await first;
    await Promise.resolve();
    assert.equal(asked.length, 2);
    answer([]);
    await again;
  });

  it('keeps the last good list when a scan fails, and says why it failed', async () => {
    const { catalog, answer, fail } = setUp();
    let changes = 0;
    catalog.onDidChange(() => {
      changes += 1;
    });
    const first = catalog.refresh();
    answer([listing('/p', session('a', 1))]);
    await first;
    const second = catalog.refresh();
    fail(new Error('The disk is gone.'));
    await second;
    assert.equal(catalog.state, 'failed');
    assert.equal(catalog.failure, 'The disk is gone.');
    assert.deepEqual(ids(catalog.all()), ['a']);
    assert.equal(changes, 2);
  });

  it('gives all sessions once, newest first over all folders', async () => {
    const { catalog, answer } = setUp();
    const scan = catalog.refresh();
    const shared = session('b', 5);
    answer([listing('/p', shared, session('a', 1)), listing('/q', session('c', 9), shared)]);
    await scan;
    assert.deepEqual(ids(catalog.all()), ['c', 'b', 'a']);
    assert.equal(catalog.latest()?.id, 'c');
    assert.equal(catalog.latest('/p')?.id, 'b');
    assert.equal(catalog.latest('/elsewhere'), undefined);
    assert.equal(catalog.find('/store/a.jsonl')?.id, 'a');
  });

  it('gives up a scan that is of no use any more, and starts anew at once', async () => {
    const { catalog, asked, answer } = setUp();
    let changes = 0;
    catalog.onDidChange(() => {
      changes += 1;
    });
    const first = catalog.refresh();
    const ready = catalog.ready();
    const again = catalog.restart();
    assert.equal(asked[0]?.signal.aborted, true);
    await Promise.resolve();
    await Promise.resolve();
    assert.equal(asked.length, 2);
    assert.deepEqual([catalog.state, changes], ['scanning', 0]);
    answer([listing('/p', session('a', 1))]);
    await Promise.all([first, ready, again]);
    assert.deepEqual([catalog.state, changes], ['ready', 1]);
    assert.deepEqual(ids(catalog.all()), ['a']);
  });

  it('starts a scan when it is to start anew and none runs', async () => {
    const { catalog, asked, answer } = setUp();
    const scan = catalog.restart();
    assert.equal(asked.length, 1);
    answer([]);
    await scan;
    assert.equal(catalog.state, 'ready');
  });

  it('gives up its scan when it is disposed', async () => {
    const { catalog, asked } = setUp();
    const scan = catalog.refresh();
    catalog.dispose();
    await scan;
    assert.equal(asked[0]?.signal.aborted, true);
  });

  it('does not ask the worker without a folder', async () => {
    const { catalog, asked } = setUp([]);
    await catalog.refresh();
    assert.equal(asked.length, 0);
    assert.equal(catalog.state, 'ready');
  });
});

function setUp(folders: readonly string[] = ['/p']) {
  const asked: {
    resolve: (listings: readonly FolderListing[]) => void;
    reject: (error: Error) => void;
    signal: AbortSignal;
  }[] = [];
  const worker = {
    request: (_name: string, _params: unknown, signal: AbortSignal) =>
      new Promise<readonly FolderListing[]>((resolve, reject) => {
        asked.push({ resolve, reject, signal });
        signal.addEventListener('abort', () => {
          reject(new Error('Cancelled.'));
        });
      }),
  };
  const catalog = new SessionCatalog({ worker, folders: () => folders, log: silentLog });
  return {
    catalog,
    asked,
    answer: (listings: readonly FolderListing[]) => asked.at(-1)?.resolve(listings),
    fail: (error: Error) => asked.at(-1)?.reject(error),
  };
}

function ids(sessions: readonly SessionSummary[]): readonly string[] {
  return sessions.map(({ id }) => id);
}

function listing(folder: string, ...sessions: readonly SessionSummary[]): FolderListing {
  return { folder, searched: [], sessions, failures: [] };
}

function session(id: string, updatedAt: number): SessionSummary {
  return {
    agent: 'keen',
    id,
    path: `/store/${id}.jsonl`,
    cwd: '/p',
    createdAt: undefined,
    updatedAt,
    firstUserMessage: id,
    lastUserMessage: undefined,
    size: 1,
  };
}
