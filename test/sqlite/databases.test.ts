import assert from 'node:assert/strict';
import { copyFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { agentDatabase } from '#agents/agent/database.ts';
import { NodeFileSystem } from '#store/disk/nodeFileSystem.ts';
import { Databases, maxCopyBytes, type DatabaseReader } from '#store/sources/database/databases.ts';
import { addEntry, addSession, addTalk, createTables } from '../support/agentDatabase.ts';
import { Home, temporaryCopies, useHome } from './support/home.ts';

const id = '20260324T101112.123456789';

function read<T>(disk: NodeFileSystem, path: string, work: (reader: DatabaseReader) => T) {
  const databases = new Databases(disk);
  try {
    return databases.read(path, agentDatabase, work);
  } finally {
    databases.dispose();
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
    const found = read(new NodeFileSystem(), home.database, ({ rows }) => {
      attempts += 1;
      const sessions = [...rows(agentDatabase.sessionSql, { id })];
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
    const found = read(new NodeFileSystem(), home.database, () => 1);
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
    const found = read(new NodeFileSystem(), home.database, () => {
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
    const found = read(disk, home.database, ({ rows }) => [...rows('SELECT * FROM x')]);
    assert.ok(!found.ok);
    assert.match(found.failure.message, /no such table: x/);
    assert.equal(disk.work.opened, disk.work.closed);
    assert.throws(
      () =>
        read(disk, home.database, () => {
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
      const found = read(new NodeFileSystem(), odd, ({ rows }) =>
        [...rows(agentDatabase.sessionSql, { id })].map((row) => row.id),
      );
      assert.deepEqual(found, { ok: true, value: [id] });
    } finally {
      moved.dispose();
    }
  });
});
