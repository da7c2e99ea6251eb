import assert from 'node:assert/strict';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { listSessions } from '../../support/listSessions.ts';
import type { WorkerStart } from '#protocol/worker.ts';
import { success, type FileSystem, type OpenFile, type Result } from '#store/disk/fileSystem.ts';
import { NodeFileSystem } from '#store/disk/nodeFileSystem.ts';
import {
  agentPath,
  agentSession,
  fenPath,
  fenSession,
  piPath,
  piSession,
  storeOfAll,
} from '../store/support/agentLogs.ts';
import { home, logPath, project, session } from '../store/support/keenStore.ts';
import { startStoreWorker } from '../store/support/storeWorker.ts';

/** Descriptors of this process, including its threads, that are open below a folder. */
function openBelow(folder: string): number {
  return readdirSync('/proc/self/fd').filter((descriptor) => {
    try {
      return readlinkSync(`/proc/self/fd/${descriptor}`).startsWith(folder);
    } catch {
      // The descriptor that listed the folder itself.
      return false;
    }
  }).length;
}

const canCount = process.platform === 'linux';

describe('a cancelled scan', function () {
  let folder: string;
  let own: string;
  /** The default locations of a home in the temporary folder. */
  const at = (path: string) => path.replace(home, own);

  before(function () {
    if (!canCount) {
      // Only Linux reports a process's open files; the counting file systems cover the others.
      this.skip();
    }
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'session-browser-test-')));
    own = join(folder, 'home');
    for (let index = 0; index < 400; index += 1) {
      const id = `s${index}`;
      write(at(logPath(id)), session(id));
      write(at(agentPath(id)), agentSession(id, { cwd: index % 2 === 0 ? project : '/srv' }));
      write(at(piPath(id)), piSession(id));
      write(at(fenPath(id)), fenSession(id));
    }
  });

  after(() => {
    if (canCount) {
      rmSync(folder, { recursive: true });
    }
  });

  function write(path: string, text: string): void {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }

  const environment = () => ({ home: own, platform: 'posix', variables: {} }) as const;

  it('has at most one file open while running, and none afterwards, wherever it is cut', async () => {
    assert.equal(openBelow(folder), 0);
    for (const cut of [1, 2, 399, 401, 777, 1_203, 1_599]) {
      const controller = new AbortController();
      let reads = 0;
      let mostOpen = 0;
      const disk = new WatchedDisk(() => {
        reads += 1;
        mostOpen = Math.max(mostOpen, openBelow(folder));
        if (reads === cut) {
          controller.abort();
        }
      });
      const store = storeOfAll(disk, { environment: environment() });
      const scan = store.list([project], controller.signal);
      await assert.rejects(scan, { name: 'AbortError' });
      assert.equal(reads, cut, 'It went on after it was cancelled.');
      assert.equal(mostOpen, 1);
      assert.equal(openBelow(folder), 0);
    }
  });

  it('has none open where reading fails in between', async () => {
    let reads = 0;
    const disk = new WatchedDisk(() => {
      reads += 1;
      if (reads === 500) {
        throw new Error('A mistake in the program.');
      }
    });
    const store = storeOfAll(disk, { environment: environment() });
    await assert.rejects(store.list([project]), /mistake/);
    assert.equal(openBelow(folder), 0);
    assert.equal((await store.list([project]))[0]?.sessions.length, 1_400);
    assert.equal(openBelow(folder), 0);
  });

  it('of the worker thread stops there, too, and the thread continues', async () => {
    const start: WorkerStart = {
      ...environment(),
      journals: join(folder, 'journals'),
      kept: join(folder, 'kept'),
    };
    const faults: unknown[] = [];
    const { worker, endpoint } = await startStoreWorker(folder, start, (fault) => {
      faults.push(fault);
    });
    try {
      await listSessions(endpoint, []);
      const before = openBelow(folder);
      const ends: string[] = [];
      for (const wait of [0, 1, 5, 10]) {
        const controller = new AbortController();
        const asked = listSessions(endpoint, [project], controller.signal);
        setTimeout(() => {
          controller.abort();
        }, wait);
        ends.push(
          await asked.then(
            () => 'listed',
            (error: unknown) => (error instanceof Error ? error.name : 'unknown'),
          ),
        );
        // Answered only once the thread has finished the previous scan.
        assert.equal(
          (await endpoint.request('sessions/summarize', { path: at(logPath('s1')) })).id,
          's1',
        );
        assert.equal(openBelow(folder), before);
      }
      // Later scans may find everything cached and finish in time.
      assert.deepEqual(ends.slice(0, 2), ['AbortError', 'AbortError']);
      const [listing] = await listSessions(endpoint, [project]);
      assert.equal(listing?.sessions.length, 1_400);
      assert.equal(openBelow(folder), before);
      assert.deepEqual(faults, []);
    } finally {
      await worker.terminate();
    }
  });
});

/** The disk, with an action before each read while the file is open. */
class WatchedDisk implements FileSystem {
  readonly #disk = new NodeFileSystem();

  constructor(private readonly beforeRead: () => void) {}

  get work() {
    return this.#disk.work;
  }

  list(path: string) {
    return this.#disk.list(path);
  }

  stat(path: string) {
    return this.#disk.stat(path);
  }

  realpath(path: string) {
    return this.#disk.realpath(path);
  }

  open(path: string): Result<OpenFile> {
    const opened = this.#disk.open(path);
    if (!opened.ok) {
      return opened;
    }
    const file = opened.value;
    return success({
      stat: file.stat,
      read: (...place) => {
        this.beforeRead();
        return file.read(...place);
      },
      close: () => {
        file.close();
      },
    });
  }
}
