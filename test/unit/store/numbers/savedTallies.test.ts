import assert from 'node:assert/strict';
import fc from 'fast-check';
import { adapters } from '#agents/registry.ts';
import { addCounts, noCounts, type Counts } from '#core/numbers/numbers.ts';
import { readNumbers } from '#store/numbers/readNumbers.ts';
import type { SessionStore } from '#store/sessionStore.ts';
import { PackedRows, RowReader } from '#store/tally/packed.ts';
import { fixtureFiles } from '../../../support/fixtures.ts';
import { runs } from '../../../support/full.ts';
import {
  claudePath,
  claudeSession,
  codexPath,
  codexSession,
  piName,
  piPath,
  piSession,
  storeOfAll,
} from '../support/agentLogs.ts';
import { logPath, project, session, userLine } from '../support/keenStore.ts';
import { MemoryFileSystem } from '../support/memoryFileSystem.ts';
import { file, numbersFile, windowOn } from '../support/window.ts';

const logs = adapters.flatMap(({ id, sources }) =>
  sources.some(({ kind, ...layout }) => kind === 'log' && !('settled' in layout))
    ? fixtureFiles(id).map(({ name, bytes }) => ({ name: `${id} ${name}`, bytes }))
    : [],
);

describe('what logs came to, saved by their state', () => {
  it('adds up to the same in any order and with any part of it saved before', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({ log: fc.constantFrom(...logs), share: fc.integer({ min: 1, max: 8 }) }),
          {
            minLength: 1,
            maxLength: 5,
          },
        ),
        fc.array(fc.nat({ max: 9 }), { maxLength: 5 }),
        async (chosen, saved) => {
          const disk = new MemoryFileSystem();
          // The same log again and parts of it are copies.
          const paths = chosen.map(({ log, share }, at) => {
            const path = `/chosen/log${at}.jsonl`;
            const end = log.bytes.indexOf(0x0a, Math.floor((log.bytes.length * share) / 8) - 1);
            disk.put(path, log.bytes.subarray(0, end < 0 ? log.bytes.length : end + 1));
            return path;
          });
          const readable = (store: SessionStore) =>
            paths.filter((path) => {
              try {
                store.choose(path);
                return true;
              } catch {
                return false;
              }
            });
          const fresh = storeOfAll(disk);
          const expected = await sumsOf(fresh, readable(fresh));
          const first = windowOn(disk);
          const known = readable(first).filter((_, at) => saved.includes(at));
          await sumsOf(first, known.reverse());
          await first.saveSummaries();
          const second = windowOn(disk);
          assert.deepEqual(await sumsOf(second, readable(second)), expected);
          assert.deepEqual(await sumsOf(second, readable(second)), expected);
        },
      ),
      { numRuns: runs(150) },
    );
  });

  it('saves a new window the reading of every log', async () => {
    const disk = someLogs();
    const first = windowOn(disk);
    const sums = await sumsOf(first, paths);
    assert.ok(sums.prompts > 0);
    await first.saveSummaries();
    const second = windowOn(disk);
    await second.list([project]);
    disk.resetWork();
    assert.deepEqual(await sumsOf(second, paths), sums);
    assert.deepEqual(
      disk.work.paths.filter((path) => ![file, numbersFile].includes(path)),
      [],
    );
  });

  it('does not count for a log that changed in any way', async () => {
    const disk = someLogs();
    const store = windowOn(disk);
    await store.list([project]);
    const before = await sumsOf(store, paths);
    disk.append(logPath('k'), userLine(5, 'More'));
    disk.resetWork();
    assert.equal((await sumsOf(store, paths)).prompts, before.prompts + 1);
    assert.deepEqual([...new Set(disk.work.paths)], [logPath('k')]);
  });

  it('does not count for another program, and leaves out logs that are gone', async () => {
    const disk = someLogs();
    const first = windowOn(disk);
    await sumsOf(first, paths);
    await first.saveSummaries();
    disk.remove(piPath('p'));
    const other = windowOn(disk, '2.0.0');
    await other.saveSummaries();
    const next = windowOn(disk, '2.0.0');
    disk.resetWork();
    await sumsOf(next, [logPath('k')]);
    assert.ok(disk.work.paths.includes(logPath('k')));
    await next.saveSummaries();
    assert.deepEqual([...next.tallies.entries.keys()], [logPath('k')]);
  });

  it('keeps what another window added meanwhile', async () => {
    const disk = someLogs();
    const [one, two] = [windowOn(disk), windowOn(disk)];
    await sumsOf(one, [logPath('k')]);
    await sumsOf(two, [piPath('p')]);
    await one.saveSummaries();
    await two.saveSummaries();
    assert.deepEqual(
      [...windowOn(disk).tallies.entries.keys()].sort(),
      [logPath('k'), piPath('p')].sort(),
    );
  });

  it('packs any whole numbers', () => {
    const whole = fc.oneof(
      fc.nat(300),
      fc.maxSafeInteger().map((each) => Math.trunc(each / 4) || 0),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(), whole, whole)), (all) => {
        const packed = new PackedRows();
        all.forEach(([line, ...numbers]) => packed.add(line, ...numbers));
        const read: typeof all = [];
        for (const rows = new RowReader(packed.toString()); rows.next();) {
          read.push([rows.line, rows.number(), rows.number()]);
        }
        assert.deepEqual(read, all);
      }),
    );
  });
});

const paths = [logPath('k'), piPath('p'), claudePath('c'), codexPath('x')];

function someLogs(): MemoryFileSystem {
  const disk = new MemoryFileSystem();
  disk.put(logPath('k'), session('k') + userLine(4, 'Go'));
  disk.put(piPath('p'), piSession('p') + piName('Given'));
  disk.put(claudePath('c'), claudeSession('c'));
  disk.put(codexPath('x'), codexSession('x'));
  return disk;
}

async function sumsOf(store: SessionStore, of: readonly string[]): Promise<Counts> {
  const sum = { ...noCounts };
  await readNumbers(store, of, ({ sessions }) => {
    sessions.flatMap(({ cells }) => cells).forEach((cell) => addCounts(sum, cell));
    return Promise.resolve();
  });
  return sum;
}
