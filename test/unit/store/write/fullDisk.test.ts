import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { NodeFileSystem } from '#store/disk/nodeFileSystem.ts';
import { PathStyle } from '#store/disk/pathStyle.ts';
import { lockLog } from '#store/write/logLock.ts';
import { TurnJournals } from '#store/write/turnJournals.ts';
import { DiskError } from '#store/write/writeFiles.ts';
import { broken, FaultingFiles } from './support/faultingFiles.ts';
import { processesAs } from './support/processesAs.ts';
import { cwd, read, said, textsOf, WritingHome } from './support/writing.ts';

/** What is written, how much fits before it, and whether what is half written can be taken back. */
const writes = fc.array(
  fc.record({
    length: fc.oneof(fc.nat(40), fc.nat(3_000)),
    room: fc.oneof(fc.nat(200), fc.constant(10_000)),
    canTruncate: fc.boolean(),
  }),
  { minLength: 1, maxLength: 8 },
);

describe('what was acknowledged on a disk that fills up', () => {
  let place: WritingHome;
  let files: FaultingFiles;
  beforeEach(() => {
    place = new WritingHome();
    files = new FaultingFiles();
  });
  afterEach(() => {
    assert.equal(files.openFiles, 0, 'A file was left open.');
    place.remove();
  });

  function fill({ room, canTruncate }: { readonly room: number; readonly canTruncate: boolean }) {
    files.room = room;
    files.faults = canTruncate ? [] : [{ call: 'truncate', error: broken }];
  }

  function journals(pid: number, disk = files): TurnJournals {
    const { writers, store } = place.writers(disk);
    return new TurnJournals({
      folder: join(place.home, 'journals'),
      files: disk,
      fileSystem: new NodeFileSystem(),
      style: new PathStyle('posix'),
      store,
      writers,
      onFault: (fault) => {
        throw fault;
      },
      processes: processesAs(pid),
    });
  }

  it('of a turn is in its session when its window was killed', async () => {
    await fc.assert(
      fc.asyncProperty(writes, async (steps) => {
        const { session, end } = await place
          .writers()
          .writers.create({ cwd, events: [said('Do')] });
        const window = journals(1);
        files.room = Infinity;
        const name = window.begin({ session, end, prompt: 'Do' });
        const acknowledged: string[] = [];
        for (const [number, step] of steps.entries()) {
          fill(step);
          const text = `<${number}>${'é'.repeat(step.length)}`;
          try {
            window.add(name, [{ kind: 'text', text }]);
            acknowledged.push(text);
          } catch (error) {
            assert.ok(error instanceof DiskError);
          }
        }
        await journals(2, new FaultingFiles()).recover();
        assert.deepEqual(readdirSync(join(place.home, 'journals')), []);
        const { skipped, ...log } = read(session.path);
        assert.deepEqual(skipped, []);
        const [, ...turn] = textsOf({ skipped, ...log });
        assert.equal(turn.join(''), acknowledged.join(''));
      }),
      { seed: 14, numRuns: 60 },
    );
  });

  it('of a session is in its log, and nothing else', async () => {
    await fc.assert(
      fc.asyncProperty(writes, async (messages) => {
        files.room = Infinity;
        files.faults = [];
        const { writers } = place.writers(files);
        const { session } = await writers.create({ cwd, events: [said('One')] });
        const acknowledged: string[] = ['One'];
        for (const [number, message] of messages.entries()) {
          fill(message);
          const text = `<${number}>${'é'.repeat(message.length)}`;
          try {
            await writers.append({ path: session.path, events: [said(text)] });
            acknowledged.push(text);
          } catch (error) {
            assert.ok(error instanceof Error && error.name === 'UserError', String(error));
          }
        }
        // What could not be taken back is, once the disk allows it.
        fill({ room: Infinity, canTruncate: true });
        await writers.append({ path: session.path, events: [said('Last')] });
        assert.deepEqual(textsOf(read(session.path)), [...acknowledged, 'Last']);
      }),
      { seed: 14, numRuns: 20 },
    );
  });

  it('of a lock tells where a line may be half written, or nothing', async () => {
    const starts = fc.array(fc.nat(10_000_000), { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(writes, starts, async (moments, noted) => {
        const log = join(place.home, 'a.jsonl');
        fill({ room: Infinity, canTruncate: true });
        const held = await lockLog(files, log);
        try {
          noted.forEach((start, index) => {
            fill({ canTruncate: true, ...moments[index], room: (moments[index]?.room ?? 0) % 10 });
            held.note(start);
          });
          const [, ...lines] = readFileSync(`${log}.lock`, 'utf8').split('\n');
          for (const line of lines.slice(0, -1)) {
            assert.ok(noted.includes(Number(line)), line);
          }
        } finally {
          held.release();
        }
      }),
      { seed: 14, numRuns: 200 },
    );
  });

  it('of a turn that begins is whole, or there is no journal', () => {
    const start = { session: { agent: 'keen', id: 'a', path: '/a' }, prompt: '' };
    for (let room = 0; room < 300; room += 1) {
      files.room = room;
      const folder = join(place.home, 'journals');
      try {
        journals(1).begin({ ...start, end: { size: 1, identity: undefined } });
        assert.ok(readdirSync(folder).length > 0);
        return;
      } catch (error) {
        assert.ok(error instanceof DiskError, String(error));
        assert.deepEqual(readdirSync(folder), []);
      }
    }
    assert.fail('It never fitted.');
  });
});
