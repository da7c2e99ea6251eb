import assert from 'node:assert/strict';
import { build } from 'esbuild';
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { keptShapes } from '#store/list/keptShapes.ts';
import { NodeFileSystem } from '#store/disk/nodeFileSystem.ts';
import { AheadThreads, type AheadOptions } from '#store/readAhead/aheadThreads.ts';
import type { SessionStore } from '#store/sessionStore.ts';
import { eventually } from '../../../support/eventually.ts';
import { agentPath, agentSession, piPath, piSession, storeOfAll } from '../support/agentLogs.ts';
import { home, logPath, project, session, userLine } from '../support/keenStore.ts';

const count = 300;

describe('the threads that read ahead', function () {
  let folder: string;
  let script: string;
  const environment = () => ({ home: folder, platform: 'posix', variables: {} }) as const;
  const at = (path: string) => path.replace(home, folder);
  const restMs = 100;

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'session-browser-'));
    script = join(folder, 'readAhead.cjs');
    await build({
      entryPoints: ['src/store/readAhead/aheadThread.ts'],
      bundle: true,
      platform: 'node',
      format: 'cjs',
      target: 'es2023',
      outfile: script,
      logLevel: 'error',
    });
    for (let index = 0; index < count; index += 1) {
      const id = `s${index}`;
      write(at(logPath(id)), session(id));
      write(at(agentPath(id)), agentSession(id));
      write(at(piPath(id)), piSession(id, { text: `${id} ${'long '.repeat(index * 20)}` }));
    }
    write(at(agentPath('empty')), '');
    mkdirSync(at(agentPath('folder')));
  });

  after(() => {
    rmSync(folder, { recursive: true });
  });

  function write(path: string, text: string): void {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }

  const onFault = (fault: unknown) => {
    throw fault;
  };

  function storeWith(
    options: Partial<AheadOptions>,
    readAhead = new AheadThreads({ script, onFault, restMs, startMs: [0, 0], ...options }),
  ): SessionStore {
    return storeOfAll(new NodeFileSystem(), { environment: environment(), readAhead });
  }

  const plain = () =>
    storeOfAll(new NodeFileSystem(), { environment: environment() }).list([project]);

  for (const startMs of [
    [0, Infinity],
    [0, 0],
    [5, 10],
  ] as const) {
    it(`give the same list, again and again, begun after ${startMs.join(' and ')} ms`, async () => {
      const expected = await plain();
      assert.equal(expected[0]?.sessions.length, 3 * count);
      const readAhead = new AheadThreads({ script, onFault, restMs, startMs });
      for (let round = 0; round < 10; round += 1) {
        const store = storeWith({}, readAhead);
        assert.deepEqual(await store.list([project]), expected);
        // Everything is known to it now.
        assert.deepEqual(await store.list([project]), expected);
      }
    });
  }

  it('see what was written before the list was asked for', async () => {
    const store = storeWith({});
    await store.list([project]);
    const path = at(logPath('s17'));
    for (let seq = 4; seq < 40; seq += 1) {
      appendFileSync(path, userLine(seq, `Message ${seq}`));
      await store.list([project]);
      assert.equal(await store.lastMessage(path), `Message ${seq}`);
      const [listing] = await store.list([project]);
      const found = listing?.sessions.find((one) => one.path === path);
      assert.equal(found?.size, Buffer.byteLength(session('s17')) + lengthUpTo(seq));
    }
    writeFileSync(path, session('s17'));
  });

  it('serve one scan at a time, and the next after one that was given up', async () => {
    const expected = await plain();
    const store = storeWith({});
    const lists = [store.list([project]), store.list([project])];
    assert.deepEqual(await Promise.all(lists), [expected, expected]);
    for (let round = 0; round < 20; round += 1) {
      const controller = new AbortController();
      const another = storeWith({});
      const given = another.list([project], controller.signal);
      setImmediate(() => {
        controller.abort();
      });
      await given.catch(() => undefined);
      assert.deepEqual(await another.list([project]), expected);
    }
  });

  it('end when nobody scans any more', async function () {
    if (process.platform !== 'linux') {
      // Only Linux tells a process its threads.
      this.skip();
    }
    const threads = () => readdirSync('/proc/self/task').length;
    // Node's own for files begin with their first use, and others end that were begun before.
    await stat(folder);
    let before = threads();
    await eventually(async () => {
      const last = before;
      await sleep(5 * restMs);
      before = threads();
      assert.equal(before, last);
    });
    const readAhead = new AheadThreads({ script, onFault, restMs, startMs: [0, 0] });
    await eventually(async () => {
      await storeWith({}, readAhead).list([project]);
      assert.ok(keptShapes.aheadFile !== undefined);
    });
    assert.ok(threads() >= before + 4);
    await eventually(() => {
      assert.ok(threads() <= before);
    });
    assert.equal(keptShapes.aheadFile, undefined, 'The memory that they read into is kept.');
  });

  it('are done without where they cannot start or die, which is told', async () => {
    const expected = await plain();
    const dying = join(folder, 'dying.cjs');
    writeFileSync(dying, 'throw new Error("It died.");\n');
    for (const broken of [join(folder, 'missing.cjs'), dying]) {
      const faults: unknown[] = [];
      const store = storeWith({
        script: broken,
        restMs: 60_000,
        onFault: (fault) => faults.push(fault),
      });
      assert.deepEqual(await store.list([project]), expected);
      await eventually(() => {
        assert.equal(faults.length, 4);
      });
      assert.deepEqual(await store.list([project]), expected);
      assert.equal(faults.length, 4);
    }
  });
});

function lengthUpTo(seq: number): number {
  let length = 0;
  for (let each = 4; each <= seq; each += 1) {
    length += Buffer.byteLength(userLine(each, `Message ${each}`));
  }
  return length;
}
