import assert from 'node:assert/strict';
import { copyFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { agentDatabase } from '#agents/agent/database.ts';
import { NodeFileSystem } from '#store/disk/nodeFileSystem.ts';
import { DatabaseCopies } from '#store/sources/database/databaseCopies.ts';
import {
  maxCopyBytes,
  readDatabase,
  type DatabaseReader,
} from '#store/sources/database/readDatabase.ts';
import { addEntry, addSession, addTalk, createTables, sqlite } from '../support/agentDatabase.ts';
import { Home, temporaryCopies, useHome } from './support/home.ts';

const id = '20260324T101112.123456789';

function read<T>(
  disk: NodeFileSystem,
  path: string,
  module: ReturnType<typeof sqlite>,
  work: (reader: DatabaseReader) => T,
) {
  const copies = new DatabaseCopies();
  try {
    return readDatabase(disk, path, module, work, copies);
  } finally {
    copies.dispose();
  }
}

describe('reading a database', () => {
  let home: Home;
  useHome((made) => {
    home = made;
  });

  it('reads again what changed while it was read', () => {
    home.write((connection) => {
      createTables(connection);
      addSession(connection, id);
    });
    let attempts = 0;
    const found = read(new NodeFileSystem(), home.database, sqlite(), ({ rows }) => {
      attempts += 1;
      const sessions = [...rows(agentDatabase.sessionsSql)];
      if (attempts === 1) {
        home.write((connection) => {
          addEntry(connection, id, 1, { content: 'Meanwhile' });
        });
      }
      return sessions[0]?.entries;
    });
    assert.deepEqual(found, { ok: true, value: 1 });
    assert.equal(attempts, 2);
  });

  it('does not copy what is too large for that', () => {
    home.write(createTables);
    const before = temporaryCopies();
    truncateSync(home.database, maxCopyBytes + 1);
    writeFileSync(`${home.database}-wal`, 'left behind');
    const found = read(new NodeFileSystem(), home.database, sqlite(), () => 1);
    assert.ok(!found.ok);
    assert.match(found.failure.message, /is too large to be copied/);
    assert.deepEqual(temporaryCopies(), before);
  });

  it('gives up where a writer never rests, with a sentence', () => {
    home.write((connection) => {
      createTables(connection);
      addSession(connection, id);
    });
    let seconds = 0;
    const found = read(new NodeFileSystem(), home.database, sqlite(), () => {
      home.write((connection) => {
        seconds += 1;
        addEntry(connection, id, seconds, { content: 'Again' });
      });
    });
    assert.deepEqual(found, {
      ok: false,
      failure: {
        code: 'other',
        message: `${home.database} is being written right now. Try again in a moment.`,
      },
    });
    assert.deepEqual(temporaryCopies(), []);
  });

  it('closes what it opened, even on failure', () => {
    home.write(createTables);
    const disk = new NodeFileSystem();
    const found = read(disk, home.database, sqlite(), ({ rows }) => [...rows('SELECT * FROM x')]);
    assert.ok(!found.ok);
    assert.match(found.failure.message, /no such table: x/);
    assert.equal(disk.work.opened, disk.work.closed);
    assert.throws(
      () =>
        read(disk, home.database, sqlite(), () => {
          throw new TypeError('a mistake');
        }),
      /a mistake/,
    );
    assert.equal(disk.work.opened, disk.work.closed);
  });

  it('has a path with everything that an address would take otherwise', () => {
    const odd = join(home.folder, 'a?b#c%20d é');
    const moved = new Home();
    try {
      moved.write((connection) => {
        createTables(connection);
        addTalk(connection, id);
      });
      copyFileSync(moved.database, odd);
      const found = read(new NodeFileSystem(), odd, sqlite(), ({ rows }) =>
        [...rows(agentDatabase.sessionsSql)].map((row) => row.id),
      );
      assert.deepEqual(found, { ok: true, value: [id] });
    } finally {
      moved.dispose();
    }
  });
});
