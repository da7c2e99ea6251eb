import assert from 'node:assert/strict';
import type { SessionSummary } from '#core/session.ts';
import { SessionLister } from '#host/catalog/sessionLister.ts';
import type { FolderListing } from '#protocol/worker.ts';
import { ListingParts } from '#store/list/listingParts.ts';
import { session } from './catalogSetUp.ts';

describe('a listing on its way from the worker', () => {
  it('is the worker’s, and nothing that did not change comes again', async () => {
    const { lister, worker } = setUp();
    const all = sessions(600);
    worker.listings = [listing('/p', all), listing('/q', [all[3]!, all[599]!])];
    const first = await lister.list(['/p', '/q']);
    assert.deepEqual(first, worker.listings);
    assert.deepEqual(worker.parts, [250, 250, 100]);
    assert.equal(first[0]?.sessions[3], first[1]?.sessions[0], 'One session is one object.');

    worker.parts.length = 0;
    const grown = { ...all[7]!, size: 9 };
    const added = session('new', 1);
    worker.listings = [listing('/p', [grown, added, ...all.slice(0, 7), ...all.slice(8, 300)])];
    const second = await lister.list(['/p']);
    assert.deepEqual(second, worker.listings);
    assert.deepEqual(worker.parts, [2]);
    assert.equal(second[0]?.sessions[2], first[0]?.sessions[0]);

    worker.parts.length = 0;
    assert.deepEqual(await lister.list(['/p']), worker.listings);
    assert.deepEqual(worker.parts, []);
  });

  it('comes whole from a worker that is another than before', async () => {
    const { lister, worker } = setUp();
    worker.listings = [listing('/p', sessions(3))];
    await lister.list(['/p']);
    worker.parts.length = 0;
    worker.restart();
    assert.deepEqual(await lister.list(['/p']), worker.listings);
    assert.deepEqual(worker.parts, [3]);
  });

  it('comes whole again after one that broke off', async () => {
    const { lister, worker } = setUp();
    worker.listings = [listing('/p', sessions(300))];
    await lister.list(['/p']);
    worker.listings = [listing('/p', sessions(300))];
    worker.parts.length = 0;
    worker.breaksAt = 2;
    await assert.rejects(lister.list(['/p']), /broke/);
    assert.deepEqual(worker.parts, [250]);
    worker.parts.length = 0;
    assert.deepEqual(await lister.list(['/p']), worker.listings);
    assert.deepEqual(worker.parts, [250, 50]);
  });

  it('gives no parts but of the last listing', () => {
    const parts = new ListingParts();
    const { listing: before } = parts.outline([], undefined);
    parts.outline([], before);
    assert.throws(() => parts.part(before, 0, 1), /listed again/);
  });
});

function setUp() {
  const worker = {
    listings: [] as readonly FolderListing[],
    /** Sizes of the parts that came. */
    parts: [] as number[],
    /** The part of this number fails, once. */
    breaksAt: 0,
    store: new ListingParts(),
    restart() {
      this.store = new ListingParts();
    },
  };
  const request = (name: string, params: never): unknown => {
    if (name === 'sessions/list') {
      const { basis } = params as { basis?: string };
      return worker.store.outline(worker.listings, basis);
    }
    if (worker.parts.length + 1 === worker.breaksAt) {
      worker.breaksAt = 0;
      throw new Error('It broke.');
    }
    const {
      listing: id,
      start,
      count,
    } = params as { listing: string; start: number; count: number };
    const part = structuredClone(worker.store.part(id, start, count));
    worker.parts.push(part.length);
    return part;
  };
  const lister = new SessionLister({
    request: (name: string, params: unknown) =>
      new Promise<never>((resolve) => {
        resolve(request(name, params as never) as never);
      }),
  });
  return { lister, worker };
}

function sessions(count: number): readonly SessionSummary[] {
  return Array.from({ length: count }, (_, place) => session(String(place), 1));
}

function listing(folder: string, of: readonly SessionSummary[]): FolderListing {
  return { folder, searched: ['/s'], sessions: of, failures: [], others: [] };
}
