import assert from 'node:assert/strict';
import fc from 'fast-check';
import { ids, listing, session, setUpCatalog as setUp } from './catalogSetUp.ts';
import { runs } from '../../../support/full.ts';

describe('scans of the catalog', () => {
  it('are stopped for all who wait, also for the scan that was to come next', async () => {
    const { catalog, asked, answer } = setUp();
    const first = catalog.refresh();
    const second = catalog.refresh();
    catalog.stop();
    const third = catalog.refresh();
    assert.deepEqual(await Promise.all([first, second]), ['stopped', 'stopped']);
    await Promise.resolve();
    assert.equal(asked.length, 2, 'What was asked for after it is done.');
    answer([listing('/p', session('a', 1))]);
    assert.equal(await third, 'listed');
    assert.deepEqual([catalog.state, ids(catalog.all())], ['ready', ['a']]);
  });

  it('tell who asked how they ended', async () => {
    const { catalog, answer, fail } = setUp();
    const listed = catalog.refresh();
    answer([listing('/p', session('a', 1))]);
    assert.equal(await listed, 'listed');
    const failed = catalog.refresh();
    fail(new Error('The disk is gone.'));
    assert.equal(await failed, 'failed');
    const ended = catalog.refresh();
    catalog.dispose();
    assert.equal(await ended, 'stopped');
  });

  it('show what the first has found while it takes long', async () => {
    const { catalog, answer, tell } = setUp();
    const told: unknown[] = [];
    catalog.onDidProgress(({ isListNew }) => {
      told.push([catalog.state, catalog.count, ids(catalog.all()), isListNew]);
    });
    const scan = catalog.refresh();
    const [a, b] = [session('a', 1), session('b', 2)];
    await tell([listing('/p', a)], { found: 1, looked: 5 });
    await tell([listing('/p', a)], { found: 2, looked: 9 });
    await tell([listing('/p', b, a)], { found: 2, looked: 11 });
    assert.deepEqual(told, [
      ['scanning', { found: 1, looked: 5 }, ['a'], true],
      ['scanning', { found: 2, looked: 9 }, ['a'], false],
      ['scanning', { found: 2, looked: 11 }, ['b', 'a'], true],
    ]);
    answer([listing('/p', session('c', 3), b, a)]);
    await scan;
    assert.deepEqual(
      [catalog.state, catalog.count, ids(catalog.all())],
      ['ready', undefined, ['c', 'b', 'a']],
    );
  });

  it('keep what a stopped one found, until the next has found more', async () => {
    const { catalog, answer, tell } = setUp();
    const [a, b, c] = [session('a', 1), session('b', 2), session('c', 3)];
    const first = catalog.refresh();
    await tell([listing('/p', b, a)], { found: 2, looked: 2 });
    catalog.stop();
    await first;
    assert.deepEqual(
      [catalog.state, catalog.count, ids(catalog.all())],
      ['stopped', undefined, ['b', 'a']],
    );
    // Followers of the scan know that it has ended.
    await assert.rejects(async () => tell([listing('/p', c, b, a)], { found: 3, looked: 3 }), {
      name: 'AbortError',
    });
    assert.deepEqual(ids(catalog.all()), ['b', 'a'], 'It came too late.');
    const second = catalog.refresh();
    await tell([listing('/p', c)], { found: 1, looked: 1 });
    assert.deepEqual([catalog.count?.found, ids(catalog.all())], [1, ['b', 'a']]);
    answer([listing('/p', c)]);
    await second;
    assert.deepEqual(ids(catalog.all()), ['c'], 'The whole list counts, however short.');
  });

  it('never give a list that is older than the question', async () => {
    const steps = [
      'refresh',
      'outdate',
      'restart',
      'stop',
      'answer',
      'fail',
      'write',
      'wait',
    ] as const;
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...steps), { maxLength: 40 }), async (run) => {
        let disk = 0;
        /** A scan finds what was on disk when it started. */
        let found = NaN;
        const { catalog, answer, fail } = setUp(['/p'], () => {
          found = disk;
        });
        const answerLast = () => {
          answer([listing('/p', session('a', found))]);
        };
        const following = catalog.follow();
        const waiting: Promise<void>[] = [];
        for (const step of run) {
          switch (step) {
            case 'refresh': {
              const then = disk;
              waiting.push(
                catalog.refresh().then((end) => {
                  const listed = catalog.all()[0]?.updatedAt ?? -1;
                  assert.ok(end !== 'listed' || listed >= then, `${listed} after ${then}`);
                }),
              );
              break;
            }
            case 'outdate':
            case 'restart':
            case 'stop':
              catalog[step]();
              break;
            case 'answer':
              answerLast();
              break;
            case 'fail':
              fail(new Error('The disk is gone.'));
              break;
            case 'write':
              disk += 1;
              break;
            case 'wait':
              await new Promise(setImmediate);
          }
        }
        const scans = { areDone: false };
        const all = Promise.all(waiting).then(() => {
          scans.areDone = true;
        });
        while (!scans.areDone) {
          answerLast();
          await new Promise(setImmediate);
        }
        await all;
        following.dispose();
      }),
      { seed: 20_260_720, numRuns: runs(300) },
    );
  });
});

describe('a list that is followed', () => {
  it('rests after each scan, the longer the longer that took, and longest while it is hidden', async () => {
    let time = 0;
    const { catalog, asked, answer } = setUp(['/p'], undefined, undefined, () => time);
    const scanned = async (ms: number) => {
      const ready = catalog.ready();
      time += ms;
      answer([]);
      await ready;
    };
    const hidden = catalog.follow('hidden');
    await scanned(900);
    catalog.outdate();
    assert.equal(asked.length, 2, 'The first scan reads what later ones do not.');
    await scanned(30);
    catalog.outdate();
    assert.deepEqual([asked.length, catalog.isResting], [2, true]);
    const seen = catalog.follow();
    assert.deepEqual([asked.length, catalog.isResting], [3, false], 'Somebody looks.');
    await scanned(30);
    time += 1_199;
    catalog.outdate();
    assert.deepEqual([asked.length, catalog.isResting], [3, true]);
    time += 1;
    catalog.restart();
    assert.deepEqual([asked.length, catalog.isResting], [4, false]);
    await scanned(30);
    time += 1_200;
    catalog.outdate();
    assert.equal(asked.length, 5);
    await scanned(30);
    seen.dispose();
    time += 1_200;
    catalog.outdate();
    assert.deepEqual([asked.length, catalog.isResting], [5, true]);
    hidden.dispose();
    catalog.dispose();
  });
});
