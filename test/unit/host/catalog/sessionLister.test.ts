import assert from 'node:assert/strict';
import type { SessionSummary } from '#core/events/session.ts';
import { SessionLister, type ScanSoFar } from '#host/catalog/sessionLister.ts';
import type { FolderListing, Found, ListedPart } from '#protocol/listing.ts';
import { ListingStream } from '#store/requests/listingStream.ts';
import { listing, session } from './catalogSetUp.ts';

describe('a listing on its way from the worker', () => {
  it('is the worker’s, and nothing that did not change comes again', async () => {
    const { lister, worker } = setUp();
    const all = sessions(600);
    worker.listings = [listing('/p', ...all), listing('/q', all[3]!, all[599]!)];
    const first = await lister.list(['/p', '/q']);
    assert.deepEqual(first, worker.listings);
    assert.deepEqual(worker.parts.splice(0), [250, 250, 102]);
    assert.equal(first[0]?.sessions[3], first[1]?.sessions[0], 'One session is one object.');

    const grown = { ...all[7]!, size: 9 };
    const added = session('new', 1);
    worker.listings = [listing('/p', grown, added, ...all.slice(0, 7), ...all.slice(8, 300))];
    const second = await lister.list(['/p']);
    assert.deepEqual(second, worker.listings);
    assert.deepEqual(worker.parts.splice(0), [2]);
    assert.equal(second[0]?.sessions[2], first[0]?.sessions[0]);

    worker.found = [worker.listings[0]!.sessions];
    assert.deepEqual(await lister.list(['/p']), worker.listings);
    assert.deepEqual(worker.parts.splice(0), []);

    worker.listings = [listing('/p', ...all)];
    assert.deepEqual(await lister.list(['/p']), worker.listings);
    assert.deepEqual(worker.parts.splice(0), [250, 51], 'What was gone is forgotten.');
  });

  it('comes while it is found, and what the scan did not tell at the end', async () => {
    const { lister, worker } = setUp();
    const all = sessions(10);
    worker.listings = [listing('/p', ...all)];
    worker.found = [all.slice(0, 3), [], [session('gone', 1), ...all.slice(3, 7)]];
    assert.deepEqual(await lister.list(['/p']), worker.listings);
    assert.deepEqual(worker.parts.splice(0), [3, 0, 5, 3]);
    // A session that was found and then disappeared.
    worker.listings = [listing('/p', session('gone', 1), ...all)];
    worker.found = [];
    assert.deepEqual(await lister.list(['/p']), worker.listings);
    assert.deepEqual(worker.parts, [1]);
  });

  it('comes whole from a worker that is another than before', async () => {
    const { lister, worker } = setUp();
    worker.listings = [listing('/p', ...sessions(3))];
    await lister.list(['/p']);
    worker.stream = new ListingStream();
    worker.listings = [listing('/p', ...sessions(2))];
    assert.deepEqual(await lister.list(['/p']), worker.listings);
    assert.deepEqual(worker.parts, [3, 2]);
  });

  it('continues from the last complete listing after an aborted one', async () => {
    const { lister, worker } = setUp();
    const all = sessions(300);
    worker.listings = [listing('/p', ...all)];
    const [first] = await lister.list(['/p']);
    worker.parts.length = 0;
    worker.listings = [listing('/p', ...sessions(300), ...all)];
    worker.breaksAt = 2;
    await assert.rejects(lister.list(['/p']), /broke/);
    const [second] = await lister.list(['/p']);
    assert.deepEqual(second, worker.listings[0]);
    assert.equal(second?.sessions[300], first?.sessions[0]);
    assert.deepEqual(worker.parts, [250, 250, 50]);
  });

  it('shows the first sessions at once, then what there is once a second', async () => {
    const { lister, worker } = setUp();
    const all = sessions(8);
    const other = session('other', 1);
    worker.listings = [listing('/p', ...all), listing('/q', all[0]!, other)];
    worker.found = [[], ...all.map((one) => [one]), [other]];
    const told: [number, number | undefined, readonly number[]][] = [];
    const tell = ({ count, folders }: ScanSoFar) => {
      told.push([worker.now, count?.found, folders.map((each) => each.sessions.length)]);
      return Promise.resolve();
    };
    // Every part takes 0.4 s.
    worker.step = 400;
    await lister.list(['/p', '/q'], undefined, tell);
    assert.deepEqual(told, [
      [800, undefined, [1, 0]],
      [2_000, 4, [4, 0]],
      [3_200, 7, [7, 0]],
    ]);
    told.length = 0;
    await lister.list(['/p', '/q'], undefined, tell);
    assert.deepEqual(told, [], 'A later one is shown at its end.');
  });

  it('says how far a scan is that finds nothing for long', async () => {
    const { lister, worker } = setUp();
    worker.listings = [listing('/p')];
    worker.found = [[], [], []];
    worker.step = 600;
    const told: ScanSoFar[] = [];
    await lister.list(['/p'], undefined, (soFar) => {
      told.push(soFar);
      return Promise.resolve();
    });
    assert.deepEqual(told, [{ count: { found: 0, looked: 2 }, folders: [listing('/p')] }]);
  });
});

/** Both ends without a thread in between. */
function setUp() {
  const worker = {
    listings: [] as readonly FolderListing[],
    /** Sessions of the first folder reported before the scan ends. */
    found: [] as (readonly SessionSummary[])[],
    /** Sizes of the received parts. */
    parts: [] as number[],
    /** This part fails, once. */
    breaksAt: 0,
    /** Milliseconds between parts. */
    step: 0,
    now: 0,
    stream: new ListingStream(),
  };
  const scan = async (onFound: (found: Found) => Promise<void>) => {
    const count = { found: 0, looked: 0 };
    for (const found of worker.found) {
      count.found += found.length;
      count.looked += 1;
      const part = found.map((summary) => ({ folder: 0, summary }));
      await onFound({ count: { ...count }, sessions: part });
    }
    return worker.listings;
  };
  const lister = new SessionLister(
    {
      request: async (_name, params, _signal, onPart) => {
        const { basis } = params as { readonly basis?: string };
        const emit = async (part: ListedPart) => {
          if (worker.parts.length + 1 === worker.breaksAt) {
            worker.breaksAt = 0;
            throw new Error('It broke.');
          }
          worker.parts.push(part.sessions.length);
          worker.now += worker.step;
          await onPart?.(structuredClone(part) as never);
        };
        return (await worker.stream.send(basis, scan, emit)) as never;
      },
    },
    () => worker.now,
  );
  return { lister, worker };
}

function sessions(count: number): readonly SessionSummary[] {
  return Array.from({ length: count }, (_, place) => session(String(place), 1));
}
