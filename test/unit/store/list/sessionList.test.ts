import { hash } from '#store/disk/hash.ts';
import assert from 'node:assert/strict';
import { namespaceOf } from '#agents/keen/namespace.ts';
import { keenAdapter } from '#agents/keen/adapter.ts';
import type { ListingPatch } from '#protocol/listing.ts';
import { SessionStore } from '#store/sessionStore.ts';
import {
  home,
  keenStore,
  logPath,
  project,
  session,
  turnLine,
  userLine,
} from '../support/keenStore.ts';
import { ids, listOne } from '../support/listing.ts';
import { MemoryFileSystem } from '../support/memoryFileSystem.ts';

const root = `${home}/.keen/sessions`;

describe('listing sessions: which', () => {
  it('lists the sessions of the folder that Keen computes, with what their ends say', async () => {
    const disk = new MemoryFileSystem();
    disk.put(logPath('a'), session('a') + userLine(4, '  And\n now? '), 5_000.75);
    const { sessions, failures } = await listOne(disk);
    assert.deepEqual(sessions, [
      {
        agent: 'keen',
        id: 'a',
        path: logPath('a'),
        cwd: project,
        createdAt: Date.UTC(2026, 6, 20, 9, 15, 4),
        updatedAt: 5_000,
        firstUserMessage: 'Message of a',
        size: (session('a') + userLine(4, '  And\n now? ')).length,
      },
    ]);
    assert.deepEqual(failures, []);
  });

  it('takes a log without a cwd from the computed folder', async () => {
    const disk = new MemoryFileSystem();
    disk.put(logPath('a'), userLine(1, 'No start'));
    assert.deepEqual(ids(await listOne(disk)), ['a']);
  });

  it('lets the log decide when it names another folder than the computed one', async () => {
    const disk = new MemoryFileSystem();
    disk.put(logPath('moved'), session('moved', { cwd: '/home/ann/other' }));
    disk.put(logPath('own'), session('own'));
    const store = keenStore(disk);
    const [here, other] = await store.list([project, '/home/ann/other']);
    assert.deepEqual(ids(here), ['own']);
    assert.deepEqual(ids(other), ['moved']);
  });

  it('finds sessions of the folder under its other names', async () => {
    const disk = new MemoryFileSystem();
    disk.put(`${project}/package.json`, '{}');
    disk.link('/elsewhere', '/home/ann');
    for (const [id, cwd] of [
      ['link', '/elsewhere/project'],
      ['own', project],
      ['other', '/elsewhere/other'],
    ] as const) {
      disk.put(logPath(id, cwd), session(id, { cwd }));
    }
    const { sessions } = await listOne(disk);
    assert.deepEqual(sessions.map(({ id }) => id).sort(), ['link', 'own']);
    assert.deepEqual(ids(await listOne(disk, '/elsewhere/project')).sort(), ['link', 'own']);
  });

  it('takes the folder with a separator at its end as the same', async () => {
    const disk = new MemoryFileSystem();
    disk.put(logPath('a'), session('a'));
    assert.deepEqual(ids(await listOne(disk, `${project}/`)), ['a']);
  });

  it('matches a folder that is gone by its text', async () => {
    const disk = new MemoryFileSystem();
    disk.put(logPath('a', '/gone/project'), session('a', { cwd: '/gone/project' }));
    assert.deepEqual(ids(await listOne(disk, '/gone/project')), ['a']);
  });

  it('asks each log of a folder that was put together by hand', async () => {
    const disk = new MemoryFileSystem();
    const byHand = (id: string) => `${root}/backup/${id}/transcript_events.jsonl`;
    disk.put(byHand('a'), session('a'));
    disk.put(byHand('b'), session('b', { cwd: '/home/ann/other' }));
    disk.put(byHand('c'), userLine(1, 'Whose am I?'));
    assert.deepEqual(ids(await listOne(disk)), ['a']);
  });

  it('asks on where the first log of a folder says nothing', async () => {
    const disk = new MemoryFileSystem();
    disk.link('/elsewhere', '/home/ann');
    disk.put(`${project}/package.json`, '{}');
    disk.put(logPath('a', '/elsewhere/project'), 'garbage\n');
    disk.put(logPath('b', '/elsewhere/project'), session('b', { cwd: '/elsewhere/project' }));
    assert.deepEqual(ids(await listOne(disk)).sort(), ['a', 'b']);
  });

  it('shows each folder of a multi-root workspace its own', async () => {
    const disk = new MemoryFileSystem();
    disk.put(logPath('a'), session('a'));
    disk.put(logPath('b', '/srv/b'), session('b', { cwd: '/srv/b' }));
    const listings = await keenStore(disk).list(['/srv/b', project, '/srv/none']);
    assert.deepEqual(
      listings.map((listing) => [listing.folder, ids(listing)]),
      [
        ['/srv/b', ['b']],
        [project, ['a']],
        ['/srv/none', []],
      ],
    );
  });

  it('covers the roots of keen-agent, one for each agent', async () => {
    const disk = new MemoryFileSystem();
    disk.put(logPath('a', project, `${home}/.keen-agent/helper-1a2b3c4d/sessions`), session('a'));
    disk.put(logPath('b', project, `${home}/.keen-agent/sessions`), session('b'));
    disk.put(`${home}/.keen-agent/config.json`, '{}');
    const { sessions } = await listOne(disk);
    assert.deepEqual(sessions.map(({ id }) => id).sort(), ['a', 'b']);
  });

  it('lists a log once that is reached on two ways, under the path of its agent', async () => {
    const disk = new MemoryFileSystem();
    disk.put(logPath('a'), session('a'));
    disk.link(`${root}/again`, `${root}/${namespaceOf(project, hash)}`);
    const { sessions } = await listOne(disk);
    assert.deepEqual(
      sessions.map(({ path }) => path),
      [logPath('a')],
    );
  });

  it('lists it once where the disk gives files no identity, too', async () => {
    const disk = new MemoryFileSystem();
    disk.put(logPath('a'), session('a'));
    disk.withoutIdentity(logPath('a'));
    disk.link(`${root}/again`, `${root}/${namespaceOf(project, hash)}`);
    assert.deepEqual(ids(await listOne(disk)), ['a']);
  });

  it('looks once into a folder to which two roots lead', async () => {
    const disk = new MemoryFileSystem();
    disk.put(logPath('a'), session('a'));
    const extraRoots = [`${root}/${namespaceOf(project, hash)}`];
    const store = keenStore(disk, { agents: { keen: { enabled: true, extraRoots } } });
    let count: ListingPatch['count'] | undefined;
    const [listed] = await store.list([project], undefined, (patch) => {
      ({ count } = patch);
      return Promise.resolve();
    });
    assert.deepEqual(ids(listed), ['a']);
    assert.deepEqual(count, { found: 1, looked: 1 });
  });

  it('takes the folder name as id where the log has none, also of early builds', async () => {
    const disk = new MemoryFileSystem();
    const id = '3f0c2b1e-7a54-4c0e-9d5b-0b6f1f1e2a77';
    disk.put(logPath(`20260401T120000Z-${id}`), userLine(1, 'Early'));
    assert.deepEqual(ids(await listOne(disk)), [id]);
  });
});

