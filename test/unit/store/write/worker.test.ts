import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listSessions } from '../../../support/listSessions.ts';
import { OpenSessions } from '#host/worker/openSessions.ts';
import type { WorkerStart } from '#protocol/worker.ts';
import { silentLog } from '../../host/silentLog.ts';
import { startStoreWorker, type StoreWorker } from '../support/storeWorker.ts';
import { answered, cwd, read, said, textsOf, WritingHome } from './support/writing.ts';

describe('the worker thread that writes', () => {
  let place: WritingHome;
  let worker: StoreWorker['worker'];
  let endpoint: StoreWorker['endpoint'];
  const faults: unknown[] = [];
  const onFault = (fault: unknown) => {
    faults.push(fault);
  };

  before(async () => {
    place = new WritingHome();
    const start: WorkerStart = {
      home: place.home,
      platform: 'posix',
      variables: {},
      journals: join(place.home, 'journals'),
      kept: join(place.home, 'kept'),
    };
    ({ worker, endpoint } = await startStoreWorker(place.home, start, onFault));
  });
  after(async () => {
    await worker.terminate();
    place.remove();
  });
  afterEach(() => {
    assert.deepEqual(faults, []);
  });

  it('makes, continues and forks a session, and shows it at once', async () => {
    const created = await endpoint.request('write/create', { cwd, events: [said('One')] });
    assert.ok(created.ok);
    const { path } = created.value.session;
    const lease = new OpenSessions(endpoint, silentLog).acquire(path);
    await lease.opened;
    const appended = await endpoint.request('write/append', {
      path,
      after: created.value.end,
      events: [answered('Two')],
    });
    assert.ok(appended.ok);
    assert.deepEqual([appended.value.seq, appended.value.otherWriter], [3, undefined]);
    assert.equal((await endpoint.request('session/refresh', { path })).rows, 2);
    lease.dispose();
    const forked = await endpoint.request('write/create', {
      cwd,
      events: [],
      from: { path, rowId: '2.0' },
    });
    assert.ok(forked.ok);
    assert.deepEqual(textsOf(read(forked.value.session.path)), ['One']);
    const [listing] = await listSessions(endpoint, [cwd]);
    assert.equal(listing?.sessions.length, 2);
  });

  it('answers a failure whole, not as a sentence alone', async () => {
    const created = await endpoint.request('write/create', { cwd, events: [said('One')] });
    assert.ok(created.ok);
    const { path } = created.value.session;
    rmSync(path);
    assert.deepEqual(await endpoint.request('write/append', { path, events: [said('Two')] }), {
      ok: false,
      failure: {
        reason: 'vanished',
        message: `${path} no longer exists: it was moved or deleted. Restore it, or continue in a new session.`,
        written: 0,
        uncertain: false,
      },
    });
    writeFileSync(path, 'garbage\n');
    const failed = await endpoint.request('write/append', { path, events: [said('Two')] });
    assert.equal(failed.ok ? '' : failed.failure.reason, 'replaced');
  });

  it('answers other failures like every other request', async () => {
    await assert.rejects(
      endpoint.request('write/append', { path: '/etc/passwd', events: [said('Two')] }),
      { name: 'RemoteError' },
    );
  });
});
