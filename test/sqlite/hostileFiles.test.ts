import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { adapters } from '#agents/registry.ts';
import {
  addSession as addOpencode,
  createTables as createOpencode,
} from '../demo/writeOpencode.mjs';
import { addTalk, createTables, run, sqlite } from '../support/agentDatabase.ts';
import { addComposer } from '../support/cursorDatabase.ts';
import { fixtureText } from '../support/fixtures.ts';
import { CursorHome } from './support/cursorHome.ts';
import { patchBytes, writeJournalNaming } from './support/hostileDatabase.ts';
import { Home, temporaryCopies, useHome, type DatabaseHome } from './support/home.ts';
import { OpencodeHome } from './support/opencodeHome.ts';

const id = '20260324T101112.123456789';

/** What the sessions begin with, or why they cannot be read. */
async function readAll(home: DatabaseHome): Promise<readonly string[]> {
  const { sessions, failures } = (await home.read()).listing;
  return [
    ...sessions.map(({ firstUserMessage }) => firstUserMessage ?? ''),
    ...failures.map(({ message }) => message),
  ];
}

describe('a database makes SQLite touch no other file:', () => {
  let home: Home;
  useHome((made) => {
    home = made;
  });

  const homes: readonly (readonly [string, () => DatabaseHome])[] = [
    [
      'agent',
      () => {
        const made = new Home();
        made.write((connection) => {
          createTables(connection);
          addTalk(connection, id);
        });
        return made;
      },
    ],
    [
      'opencode',
      () => {
        const made = new OpencodeHome();
        const connection = made.writer();
        createOpencode(connection);
        addOpencode(connection, fixtureText('opencode', 'reverted'));
        connection.close();
        return made;
      },
    ],
    [
      'Cursor',
      () => {
        const made = new CursorHome();
        const connection = made.writer();
        addComposer(connection, fixtureText('cursor', 'editor/everyKind'));
        connection.close();
        return made;
      },
    ],
  ];

  for (const [agent, make] of homes) {
    it(`a journal beside ${agent}’s that names one to be deleted`, async () => {
      const hostile = make();
      try {
        const victim = join(hostile.folder, 'precious.txt');
        writeFileSync(victim, 'precious');
        writeJournalNaming(hostile.database, victim);
        const before = hostile.print();
        const [message = ''] = await readAll(hostile);
        assert.match(message, /was being changed together with another database/);
        assert.equal(readFileSync(victim, 'utf8'), 'precious');
        assert.deepEqual(hostile.print(), before);
        assert.deepEqual(temporaryCopies(), []);
      } finally {
        hostile.dispose();
      }
    });
  }

  if (isOlderThan(3, 51)) {
    it('which this SQLite does where nobody keeps it from that', () => {
      home.write(createTables);
      const victim = join(home.folder, 'precious.txt');
      writeFileSync(victim, 'precious');
      writeJournalNaming(home.database, victim);
      home.write((connection) => {
        run(connection, 'SELECT * FROM sessions');
      });
      assert.equal(existsSync(victim), false);
    });
  }

  /** A database with a write-ahead log and shared memory that a crash left. */
  const leaveBehind = (question: string) => {
    const crashed = new Home();
    try {
      const writer = crashed.writer();
      run(writer, 'PRAGMA journal_mode = WAL');
      createTables(writer);
      addTalk(writer, id, { question });
      for (const ending of ['', '-wal', '-shm']) {
        copyFileSync(crashed.database + ending, home.database + ending);
      }
    } finally {
      crashed.dispose();
    }
  };

  it('shared memory that a crash left', async () => {
    leaveBehind('Before the crash');
    const before = home.print();
    assert.equal(before.length, 3);
    assert.deepEqual(await readAll(home), ['Before the crash']);
    assert.deepEqual(home.print(), before);
  });

  it('shared memory of an agent that writes', async () => {
    const script = `
      const { DatabaseSync } = require('node:sqlite');
      const database = new DatabaseSync(process.argv[1]);
      database.exec('PRAGMA journal_mode = WAL');
      database.exec("UPDATE entries SET content = 'Of the agent'");
      process.stdout.write('written');
      process.stdin.on('end', () => database.close()).resume();`;
    home.write((connection) => {
      createTables(connection);
      addTalk(connection, id);
    });
    const agent = spawn(process.execPath, ['--no-warnings', '-e', script, home.database]);
    try {
      await once(agent.stdout, 'data');
      const before = home.print();
      assert.equal(before.length, 3);
      assert.deepEqual(await readAll(home), ['Of the agent']);
      assert.deepEqual(home.print(), before);
    } finally {
      agent.stdin.end();
      await once(agent, 'close');
    }
  });

  it('a log beside an empty database, which SQLite takes away', async () => {
    leaveBehind('Gone');
    truncateSync(home.database, 0);
    const before = home.print();
    assert.match((await readAll(home))[0] ?? '', /has no table sessions/);
    assert.deepEqual(home.print(), before);
  });

  it('links in the place of a log and of shared memory', async () => {
    leaveBehind('Behind links');
    const elsewhere = join(home.folder, 'elsewhere');
    mkdirSync(elsewhere);
    for (const ending of ['-wal', '-shm']) {
      renameSync(home.database + ending, join(elsewhere, ending));
      symlinkSync(join(elsewhere, ending), home.database + ending);
    }
    const before = [home.print(), home.print(elsewhere)];
    assert.deepEqual(await readAll(home), ['Behind links']);
    assert.deepEqual([home.print(), home.print(elsewhere)], before);
  });

  it('links that lead nowhere, where SQLite makes a file', async () => {
    leaveBehind('In the log');
    const nowhere = join(home.folder, 'nowhere');
    for (const ending of ['-wal', '-shm', '-journal']) {
      if (existsSync(home.database + ending)) {
        renameSync(home.database + ending, join(home.folder, `moved${ending}`));
      }
      symlinkSync(nowhere, home.database + ending);
    }
    await readAll(home);
    assert.equal(existsSync(nowhere), false);
  });

  it('a folder with everything that an address would take otherwise', async () => {
    leaveBehind('Odd');
    const odd = join(home.folder, 'a?mode=rwc&b#c%20d é');
    mkdirSync(odd);
    for (const ending of ['', '-wal', '-shm']) {
      renameSync(home.database + ending, join(odd, `opencode.db${ending}`));
    }
    const before = home.print(odd);
    const store = home.store({ adapters });
    const path = store.choose(join(odd, 'opencode.db', `${id}.jsonl`)).path;
    assert.equal((await store.whole(path)).state().kinds.user, 1);
    store.dispose();
    assert.deepEqual(home.print(odd), before);
  });

  it('a head that is damaged', async () => {
    home.write((connection) => {
      createTables(connection);
      addTalk(connection, id);
    });
    const whole = readFileSync(home.database);
    // Sizes, versions, reserved bytes, the number of pages, the format of the schema, the encoding.
    for (const offset of [16, 17, 18, 19, 20, 21, 28, 30, 40, 44, 47, 52, 56, 59, 100, 103, 107]) {
      for (const value of [0, 1, 2, 127, 255]) {
        writeFileSync(home.database, whole);
        patchBytes(home.database, (bytes) => {
          bytes.writeUInt8(value, offset);
          return bytes;
        });
        const before = home.print();
        await readAll(home);
        assert.deepEqual(home.print(), before, `${value} at ${offset}`);
      }
    }
    assert.deepEqual(temporaryCopies(), []);
  });
});

function isOlderThan(major: number, minor: number): boolean {
  const connection = new (sqlite().DatabaseSync)(':memory:', { readOnly: false });
  const [row] = connection.prepare('SELECT sqlite_version() AS version').all();
  connection.close();
  const [ofMajor = 0, ofMinor = 0] = (row as { version: string }).version.split('.').map(Number);
  return ofMajor < major || (ofMajor === major && ofMinor < minor);
}