describe('listing sessions: on Windows', () => {
  const windowsHome = 'C:\\Users\\ann';
  const windowsLog = (id: string, cwd: string) =>
    `${windowsHome}\\.keen\\sessions\\${namespaceOf(cwd, hash)}\\${id}\\transcript_events.jsonl`;

  function windowsStore(disk: MemoryFileSystem) {
    return new SessionStore({
      fileSystem: disk,
      adapters: [keenAdapter],
      environment: { home: windowsHome, platform: 'windows', variables: {} },
      onFault: (fault) => {
        throw fault;
      },
    });
  }

  it('takes drive letters and letter case as the same', async () => {
    const disk = new MemoryFileSystem('\\');
    for (const [id, cwd] of [
      ['upper', 'C:\\src\\app'],
      ['lower', 'c:\\src\\app'],
      ['letters', 'C:\\Src\\App'],
      ['other', 'D:\\src\\app'],
    ] as const) {
      disk.put(windowsLog(id, cwd), session(id, { cwd }));
    }
    const [listing] = await windowsStore(disk).list(['c:\\src\\app']);
    assert.deepEqual(ids(listing).sort(), ['letters', 'lower', 'upper']);
    assert.deepEqual(
      listing?.sessions.find(({ id }) => id === 'upper')?.path,
      windowsLog('upper', 'C:\\src\\app'),
    );
  });

  it('never asks a server that a log names', async () => {
    const disk = new MemoryFileSystem('\\');
    const cwd = '\\\\evil.example\\share\\app';
    disk.put(windowsLog('a', cwd), session('a', { cwd }));
    const [listing] = await windowsStore(disk).list(['c:\\src\\app']);
    assert.deepEqual(ids(listing), []);
    assert.deepEqual(
      disk.resolved.filter((path) => path.startsWith('\\\\')),
      [],
    );
    const [share] = await windowsStore(disk).list([cwd]);
    assert.deepEqual(ids(share), ['a']);
  });
});

