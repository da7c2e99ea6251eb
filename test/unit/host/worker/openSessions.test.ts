import assert from 'node:assert/strict';
import { OpenSessions } from '#host/worker/openSessions.ts';
import type { PartOf, Requests } from '#protocol/channel/contract.ts';
import type { WorkerContract } from '#store/requests/requests.ts';
import { silentLog } from '../silentLog.ts';

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('OpenSessions', () => {
  it('opens a log once for all who use it and closes it after the last', async () => {
    const { sessions, worker } = setUpSessions();
    const first = sessions.acquire('/a');
    const second = sessions.acquire('/a');
    assert.equal(await first.opened, await second.opened);
    assert.deepEqual(worker.open, ['/a']);
    first.dispose();
    first.dispose();
    assert.deepEqual(worker.open, ['/a']);
    second.dispose();
    assert.deepEqual([worker.open, worker.opened], [[], 1]);
  });

  it('opens a session again when it is asked for in a worker that does not have it', async () => {
    const { sessions, worker } = setUpSessions();
    const a = sessions.acquire('/a');
    const b = sessions.acquire('/b');
    const before = b.opened;
    assert.equal(b.opened, before);
    await before;
    worker.end();
    await settled();
    assert.notEqual(b.opened, before);
    await b.opened;
    assert.deepEqual(worker.open, ['/b']);
    a.dispose();
    b.dispose();
    assert.deepEqual(worker.open, []);
  });

  it('tells when an index got further, and not that it was opened', async () => {
    const { sessions, worker } = setUpSessions();
    const told: string[] = [];
    sessions.onDidIndex(({ path, state }) => told.push(`${path} ${state.rows}`));
    const lease = sessions.acquire('/a');
    assert.equal((await lease.opened).rows, 1);
    worker.tell('/a', 2);
    assert.deepEqual(told, ['/a 2']);
    lease.dispose();
  });

  it('says why a session could not be opened, and tries it again', async () => {
    const { sessions, worker } = setUpSessions();
    worker.isBroken = true;
    const lease = sessions.acquire('/a');
    await assert.rejects(lease.opened, /The file is gone/);
    worker.isBroken = false;
    assert.equal((await lease.opened).rows, 1);
    lease.dispose();
  });
});

function setUpSessions() {
  const sessions = new Map<string, { part(rows: number): void; end(error: Error): void }>();
  const worker = {
    isBroken: false,
    opened: 0,
    get open() {
      return [...sessions.keys()];
    },
    tell: (path: string, rows: number) => sessions.get(path)?.part(rows),
    end: () => {
      sessions.forEach(({ end }) => {
        end(new Error('The thread ended.'));
      });
    },
  };
  const request: Requests<WorkerContract, 'session/open'>['request'] = (
    _name,
    { path },
    signal,
    onPart,
  ) =>
    new Promise((_resolve, reject) => {
      worker.opened += 1;
      const end = (error: Error) => {
        sessions.delete(path);
        reject(error);
      };
      signal?.addEventListener('abort', () => {
        end(new Error('Cancelled.'));
      });
      const part = (rows: number) => {
        void onPart?.({ rows } as PartOf<WorkerContract, typeof _name>);
      };
      if (worker.isBroken) {
        end(new Error('The file is gone.'));
      } else {
        sessions.set(path, { part, end });
        part(1);
      }
    });
  return { sessions: new OpenSessions({ request }, silentLog), worker };
}
