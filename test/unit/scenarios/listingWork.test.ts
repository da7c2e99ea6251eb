import { hash } from '#store/disk/hash.ts';
import { lastMessageOf } from '#store/session/lastMessage.ts';
import { Pacer } from '#base/pacer.ts';
import assert from 'node:assert/strict';
import { endBytes, lookBytes, maxEndBytes } from '#store/sources/log/logBytes.ts';
import { namespaceOf } from '#agents/keen/namespace.ts';
import {
  home,
  keenStore,
  line,
  logPath,
  project,
  session,
  startLine,
  turnLine,
  userLine,
} from '../store/support/keenStore.ts';
import { ids, listOne } from '../store/support/listing.ts';
import { MemoryFileSystem } from '../store/support/memoryFileSystem.ts';

const root = `${home}/.keen/sessions`;

describe('listing sessions: logs that cannot be read', () => {
  it('reports each with a sentence and keeps the others', async () => {
    const disk = new MemoryFileSystem();
    disk.put(logPath('good'), session('good'));
    disk.put(logPath('secret'), session('secret'));
    disk.fail(logPath('secret'), 'noAccess');
    disk.put(logPath('folder'), '');
    disk.fail(logPath('folder'), 'notAFile');
    const { sessions, failures } = await listOne(disk);
    assert.deepEqual(
      sessions.map(({ id }) => id),
      ['good'],
    );
    assert.deepEqual(failures, [
      {
        path: logPath('secret'),
        message: `${logPath('secret')} cannot be read: its permissions do not allow it.`,
      },
      { path: logPath('folder'), message: `${logPath('folder')} is not a file.` },
    ]);
  });

  it('ignores folders without a log and files among the folders', async () => {
    const disk = new MemoryFileSystem();
    disk.put(`${root}/${namespaceOf(project, hash)}/nothing/.transcript-123`, 'half');
    disk.put(`${root}/${namespaceOf(project, hash)}/notes.txt`, 'text');
    disk.put(`${root}/notes.txt`, 'text');
    const { sessions, failures } = await listOne(disk);
    assert.deepEqual([sessions, failures], [[], []]);
  });

  it('tells when a folder of the store cannot be listed', async () => {
    const disk = new MemoryFileSystem();
    disk.put(logPath('a'), session('a'));
    disk.fail(root, 'noAccess');
    const { failures } = await listOne(disk);
    assert.deepEqual(
      failures.map(({ path }) => path),
      [root],
    );
  });

  it('lists a log of nothing but garbage, so that its problems can be seen', async () => {
    const disk = new MemoryFileSystem();
    disk.put(logPath('bad'), 'garbage\n[1]\n');
    const store = keenStore(disk);
    const [only] = (await store.list([project]))[0]?.sessions ?? [];
    assert.equal(only?.id, 'bad');
    assert.equal(only.firstUserMessage, undefined);
    assert.deepEqual((await store.whole(only.path)).state().problems, { lost: 2, odd: 0 });
  });

  it('does not count a last line that is being written', async () => {
    const disk = new MemoryFileSystem();
    disk.put(logPath('a'), `${session('a')}{"seq":4,"kind":"user_me`);
    const store = keenStore(disk);
    const [only] = (await store.list([project]))[0]?.sessions ?? [];
    assert.equal(only?.firstUserMessage, 'Message of a');
    assert.equal(
      await lastMessageOf(store.sessionAt(only.path), new Pacer(undefined)),
      'Message of a',
    );
    assert.deepEqual((await store.whole(only.path)).state().problems, { lost: 0, odd: 0 });
  });
});

