import assert from 'node:assert/strict';
import { endBytes } from '#store/sources/log/logBytes.ts';
import {
  agentIds,
  agentPath,
  agentRoot,
  fenPath,
  fenRoot,
  piPath,
  piRoot,
  piSession,
  storeOfAll,
} from '../store/support/agentLogs.ts';
import {
  line,
  logPath,
  project,
  session,
  startLine,
  userLine,
} from '../store/support/keenStore.ts';
import { MemoryFileSystem } from '../store/support/memoryFileSystem.ts';

const piFolder = `${piRoot}/--home-ann-project--`;
const long = 'x'.repeat(3 * endBytes);

/** Logs of agents without an adapter, and other JSON. */
const others: Readonly<Record<string, string>> = {
  copilot:
    line({ type: 'session.start', id: 'a', parentId: null, data: { sessionId: 'a' } }) +
    line({ type: 'user.message', id: 'b', parentId: 'a', data: { content: 'Hi' } }) +
    line({ type: 'assistant.message', id: 'c', parentId: 'b', data: { content: long } }),
  chat:
    line({ role: 'user', content: [{ type: 'text', text: long }] }) +
    line({ role: 'assistant', content: [] }),
  goose:
    line({ working_dir: '/a', description: 'b', message_count: 2 }) + '{"role":"user","content":[',
  pretty: JSON.stringify({ info: { id: 'a' }, messages: [long] }, undefined, 2),
  list: '[1,2,3]',
};

/** Possible states of a log of pi's own. */
const damaged: Readonly<Record<string, string>> = {
  empty: '',
  blank: '\n\n',
  halfLine: piSession('x').slice(0, 40),
  noStart: piSession('x').slice(20),
  header: line({ type: 'session' }),
  garbage: 'garbage\n{"type":"user"}\n',
  garbageLater: `${line({ type: 'user' })}garbage\n`,
  nulBytes: '\0'.repeat(5_000),
};

describe('files that are no sessions, among those of an agent', () => {
  it('are counted by folder and not listed', async () => {
    const disk = new MemoryFileSystem();
    disk.put(piPath('mine'), piSession('mine'));
    for (const [name, content] of Object.entries(others)) {
      disk.put(piPath(name), content);
    }
    const [listing, other] = await storeOfAll(disk).list([project, '/srv/b']);
    assert.deepEqual(agentIds(listing), ['pi mine']);
    assert.deepEqual(listing?.failures, []);
    assert.deepEqual(listing.others, [{ folder: piFolder, agent: 'pi', count: 5 }]);
    assert.deepEqual(other?.others, []);
  });

  for (const [name, content] of Object.entries(others)) {
    it(`are told by what they hold: ${name}`, async () => {
      const disk = new MemoryFileSystem();
      disk.put(logPath('a'), content);
      disk.put(piPath('a'), content);
      disk.put(fenPath('a'), content);
      disk.put(agentPath('a'), content);
      const [listing] = await storeOfAll(disk).list([project]);
      assert.deepEqual(agentIds(listing), []);
      const counted = listing?.others.map(({ folder, agent, count }) => [agent, folder, count]);
      assert.deepEqual(counted, [
        ['agent', agentRoot, 1],
        ['keen', logPath('a').split('/').slice(0, -2).join('/'), 1],
        ['fen', fenPath('a').split('/').slice(0, -1).join('/'), 1],
        ['pi', piFolder, 1],
      ]);
      assert.ok(counted[2]?.[1]?.toString().startsWith(fenRoot));
    });
  }

  for (const [name, content] of Object.entries(damaged)) {
    it(`are none of the agent’s own logs, however damaged: ${name}`, async () => {
      const disk = new MemoryFileSystem();
      disk.put(piPath(name), content);
      const [listing] = await storeOfAll(disk).list([project]);
      assert.equal(listing?.sessions.length, 1);
      assert.deepEqual([listing.failures, listing.others], [[], []]);
    });
  }

  it('are none of Keen’s logs with a start that cannot be told', async () => {
    const disk = new MemoryFileSystem();
    disk.put(logPath('torn'), startLine('torn').slice(30) + userLine(2, 'Torn'));
    disk.put(logPath('later'), line({ seq: 1, kind: 'session_begun', session_begun: {} }));
    disk.put(logPath('none'), userLine(2, 'None'));
    const [listing] = await storeOfAll(disk).list([project]);
    assert.equal(listing?.sessions.length, 3);
    assert.deepEqual(listing.others, []);
  });

  it('are not read again, nor listed when they stay as they are; one that becomes a log is', async () => {
    const disk = new MemoryFileSystem();
    disk.put(logPath('a'), others.copilot ?? '');
    const store = storeOfAll(disk);
    await store.list([project]);
    disk.resetWork();
    const [again] = await store.list([project]);
    assert.deepEqual([again?.others.length, disk.work.opened], [1, 0]);
    assert.throws(() => store.summarize(logPath('a')), {
      name: 'UserError',
      message: `${logPath('a')} is not a session of a supported agent.`,
    });
    disk.put(logPath('a'), session('a'));
    const [now] = await store.list([project]);
    assert.deepEqual([agentIds(now), now?.others], [['keen a'], []]);
  });

  it('cost no more than a read of their start', async () => {
    const disk = new MemoryFileSystem();
    for (let index = 0; index < 20; index += 1) {
      disk.put(piPath(`o${index}`), (others.copilot ?? '').repeat(50));
    }
    const [listing] = await storeOfAll(disk).list([project]);
    assert.deepEqual(listing?.others, [{ folder: piFolder, agent: 'pi', count: 20 }]);
    assert.ok(disk.work.bytesRead <= 20 * 3 * endBytes, String(disk.work.bytesRead));
  });
});

describe('a log without a byte', () => {
  it('is listed, as Keen does, with its problem, until something is written into it', async () => {
    const disk = new MemoryFileSystem();
    disk.put(logPath('nothing'), '');
    const store = storeOfAll(disk);
    const [only] = (await store.list([project]))[0]?.sessions ?? [];
    assert.equal(only?.id, 'nothing');
    assert.deepEqual((await store.whole(only.path)).state().problems, { lost: 0, odd: 1 });
    const { complete, rows, problems } = store.open(only.path);
    assert.deepEqual([complete, rows, problems], [true, 0, { lost: 0, odd: 1 }]);
    assert.deepEqual(
      store
        .reader(only.path)
        .problems(0, 9)
        .problems.map(({ message }) => message),
      ['The log is empty.'],
    );
    disk.append(only.path, session('a'));
    assert.deepEqual(store.reader(only.path).refresh().problems, { lost: 0, odd: 0 });
    assert.deepEqual(agentIds((await store.list([project]))[0]), ['keen a']);
  });

  it('is not listed in a folder of all projects', async () => {
    const disk = new MemoryFileSystem();
    disk.put(agentPath('nothing'), '');
    const [listing] = await storeOfAll(disk).list([project]);
    assert.deepEqual([listing?.sessions, listing?.failures, listing?.others], [[], [], []]);
  });
});
