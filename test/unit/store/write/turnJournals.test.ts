import assert from 'node:assert/strict';
import {
  appendFileSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { TurnStep, NewTurn } from '#core/events/newEvent.ts';
import { parseJournal } from '#protocol/turnJournal.ts';
import type { CreatedSession } from '#protocol/writing.ts';
import { NodeFileSystem } from '#store/disk/nodeFileSystem.ts';
import { PathStyle } from '#store/disk/pathStyle.ts';
import { TurnJournals } from '#store/write/turnJournals.ts';
import { WriteFiles } from '#store/write/writeFiles.ts';
import { processesAs } from './support/processesAs.ts';
import { full, FaultingFiles } from './support/faultingFiles.ts';
import { answered, cwd, read, said, textsOf, WritingHome } from './support/writing.ts';

const steps: readonly TurnStep[] = [
  { kind: 'text', text: 'I will ' },
  { kind: 'text', text: 'write.' },
  { kind: 'call', name: 'write', input: { path: 'a.ts' } },
  {
    kind: 'items',
    items: [
      { kind: 'toolCall', name: 'write', input: { path: 'a.ts' } },
      {
        kind: 'diff',
        path: 'a.ts',
        lines: [{ kind: 'added', oldLine: undefined, newLine: 1, text: 'x' }],
      },
      { kind: 'toolResult', name: 'write', input: { path: 'a.ts' }, output: 'ok', retained: 'ok' },
    ],
  },
  { kind: 'call', name: 'run', input: { command: 'make' } },
];

describe('The journal of a running turn', () => {
  let place: WritingHome;
  let folder: string;
  let session: CreatedSession;
  const faults: unknown[] = [];

  beforeEach(async () => {
    place = new WritingHome();
    folder = join(place.home, 'journals');
    session = await place.writers().writers.create({ cwd, events: [said('Do it')] });
  });
  afterEach(() => {
    place.remove();
    assert.deepEqual(faults.splice(0), []);
  });

  /** A window's process; those in `alive` are still running. */
  function journals(
    pid: number,
    alive: readonly number[] = [],
    files?: WriteFiles,
    token?: string,
  ): TurnJournals {
    const { writers, store } = place.writers(files, { lock: { waitMs: 50 } });
    return new TurnJournals({
      folder,
      files: files ?? new WriteFiles(),
      fileSystem: new NodeFileSystem(),
      style: new PathStyle('posix'),
      store,
      writers,
      onFault: (fault) => faults.push(fault),
      processes: processesAs(pid, alive, token),
    });
  }

  const path = () => session.session.path;
  const begun = () => ({ session: session.session, end: session.end, prompt: 'Do it' });
  const left = () => readdirSync(folder);
  const turns = () => read(path()).events.filter(({ kind }) => kind === 'assistant_turn');
  /** A turn whose window was killed. */
  const killed = (done = steps, pid = 1): string => {
    const window = journals(pid);
    const name = window.begin(begun());
    for (const step of done) {
      window.add(name, [step]);
    }
    return name;
  };

  it('becomes an interrupted turn of its session when its window is gone', async () => {
    killed();
    await journals(2).recover();
    const { store } = place.writers();
    const rows = (await store.whole(path())).rows('all', 0, 20).rows;
    assert.deepEqual(
      rows.map(({ kind }) => kind),
      ['user', 'assistant', 'tool', 'tool', 'interruption'],
    );
    assert.ok(rows[1]?.kind === 'assistant' && rows[1].text.text === 'I will write.');
    assert.ok(rows[2]?.kind === 'tool' && rows[2].state === 'done');
    assert.ok(rows[3]?.kind === 'tool' && rows[3].state === 'unfinished');
    assert.deepEqual(read(path()).skipped, []);
    assert.deepEqual(left(), []);
  });

  it('is written once, whoever looks and however often', async () => {
    killed();
    await Promise.all([journals(2).recover(), journals(3).recover()]);
    await journals(4).recover();
    assert.equal(turns().length, 1);
  });

  it('is left alone while its window lives, and by that window itself', async () => {
    killed();
    await journals(2, [1]).recover();
    await journals(1).recover();
    assert.equal(turns().length, 0);
    assert.equal(left().length, 1);
  });

  it('is not left alone for the process that has the ID of its own by now', async () => {
    // Of this version and of earlier ones.
    for (const [before, token] of [
      [0, '.00000000.'],
      [1, '.'],
    ] as const) {
      const name = killed();
      renameSync(join(folder, name), join(folder, name.replace('.00000000.', token)));
      await journals(1, [], undefined, '11111111').recover();
      assert.equal(turns().length, before + 1);
      assert.deepEqual(left(), []);
    }
  });

  it('does not count a process with the same id after a restart of the machine, or a day', async () => {
    const name = killed();
    utimesSync(join(folder, name), 1, Date.now() / 1000 - 2 * 24 * 60 * 60);
    await journals(2, [1]).recover();
    assert.equal(turns().length, 1);
  });

  it('goes when the turn is written', async () => {
    const window = journals(1);
    const name = window.begin(begun());
    window.add(name, steps);
    const appended = await window.finish(name, {
      path: path(),
      after: session.end,
      events: [answered('Done')],
    });
    assert.equal(appended.seq, 3);
    assert.deepEqual(left(), []);
  });

  it('is not written again where its window was killed after the turn was', async () => {
    const window = journals(1);
    const name = window.begin(begun());
    window.add(name, steps);
    // State of the disk between the turn's line and the journal's end.
    const copy = join(place.home, 'kept');
    const { writers, store } = place.writers();
    const finishing = new TurnJournals({
      folder,
      files: new WriteFiles(),
      fileSystem: new NodeFileSystem(),
      style: new PathStyle('posix'),
      store,
      writers: {
        append: async (request) => {
          const appended = await writers.append(request);
          copyFileSync(join(folder, name), copy);
          return appended;
        },
      },
      onFault: (fault) => faults.push(fault),
      processes: processesAs(1),
    });
    await finishing.finish(name, { path: path(), after: session.end, events: [answered('Done')] });
    copyFileSync(copy, join(folder, name));
    await journals(2).recover();
    assert.deepEqual(textsOf(read(path())), ['Do it', 'Done']);
    assert.deepEqual(left(), []);
  });

  it('has the whole turn where its window was killed just before that was written', async () => {
    const name = killed();
    const turn: NewTurn = answered('All of it');
    const line = JSON.stringify({ turn });
    appendFileSync(join(folder, name), `${line}\n`);
    await journals(2).recover();
    assert.equal(turns()[0]?.payload?.message, 'All of it');
    assert.equal(turns()[0]?.payload?.interrupted, undefined);
  });

  it('is not written again where the one who did it was killed before the journal went', async () => {
    killed();
    const files = new FaultingFiles();
    files.faults = [{ call: 'remove', on: '.jsonl', error: full }];
    await journals(2, [], files).recover();
    assert.equal(left().length, 1);
    await journals(3).recover();
    assert.equal(turns().length, 1);
    assert.deepEqual(left(), []);
  });

  it('is not written again either where its window was killed in the middle of a step', async () => {
    const name = killed();
    appendFileSync(join(folder, name), '{"steps":[{"kind":"text","text":"half');
    const files = new FaultingFiles();
    files.faults = [{ call: 'remove', on: '.jsonl', error: full }];
    await journals(2, [], files).recover();
    await journals(3).recover();
    assert.equal(turns().length, 1);
    assert.deepEqual(left(), []);
  });

  it('quotes its prompt if the session has continued meanwhile', async () => {
    killed();
    const { writers } = place.writers();
    await writers.append({ path: path(), events: [said('Never mind'), answered('Fine')] });
    await journals(2).recover();
    const texts = textsOf(read(path()));
    assert.deepEqual(texts.slice(0, 3), ['Do it', 'Never mind', 'Fine']);
    assert.match(String(texts[3]), /^\*The answer to “Do it” was cut off .*I will write\.$/s);
  });

  it('waits for the disk, and is tried again by the next', async () => {
    killed();
    const files = new FaultingFiles();
    files.faults = [{ call: 'append', on: 'transcript_events.jsonl', error: full }];
    await journals(2, [], files).recover();
    assert.equal(turns().length, 0);
    await journals(3).recover();
    assert.equal(turns().length, 1);
  });

  it('with nothing in it writes nothing', async () => {
    killed([]);
    await journals(2).recover();
    assert.equal(turns().length, 0);
    assert.deepEqual(left(), []);
  });

  it('goes without a trace where its session is gone, another’s, or in no store', async () => {
    const start = begun();
    const of = (changed: object) => {
      const window = journals(1);
      window.add(window.begin({ ...start, session: { ...start.session, ...changed } }), steps);
    };
    of({ id: 'another' });
    of({ path: '/etc/passwd' });
    of({ path: join(place.home, 'elsewhere.jsonl') });
    const before = readFileSync(path(), 'utf8');
    await journals(2).recover();
    assert.equal(readFileSync(path(), 'utf8'), before);
    assert.deepEqual(left(), []);
    killed();
    rmSync(path());
    await journals(2).recover();
    assert.deepEqual(left(), []);
  });

  it('is untrusted: invalid entries are not written', async () => {
    const name = killed(steps.slice(0, 2));
    // A torn line, as left by a kill, and content after an invalid line.
    appendFileSync(join(folder, name), '{"steps":[{"kind":"text","text":"no"}]');
    mkdirSync(join(folder, 'a folder'));
    writeFileSync(join(folder, 'notes.txt'), 'mine');
    writeFileSync(join(folder, '00000000-0000-4000-8000-000000000000.1.jsonl'), 'garbage\n');
    await journals(2).recover();
    assert.equal(turns()[0]?.payload?.message, 'I will write.');
    assert.deepEqual(left().sort(), ['a folder', 'notes.txt']);
  });

  it('counts as far as its lines are as they should be', () => {
    const head = JSON.stringify({ version: 1, host: 'h', start: begun() });
    const line = (text: string) => JSON.stringify({ steps: [{ kind: 'text', text }] });
    const stepsOf = (...lines: readonly string[]) =>
      parseJournal([head, ...lines, ''].join('\n'))?.steps.length;
    assert.equal(stepsOf(line('a'), line('b')), 2);
    assert.equal(stepsOf(line('a'), '{"steps":[{"kind":"items","items":[{}]}]}', line('b')), 1);
    assert.equal(parseJournal(`${head.replace('"version":1', '"version":2')}\n`), undefined);
    assert.equal(parseJournal(''), undefined);
    assert.equal(parseJournal('[]\n'), undefined);
  });
});
