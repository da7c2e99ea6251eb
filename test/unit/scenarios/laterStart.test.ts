import assert from 'node:assert/strict';
import {
  keenStore,
  logPath,
  project,
  session,
  startLine,
  turnLine,
  userLine,
} from '../store/support/keenStore.ts';
import { MemoryFileSystem } from '../store/support/memoryFileSystem.ts';

async function listed(log: string) {
  const disk = new MemoryFileSystem();
  disk.put(logPath('a'), log);
  const [listing] = await keenStore(disk).list([project]);
  return listing?.sessions.map(({ id, cwd }) => ({ id, cwd }));
}

describe('a session that starts again after its first message', () => {
  const again = startLine('again', '/srv/elsewhere') + userLine(5, 'Again');

  it('has the later id, and the folder that Keen finds it in', async () => {
    assert.deepEqual(await listed(session('a') + again), [{ id: 'again', cwd: project }]);
  });

  it('has it near either end of a long log', async () => {
    const answer = turnLine(6, 'x'.repeat(100_000));
    assert.deepEqual(await listed(session('a') + again + answer), [{ id: 'again', cwd: project }]);
    assert.deepEqual(await listed(session('a') + answer + again), [{ id: 'again', cwd: project }]);
  });

  it('is none where a message only quotes a start', async () => {
    const quoted = userLine(4, startLine('quoted')) + turnLine(5, startLine('quoted'));
    assert.deepEqual(await listed(session('a') + quoted), [{ id: 'a', cwd: project }]);
  });
});
