import assert from 'node:assert/strict';
import { followScan, type ScanSoFar } from '#host/catalog/scanFollower.ts';
import { SessionLister } from '#host/catalog/sessionLister.ts';
import type { FolderListing } from '#protocol/worker.ts';
import { ListingParts } from '#store/list/listingParts.ts';
import { listing, session } from './catalogSetUp.ts';

type Follower = Parameters<typeof followScan>[3];

describe('following a scan', () => {
  it('asks once a second, and for sessions after 1, 2, 4, 8 seconds and so on', async () => {
    const { worker, asked } = scanning();
    const ended = new AbortController();
    const told: (readonly [number, number | undefined])[] = [];
    await followScan(
      worker,
      ({ found, folders }) => {
        told.push([found, folders?.[0]?.sessions.length]);
        return Promise.resolve();
      },
      ended.signal,
      afterSeconds(17, ended),
    );
    const shown = [1, 2, 4, 8, 16];
    assert.deepEqual(
      told,
      Array.from({ length: 17 }, (_, at) => [
        (at + 1) * 100,
        shown.includes(at + 1) ? (at + 1) * 100 : undefined,
      ]),
    );
    assert.equal(asked['sessions/soFar'], 17);
    // 1,600 sessions in parts of 250, and none of them twice.
    assert.equal(asked['sessions/part'], 1 + 1 + 1 + 2 + 4);
  });

  it('asks nothing of a scan that ends soon', async () => {
    const { worker, asked } = scanning();
    const ended = new AbortController();
    await followScan(worker, never, ended.signal, afterSeconds(0, ended));
    assert.deepEqual(asked, {});
  });

  it('ends when nothing is listed any more', async () => {
    const { worker } = scanning();
    worker.isOver = true;
    await followScan(worker, never, new AbortController().signal, () => Promise.resolve());
  });

  it('says what failed', async () => {
    const { worker } = scanning();
    worker.fails = true;
    const { signal } = new AbortController();
    await assert.rejects(
      followScan(worker, never, signal, () => Promise.resolve()),
      /The thread is gone/,
    );
  });

  it('is for the first listing only, and is over before that is there', async () => {
    const { worker, asked } = scanning();
    const told: ScanSoFar[] = [];
    const waits: (() => void)[] = [];
    const lister = new SessionLister(worker, (of, tell, ended) =>
      followScan(
        of,
        tell,
        ended,
        (_, signal) =>
          new Promise<void>((resolve, reject) => {
            waits.push(resolve);
            signal.addEventListener('abort', () => {
              reject(new Error('Ended.'));
            });
          }),
      ),
    );
    const tell = (soFar: ScanSoFar) => {
      told.push(soFar);
      return Promise.resolve();
    };
    const first = lister.list(['/p'], undefined, tell);
    for (const seconds of [1, 2]) {
      waits.shift()?.();
      await turns();
      assert.equal(told.length, seconds);
    }
    worker.listed();
    assert.equal((await first)[0]?.sessions.length, 200);
    assert.equal(told.length, 2);

    const second = lister.list(['/p'], undefined, tell);
    await turns();
    worker.listed();
    assert.equal((await second)[0]?.sessions.length, 200);
    assert.deepEqual([waits.length, asked['sessions/soFar']], [1, 2], 'Nobody waits again.');
  });
});

/** A worker whose scan has found a hundred sessions more each time that it is asked. */
function scanning() {
  const parts = new ListingParts();
  const all = Array.from({ length: 2_000 }, (_, place) => session(String(place), place));
  const asked: Record<string, number> = {};
  let seconds = 0;
  const listings = (): readonly FolderListing[] => [listing('/p', ...all.slice(0, seconds * 100))];
  const answers = {
    'sessions/list': ({ basis }: { basis?: string }) =>
      new Promise((resolve) => {
        worker.listed = () => {
          resolve(parts.outline(listings(), basis));
        };
      }),
    'sessions/soFar': ({ wanted, basis }: { wanted: string; basis?: string }) => {
      if (worker.fails) {
        throw new Error('The thread is gone.');
      }
      seconds += 1;
      const outline = wanted === 'sessions' ? parts.outline(listings(), basis) : undefined;
      return worker.isOver ? undefined : { found: seconds * 100, looked: seconds * 300, outline };
    },
    'sessions/part': (params: { listing: string; start: number; count: number }) =>
      parts.part(params.listing, params.start, params.count),
  };
  const worker = {
    isOver: false,
    fails: false,
    listed: () => undefined as unknown,
    request: async (name: keyof typeof answers, params: never): Promise<never> => {
      asked[name] = (asked[name] ?? 0) + 1;
      return (await answers[name](params)) as never;
    },
  };
  return { worker, asked };
}

/** Waits that take no time, until so many are over. */
function afterSeconds(count: number, ended: AbortController): Follower {
  let left = count;
  return () => {
    left -= 1;
    if (left < 0) {
      ended.abort();
    }
    return left < 0 ? Promise.reject(new Error('Ended.')) : Promise.resolve();
  };
}

function never(): Promise<void> {
  assert.fail('Something was told.');
}

async function turns(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) {
    await new Promise(setImmediate);
  }
}
