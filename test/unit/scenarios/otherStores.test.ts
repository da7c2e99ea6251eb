import { conversationOf } from '#store/requests/conversation.ts';
import assert from 'node:assert/strict';
import type { AgentSettings } from '#protocol/worker.ts';
import {
  agentIds,
  agentSession,
  fenSession,
  piPath,
  piSession,
  storeOfAll,
} from '../store/support/agentLogs.ts';
import { logPath, project, session, userLine } from '../store/support/keenStore.ts';
import { MemoryFileSystem } from '../store/support/memoryFileSystem.ts';

async function listed(disk: MemoryFileSystem, agents: AgentSettings = {}) {
  const [listing] = await storeOfAll(disk, { agents }).list([project]);
  assert.ok(listing);
  return listing;
}

describe('a log in another agent’s store', () => {
  it('is listed under its own agent', async () => {
    const disk = new MemoryFileSystem();
    const inPi = (id: string) => piPath(id);
    disk.put(inPi('keen'), session('k'));
    disk.put(inPi('fen'), fenSession('f'));
    disk.put(inPi('agent'), agentSession('a'));
    disk.put(inPi('pi'), piSession('p'));
    disk.put(logPath('x'), piSession('x'));
    assert.deepEqual(agentIds(await listed(disk)), ['agent a', 'fen f', 'keen k', 'pi p', 'pi x']);
  });

  it('is listed once, however many agents search there', async () => {
    const disk = new MemoryFileSystem();
    disk.put('/srv/all/one.jsonl', agentSession('a'));
    disk.put('/srv/all/two.jsonl', piSession('p'));
    disk.put('/srv/all/three.jsonl', fenSession('f'));
    const setting = { enabled: true, extraRoots: ['/srv/all'] };
    const agents = { keen: setting, fen: setting, agent: setting, pi: setting };
    const store = storeOfAll(disk, { agents });
    const [listing] = await store.list([project]);
    assert.deepEqual(agentIds(listing), ['agent a', 'fen f', 'pi p']);
    assert.equal(disk.work.opened, 3);
    disk.resetWork();
    assert.deepEqual((await store.list([project]))[0], listing);
    assert.equal(disk.work.opened, 0);
  });

  it('is not listed where its own agent is off', async () => {
    const disk = new MemoryFileSystem();
    disk.put(piPath('f'), fenSession('f'));
    disk.put(piPath('p'), piSession('p'));
    const agents = { fen: { enabled: false, extraRoots: [] } };
    assert.deepEqual(agentIds(await listed(disk, agents)), ['pi p']);
  });

  it('is identified by the first conclusive line, after damaged ones', async () => {
    const disk = new MemoryFileSystem();
    disk.put(piPath('f'), `garbage\n{"other":1}\n\n${fenSession('f')}`);
    disk.put(piPath('none'), 'garbage\n');
    disk.put(piPath('header'), agentSession('a').split('\n')[0] ?? '');
    const { sessions } = await listed(disk);
    assert.deepEqual(sessions.map(({ agent }) => agent).sort(), ['agent', 'fen', 'pi']);
  });

  it('is opened, read and summarized as its own agent’s, with the reason', async () => {
    const disk = new MemoryFileSystem();
    const path = piPath('k');
    disk.put(path, session('k') + userLine(4, 'More'));
    const store = storeOfAll(disk);
    assert.deepEqual([store.summarize(path).agent, store.open(path).agent], ['keen', 'keen']);
    assert.equal((await conversationOf(store, path)).messages.length, 3);
    assert.equal(
      store.choose(path).reason,
      'The file lies where pi keeps its sessions, but line 1 is one of Keen Code.',
    );
    store.close(path);
  });

  it('gives the reason for every other case', () => {
    const disk = new MemoryFileSystem();
    disk.put(piPath('p'), piSession('p'));
    disk.put(piPath('x'), 'garbage\n');
    disk.put(piPath('e'), '');
    disk.put(piPath('o'), '{"other":true}\n');
    disk.put('/tmp/a.jsonl', agentSession('a'));
    const store = storeOfAll(disk);
    const where = 'The file lies where pi keeps its sessions';
    for (const [path, reason] of [
      [piPath('p'), `${where}, and line 1 is one of pi.`],
      [piPath('x'), `${where}; none of its first lines tells whose it is.`],
      [piPath('e'), `${where}; none of its first lines tells whose it is.`],
      [piPath('o'), `${where}.`],
      ['/tmp/a.jsonl', 'Line 1 of the file is an event of agent.'],
    ] as const) {
      assert.equal(store.choose(path).reason, reason);
    }
  });

  it('is another agent’s when another log takes its place', () => {
    const disk = new MemoryFileSystem();
    disk.put(piPath('p'), piSession('p'));
    const store = storeOfAll(disk);
    assert.equal(store.summarize(piPath('p')).agent, 'pi');
    disk.put(piPath('p'), fenSession('p'));
    assert.equal(store.summarize(piPath('p')).agent, 'fen');
  });
});