describe('listing sessions: long logs', () => {
  const long = (length: number) => 'x'.repeat(length);

  it('reads on, by doubling, until the first message is whole', async () => {
    const disk = new MemoryFileSystem();
    const text = `${long(40_000)} end`;
    disk.put(logPath('a'), startLine('a') + userLine(2, text) + turnLine(3, long(100_000)));
    assert.match((await listOne(disk)).sessions[0]?.firstUserMessage ?? '', /^x{100}/);
    assert.equal(disk.work.bytesRead, 4 * endBytes + lookBytes);
  });

  it('uses the start of a message longer than the largest head', async () => {
    const disk = new MemoryFileSystem();
    disk.put(logPath('a'), startLine('a') + userLine(2, `Begin ${long(2 * maxEndBytes)}`));
    const store = keenStore(disk);
    const [only] = (await store.list([project]))[0]?.sessions ?? [];
    assert.match(only?.firstUserMessage ?? '', /^Begin x/);
    assert.equal(disk.work.bytesRead, maxEndBytes + lookBytes);
    const reader = await store.whole(logPath('a'));
    assert.deepEqual(reader.state().problems, { lost: 0, odd: 0 });
  });
});

describe('listing sessions: the work', () => {
  function manySessions(count: number): MemoryFileSystem {
    const disk = new MemoryFileSystem();
    for (let index = 0; index < count; index += 1) {
      const id = `s${index}`;
      disk.put(logPath(id), session(id) + turnLine(4, 'y'.repeat(60_000)));
    }
    return disk;
  }

  it('is head and tail of each log and nothing more', async () => {
    const disk = manySessions(20);
    await listOne(disk);
    assert.deepEqual(
      { ...disk.work, paths: [] },
      {
        listed: 5,
        stated: 20,
        opened: 20,
        closed: 20,
        bytesRead: 20 * 2 * lookBytes,
        paths: [],
      },
    );
  });

  it('is one stat for each log when nothing changed', async () => {
    const disk = manySessions(20);
    const store = keenStore(disk);
    const before = await store.list([project]);
    disk.resetWork();
    assert.deepEqual(await store.list([project]), before);
    assert.deepEqual(disk.work, {
      listed: 5,
      stated: 20,
      opened: 0,
      closed: 0,
      bytesRead: 0,
      paths: [],
    });
  });

  it('is the two ends of the log that grew and nothing of any other', async () => {
    const disk = manySessions(20);
    const store = keenStore(disk);
    await store.list([project]);
    for (const answer of [100, 30_000]) {
      disk.append(logPath('s3'), userLine(5, 'Grown') + turnLine(6, 'z'.repeat(answer)));
      disk.resetWork();
      await store.list([project]);
      assert.deepEqual(disk.work, {
        listed: 5,
        stated: 20,
        opened: 1,
        closed: 1,
        bytesRead: 2 * lookBytes,
        paths: [logPath('s3')],
      });
    }
  });

  it('is one reading of a short log, and one call for a root that is not there', async () => {
    const disk = new MemoryFileSystem();
    for (const id of ['a', 'b', 'c']) {
      disk.put(logPath(id), session(id));
    }
    const sizes = ['a', 'b', 'c'].map((id) => session(id).length);
    await listOne(disk);
    assert.deepEqual(disk.work, {
      // Keen's root, its project folder, and two missing roots of keen-agent.
      listed: 5,
      stated: 3,
      opened: 3,
      closed: 3,
      bytesRead: sizes[0]! + sizes[1]! + sizes[2]!,
      // Newest first.
      paths: ['c', 'b', 'a'].map((id) => logPath(id)),
    });
  });

  it('is only what changed when one log grew, was replaced or came', async () => {
    const disk = manySessions(20);
    const store = keenStore(disk);
    await store.list([project]);
    disk.resetWork();
    disk.append(logPath('s3'), userLine(5, 'Grown'));
    disk.put(logPath('s4'), session('s4', { text: 'Replaced' }));
    disk.put(logPath('s20'), session('s20'));
    disk.remove(logPath('s5'));
    const [listing] = await store.list([project]);
    assert.deepEqual(disk.work.paths.sort(), [logPath('s20'), logPath('s3'), logPath('s4')]);
    assert.equal(listing?.sessions.length, 20);
    assert.deepEqual(ids(listing).slice(0, 3), ['s20', 's4', 's3']);
    assert.equal(listing.sessions[1]?.firstUserMessage, 'Replaced');
    assert.equal(
      await lastMessageOf(store.sessionAt(listing.sessions[2]?.path ?? ''), new Pacer(undefined)),
      'Grown',
    );
  });

  it('notices another file of the same size and time by its identity', async () => {
    const disk = new MemoryFileSystem();
    disk.put(logPath('a'), session('a', { text: 'one' }), 5_000);
    const store = keenStore(disk);
    await store.list([project]);
    disk.put(logPath('a'), session('a', { text: 'two' }), 5_000);
    const [listing] = await store.list([project]);
    assert.equal(listing?.sessions[0]?.firstUserMessage, 'two');
  });

  it('looks into one log of every folder of another project, once', async () => {
    const disk = new MemoryFileSystem();
    for (let index = 0; index < 5; index += 1) {
      for (const id of ['a', 'b', 'c']) {
        const cwd = `/srv/p${index}`;
        disk.put(logPath(`${id}${index}`, cwd), session(id, { cwd }));
      }
    }
    const store = keenStore(disk);
    await store.list([project]);
    assert.equal(disk.work.opened, 5);
    disk.resetWork();
    await store.list([project]);
    // Whether the open folder is in a repository, whose worktrees the others may be.
    assert.deepEqual([disk.work.opened, disk.work.stated, disk.work.listed], [0, 2, 4]);
  });

  it('reads an empty log again only when something was written', async () => {
    const disk = new MemoryFileSystem();
    disk.put(logPath('a'), '');
    const store = keenStore(disk);
    await store.list([project]);
    disk.resetWork();
    await store.list([project]);
    assert.equal(disk.work.opened, 0);
    disk.append(logPath('a'), session('a'));
    assert.deepEqual(ids((await store.list([project]))[0]), ['a']);
  });

  it('forgets deleted logs, so that a new log at the same path is read', async () => {
    const disk = new MemoryFileSystem();
    disk.put(logPath('a'), session('a', { text: 'old' }), 5_000);
    disk.put(logPath('b'), session('b'), 5_000);
    disk.withoutIdentity(logPath('a'));
    const store = keenStore(disk);
    await store.list([project]);
    disk.remove(logPath('a'));
    assert.deepEqual(ids((await store.list([project]))[0]), ['b']);
    disk.put(logPath('a'), session('a', { text: 'new' }), 5_000);
    disk.withoutIdentity(logPath('a'));
    const [listing] = await store.list([project]);
    assert.equal(listing?.sessions.find(({ id }) => id === 'a')?.firstUserMessage, 'new');
  });
});

describe('listing sessions: cancelled', () => {
  it('stops at the next log, with every file closed, and works again after', async () => {
    const disk = new MemoryFileSystem();
    for (let index = 0; index < 50; index += 1) {
      disk.put(logPath(`s${index}`), session(`s${index}`), 1_000_000 - index);
    }
    const controller = new AbortController();
    disk.beforeRead = (path) => {
      if (path === logPath('s10')) {
        controller.abort();
      }
    };
    const store = keenStore(disk);
    await assert.rejects(store.list([project], controller.signal), { name: 'AbortError' });
    assert.equal(disk.work.opened, 11);
    assert.equal(disk.work.closed, 11);
    assert.equal((await store.list([project]))[0]?.sessions.length, 50);
  });

  it('does nothing when it was cancelled before', async () => {
    const disk = new MemoryFileSystem();
    disk.put(logPath('a'), line({}));
    await assert.rejects(keenStore(disk).list([project], AbortSignal.abort()), {
      name: 'AbortError',
    });
    assert.deepEqual([disk.work.listed, disk.work.opened], [0, 0]);
  });
});
