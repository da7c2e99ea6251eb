import { lastMessageOf } from '#store/session/lastMessage.ts';
import { conversationOf } from '#store/requests/conversation.ts';
import { Pacer } from '#base/pacer.ts';
import assert from 'node:assert/strict';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { agentAdapter } from '#agents/agent/adapter.ts';
import { NodeFileSystem } from '#store/disk/nodeFileSystem.ts';
import { SessionStore } from '#store/sessionStore.ts';
import { addEntry, addTalk, createTables, project, run } from '../support/agentDatabase.ts';
import { eventually } from '../support/eventually.ts';
import { Home, temporaryCopies, useHome } from './support/home.ts';

const id = '20260324T101112.123456789';

describe('Reading agent’s database leaves no trace', () => {
  let home: Home;
  useHome((made) => {
    home = made;
  });

  /** Memory that a writer in this process has to share with its readers. */
  const print = (of = home) => of.print().map((line) => line.replace(/-shm .*/, '-shm'));
  /** First messages, all rows and all messages, with the folder's contents before and after. */
  const readAll = async ({ isCopied = false } = {}) => {
    const before = print();
    const store = home.store();
    const [listing] = await store.list([project]);
    assert.ok(listing);
    assert.deepEqual(listing.failures, []);
    for (const { path } of listing.sessions) {
      store.open(path);
      await store.reader(path).indexAll();
      await conversationOf(store, path);
      store.close(path);
    }
    const messages = await Promise.all(
      listing.sessions.map(({ path }) =>
        lastMessageOf(store.sessionAt(path), new Pacer(undefined)),
      ),
    );
    assert.equal(temporaryCopies().length, isCopied ? 1 : 0);
    store.dispose();
    assert.deepEqual(temporaryCopies(), []);
    assert.deepEqual(print(), before);
    return messages;
  };

  it('beside an unused database', async () => {
    home.write((connection) => {
      createTables(connection);
      addTalk(connection, id);
    });
    assert.deepEqual(await readAll(), [`Question of ${id}`]);
    assert.equal(home.print().length, 1);
  });

  it('beside one with a write-ahead log, and reads data that is only in the log', async () => {
    const writer = home.writer();
    run(writer, 'PRAGMA journal_mode = WAL');
    createTables(writer);
    run(writer, 'PRAGMA wal_checkpoint(TRUNCATE)');
    addTalk(writer, id, { question: 'Only in the log' });
    assert.ok(existsSync(`${home.database}-wal`) && existsSync(`${home.database}-shm`));
    assert.deepEqual(await readAll(), ['Only in the log']);
    addEntry(writer, id, 9, { content: 'Written while we looked' });
    assert.deepEqual(await readAll(), ['Written while we looked']);
  });

  describe('with a write-ahead log that a crash left beside a database of many sessions', () => {
    const ids = ['a', 'b', 'c', 'd', 'e', 'f'];
    const content = 'x'.repeat(8_000_000);

    beforeEach(() => {
      const crashed = new Home();
      try {
        const writer = crashed.writer();
        run(writer, 'PRAGMA journal_mode = WAL');
        createTables(writer);
        for (const one of ids) {
          addTalk(writer, one);
          addEntry(writer, one, 9, { content });
        }
        run(writer, 'PRAGMA wal_checkpoint(TRUNCATE)');
        addTalk(writer, 'last');
        copyFileSync(crashed.database, home.database);
        copyFileSync(`${crashed.database}-wal`, `${home.database}-wal`);
      } finally {
        crashed.dispose();
      }
    });

    it('copies it once for a scan, and deletes the unused copy', async () => {
      const { size } = statSync(home.database);
      const disk = new NodeFileSystem();
      const store = home.store({ fileSystem: disk });
      const [listing] = await store.list([project]);
      assert.equal(listing?.sessions.length, ids.length + 1);
      assert.ok(disk.work.bytesRead < size * 1.5, `${disk.work.bytesRead / size} times its size`);
      await eventually(() => {
        assert.deepEqual(temporaryCopies(), []);
      });
    });

    it('lets the copy go where the scan is cancelled', async () => {
      const controller = new AbortController();
      let time = 0;
      const store = new SessionStore({
        fileSystem: new NodeFileSystem(),
        adapters: [agentAdapter],
        environment: { home: home.folder, platform: 'posix', variables: {} },
        onFault: (fault) => {
          throw fault;
        },
        now: () => {
          time += 100;
          return time;
        },
      });
      const listing = store.list([project], controller.signal);
      while (temporaryCopies().length === 0) {
        await setImmediate();
      }
      controller.abort();
      await assert.rejects(listing);
      store.dispose();
      assert.deepEqual(temporaryCopies(), []);
    });

    it('takes away copies that killed processes left', async () => {
      const names = ['old', 'new'].map((name) =>
        join(tmpdir(), `session-browser-database-${name}`),
      );
      for (const name of names) {
        mkdirSync(name, { recursive: true });
        writeFileSync(join(name, 'copy.db'), 'left');
      }
      const [old = '', recent = ''] = names;
      utimesSync(old, 1_000, 1_000);
      try {
        await home.store().list([project]);
        assert.deepEqual([existsSync(old), existsSync(recent)], [false, true]);
      } finally {
        rmSync(recent, { recursive: true });
      }
    });
  });

  it('beside one whose write-ahead log was closed properly', async () => {
    home.write((connection) => {
      run(connection, 'PRAGMA journal_mode = WAL');
      createTables(connection);
      addTalk(connection, id);
    });
    assert.equal(home.print().length, 1);
    assert.deepEqual(await readAll(), [`Question of ${id}`]);
  });

  it('beside a write-ahead log that a crash left', async () => {
    const crashed = new Home();
    try {
      const writer = crashed.writer();
      run(writer, 'PRAGMA journal_mode = WAL');
      createTables(writer);
      addTalk(writer, id, { question: 'Before the crash' });
      copyFileSync(crashed.database, home.database);
      copyFileSync(`${crashed.database}-wal`, `${home.database}-wal`);
    } finally {
      crashed.dispose();
    }
    assert.deepEqual(await readAll({ isCopied: true }), ['Before the crash']);
  });

  it('beside a journal that a crash left, and reads what had been committed', async () => {
    const crashed = new Home();
    try {
      const writer = crashed.writer();
      createTables(writer);
      addTalk(writer, id, { question: 'Committed' });
      // A cache of few pages, so that the transaction is in the file before it is committed.
      run(writer, 'PRAGMA cache_size = 2');
      run(writer, 'BEGIN');
      run(writer, `UPDATE entries SET content = 'Torn'`);
      for (let count = 0; count < 200; count += 1) {
        addEntry(writer, id, 10 + count, { content: `Never committed ${'x'.repeat(2000)}` });
      }
      assert.ok(existsSync(`${crashed.database}-journal`));
      copyFileSync(crashed.database, home.database);
      copyFileSync(`${crashed.database}-journal`, `${home.database}-journal`);
    } finally {
      crashed.dispose();
    }
    assert.deepEqual(await readAll({ isCopied: true }), ['Committed']);
  });

  it('under a writer that holds every lock, who is not disturbed', async () => {
    const writer = home.writer();
    createTables(writer);
    addTalk(writer, id, { question: 'Before' });
    run(writer, 'BEGIN EXCLUSIVE');
    addEntry(writer, id, 20, { content: 'After' });
    assert.deepEqual(await readAll({ isCopied: true }), ['Before']);
    run(writer, 'COMMIT');
    assert.deepEqual(await readAll(), ['After']);
  });

  it('beside the file that a link leads to', async () => {
    const real = new Home();
    try {
      const writer = real.writer();
      run(writer, 'PRAGMA journal_mode = WAL');
      createTables(writer);
      addTalk(writer, id, { question: 'Through a link' });
      symlinkSync(real.database, home.database);
      const before = print(real);
      assert.deepEqual(await readAll(), ['Through a link']);
      assert.deepEqual(print(real), before);
    } finally {
      real.dispose();
    }
  });
});
