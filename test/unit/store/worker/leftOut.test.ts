import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { LeftOut } from '#host/worker/leftOut.ts';
import { WorkerClient } from '#host/worker/workerClient.ts';
import type { FolderListing } from '#protocol/listing.ts';
import { anyState, Breadcrumb, breadcrumbKey, breadcrumbPath } from '#store/disk/breadcrumb.ts';
import { NodeFileSystem } from '#store/disk/nodeFileSystem.ts';
import { WatchedFileSystem } from '#store/disk/watchedFileSystem.ts';
import { listSessions } from '../../../support/listSessions.ts';
import { silentLog } from '../../host/silentLog.ts';
import {
  codexPath,
  codexSession,
  vscodeFolder,
  vscodePath,
  vscodeSession,
  vscodeWorkspace,
} from '../support/agentLogs.ts';
import { home, project } from '../support/keenStore.ts';
import { buildStoreWorker } from '../support/storeWorker.ts';

const dayMs = 24 * 60 * 60 * 1000;

describe('a session at which the thread dies', () => {
  let folder = '';
  let script = '';
  let clients: WorkerClient[] = [];
  let threads = 0;
  let now = 0;
  const values = new Map<string, unknown>();
  const memento = {
    get: (key: string) => values.get(key),
    update: (key: string, value: unknown) => {
      values.set(key, value);
      return Promise.resolve();
    },
  };
  const at = (path: string) => join(folder, path.slice(home.length));
  const put = (path: string, content: string) => {
    mkdirSync(dirname(at(path)), { recursive: true });
    writeFileSync(at(path), content);
    return at(path);
  };
  /** As a new window has it. */
  const newClient = () => {
    const start = {
      home: folder,
      platform: 'posix',
      variables: {},
      journals: join(folder, 'journals'),
      kept: join(folder, 'kept'),
    } as const;
    const client = new WorkerClient({
      spawn: (watched) => {
        threads += 1;
        return new Worker(script, {
          workerData: { ...start, ...watched },
          // A few MB of JSON take what in earnest only hundreds do.
          resourceLimits: { maxOldGenerationSizeMb: 64 },
        });
      },
      leftOut: new LeftOut(memento, assert.ifError, () => now),
      log: silentLog,
    });
    clients.push(client);
    return client;
  };
  const told = ([listing]: readonly FolderListing[]) => ({
    sessions: listing?.sessions.map(({ path }) => path),
    failures: listing?.failures.map(({ path }) => path),
  });

  before(async () => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'session-browser-test-')));
    script = await buildStoreWorker(folder);
  });
  afterEach(() => {
    for (const client of clients) {
      client.dispose();
    }
    clients = [];
    values.clear();
    threads = 0;
    now = 0;
  });
  after(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it('costs only itself, in all windows, until it changes or a day has passed', async () => {
    const good = put(codexPath('a'), codexSession('a'));
    put(vscodeWorkspace, vscodeFolder(project));
    const chat = vscodeSession('b').replace(
      '"requests":[]',
      `"requests":[${'{},'.repeat(200_000)}{}]`,
    );
    const bad = put(vscodePath('b'), chat);
    const client = newClient();
    let changes = 0;
    client.onDidChangeSessions(() => {
      changes += 1;
    });
    const leftOut = { sessions: [good], failures: [bad] };
    const listing = await listSessions(client, [project]);
    assert.deepEqual(told(listing), leftOut);
    assert.deepEqual([threads, changes], [2, 1]);
    const why = `${bad} is left out, because reading sessions stopped at it. It is tried again when it changes, or after a day.`;
    assert.equal(listing[0]?.failures[0]?.message, why);
    await assert.rejects(client.request('sessions/summarize', { path: bad }), { message: why });
    assert.equal(threads, 2);

    const other = newClient();
    assert.deepEqual(told(await listSessions(other, [project])), leftOut);
    assert.equal(threads, 3);
    now += dayMs;
    assert.deepEqual(told(await listSessions(newClient(), [project])), leftOut);
    assert.equal(threads, 5);

    writeFileSync(bad, vscodeSession('b'));
    utimesSync(bad, 1_000, 1_000);
    const changed = await listSessions(newClient(), [project]);
    assert.deepEqual(told(changed).sessions?.toSorted(), [good, bad].toSorted());
  });
});

describe('a breadcrumb', () => {
  it('tells of the file that was opened last, until others get their turn', () => {
    const folder = mkdtempSync(join(tmpdir(), 'session-browser-test-'));
    try {
      const [one, other] = ['ä\n1 2', 'b'].map((name) => {
        const path = join(folder, name);
        writeFileSync(path, 'content');
        return path;
      });
      assert.ok(one !== undefined && other !== undefined);
      const breadcrumb = new Breadcrumb();
      const watcher = new Breadcrumb(breadcrumb.memory);
      const disk = new WatchedFileSystem(new NodeFileSystem(), breadcrumb, []);
      const opened = (files: WatchedFileSystem, path: string) => {
        const file = files.open(path);
        if (file.ok) {
          file.value.close();
        }
        return file;
      };
      assert.deepEqual([watcher.key, watcher.beats], [undefined, 0]);
      opened(disk, other);
      opened(disk, one);
      const key = watcher.key ?? '';
      assert.equal(breadcrumbPath(key), one);
      breadcrumb.beat();
      assert.deepEqual([watcher.key, watcher.beats], [undefined, 1]);

      const careful = new WatchedFileSystem(new NodeFileSystem(), breadcrumb, [key]);
      const refused = opened(careful, one);
      assert.match(refused.ok ? '' : refused.failure.message, /is left out/);
      assert.equal(opened(careful, other).ok, true);
      assert.equal(careful.work.opened, careful.work.closed);
      writeFileSync(one, 'another content');
      assert.equal(opened(careful, one).ok, true);
      const never = breadcrumbKey(one, anyState);
      assert.equal(opened(new WatchedFileSystem(careful, breadcrumb, [never]), one).ok, false);
      // No path is that long.
      breadcrumb.lay('x'.repeat(100_000));
      assert.equal(watcher.key?.length, 16 * 1024);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
