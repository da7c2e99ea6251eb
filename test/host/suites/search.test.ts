import assert from 'node:assert/strict';
import type { SearchPart } from '#protocol/search.ts';
import type { WorkerClient } from '#host/worker/workerClient.ts';
import { KeenSession, said } from '../support/keenSession.ts';
import { installedWorker } from '../support/worker.ts';

describe('searching in VS Code’s own Node', () => {
  let worker: WorkerClient;
  let session: KeenSession;

  before(async () => {
    worker = await installedWorker();
    session = new KeenSession('88888888-0000-4000-8000-000000000031', said(`${'a'.repeat(60)}!`));
  });
  after(() => {
    worker.dispose();
    session.remove();
  });

  const search = async (query: string) => {
    const text = { query, matchCase: false, wholeWord: false, regex: true };
    const order = { text, rows: '', paths: [session.path], most: 10, mostOfSession: 10 };
    let rows = 0;
    const { refusal } = await worker.request(
      'sessions/search',
      order,
      undefined,
      ({ sessions }: SearchPart) => {
        rows += sessions.reduce((sum, one) => sum + one.rows, 0);
        return Promise.resolve();
      },
    );
    return { rows, refusal };
  };

  it('stops a regular expression that takes forever, and the thread goes on', async () => {
    const { refusal } = await search('^(a+)+$');
    assert.match(refusal ?? '', /takes too long/);
    assert.deepEqual(await search('a{60}!'), { rows: 1, refusal: undefined });
  });
});