describe('listing sessions: order', () => {
  it('is newest first, then by the higher seq, then by id', async () => {
    const disk = new MemoryFileSystem();
    disk.put(logPath('old'), session('old'), 1_000);
    disk.put(logPath('new'), session('new'), 3_000);
    disk.put(logPath('tieB'), session('tieB'), 2_000);
    disk.put(logPath('tieA'), session('tieA'), 2_000);
    disk.put(logPath('tieHigh'), session('tieHigh') + userLine(40, 'More'), 2_000);
    assert.deepEqual(ids(await listOne(disk)), ['new', 'tieHigh', 'tieA', 'tieB', 'old']);
  });

  it('is by the higher seq however long the last lines are, which are read for that alone', async () => {
    const disk = new MemoryFileSystem();
    const answer = 'x'.repeat(50_000);
    disk.put(logPath('low'), session('low') + turnLine(4, answer), 2_000);
    disk.put(logPath('high'), session('high') + turnLine(40, answer), 2_000);
    disk.put(logPath('short'), session('short') + userLine(7, 'More'), 2_000);
    disk.put(logPath('other'), session('other') + turnLine(400, answer), 3_000);
    const store = keenStore(disk);
    const order = async () => ids((await store.list([project]))[0]);
    assert.deepEqual(await order(), ['other', 'high', 'short', 'low']);
    assert.deepEqual(
      disk.work.paths.filter((path) => path === logPath('other')),
      [logPath('other')],
    );
    disk.resetWork();
    assert.deepEqual(await order(), ['other', 'high', 'short', 'low']);
    assert.equal(disk.work.opened, 0);
  });
});

describe('listing sessions: while it goes on', () => {
  /** 120 sessions, a second apart; the newest is `s0`. */
  function manySessions(): MemoryFileSystem {
    const disk = new MemoryFileSystem();
    for (let age = 0; age < 120; age += 1) {
      disk.put(logPath(`s${age}`), session(`s${age}`), 1_000_000 - age * 1_000);
    }
    return disk;
  }

  it('tells of every session once, newest first, a screen of them at once', async () => {
    const told: (ListingPatch['count'] & { readonly ids: readonly string[] })[] = [];
    const store = keenStore(manySessions());
    const [listed] = await store.list([project], undefined, async ({ count, changed }) => {
      told.push({ ...count, ids: changed.flatMap(ids) });
      await Promise.resolve();
    });
    assert.equal(told[0]?.ids.length, 50);
    assert.deepEqual(
      told.flatMap((each) => each.ids),
      Array.from({ length: 120 }, (_, age) => `s${age}`),
    );
    assert.deepEqual(
      told.map(({ found }) => found),
      told.map((_, part) => told.slice(0, part + 1).flatMap((each) => each.ids).length),
    );
    const { found, looked } = told.at(-1) ?? {};
    assert.deepEqual([found, looked], [120, 120]);
    assert.equal(listed?.sessions.length, 120);
  });

  it('waits for whoever is told, reads nothing meanwhile, and tells nothing once it is stopped', async () => {
    const disk = manySessions();
    const stop = new AbortController();
    const reads: number[] = [];
    let told = 0;
    const list = keenStore(disk).list([project], stop.signal, async () => {
      told += 1;
      reads.push(disk.work.opened);
      await new Promise(setImmediate);
      reads.push(disk.work.opened);
      stop.abort(new Error('stopped by the test'));
    });
    await assert.rejects(list, /stopped by the test/);
    await new Promise(setImmediate);
    assert.equal(told, 1);
    assert.equal(reads[0], reads[1]);
    assert.equal(disk.work.opened, reads[0], 'nothing was read after that');
  });
});
