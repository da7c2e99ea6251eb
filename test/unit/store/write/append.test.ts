import assert from 'node:assert/strict';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { adapters } from '#agents/registry.ts';
import type { NewEvent } from '#core/events/newEvent.ts';
import type { SessionWriters } from '#store/write/sessionWriters.ts';
import { FaultingFiles } from './support/faultingFiles.ts';
import { answered, cwd, keenLine, read, said, textsOf, WritingHome } from './support/writing.ts';

describe('appending to a session', () => {
  let place: WritingHome;
  let files: FaultingFiles;
  let writers: SessionWriters;
  let path = '';

  beforeEach(async () => {
    place = new WritingHome();
    files = new FaultingFiles();
    ({ writers } = place.writers(files));
    ({
      session: { path },
    } = await writers.create({ cwd, events: [said('One')] }));
    files.calls.length = 0;
  });
  afterEach(() => {
    assert.equal(files.openFiles, 0, 'A file was left open.');
    place.remove();
  });

  const append = (...events: NewEvent[]) => writers.append({ path, events });
  const seqs = () => read(path).events.map(({ seq }) => seq);

  it('adds one line in one write, durable before the answer, and changes nothing before it', async () => {
    const before = readFileSync(path);
    const { seq, end, otherWriter } = await append(answered('Two'));
    const after = readFileSync(path);
    assert.deepEqual(after.subarray(0, before.length), before);
    assert.deepEqual([seq, end.size, otherWriter], [3, after.length, undefined]);
    assert.deepEqual(textsOf(read(path)), ['One', 'Two']);
    const onLog = files.calls.filter((call) => /^(append|sync) /.test(call) && call.endsWith(path));
    assert.deepEqual(onLog, [`append ${path}`, `sync ${path}`]);
  });

  it('numbers lines from the highest number on, whoever wrote it', async () => {
    await append(answered('Two'), said('Three'), answered('Four'));
    assert.deepEqual(seqs(), [1, 2, 3, 4, 5]);
    appendFileSync(path, keenLine(41, 'Keen'));
    assert.equal((await append(said('Five'))).seq, 42);
    appendFileSync(path, keenLine(7, 'Keen again'));
    assert.equal((await append(said('Six'))).seq, 43);
    const fresh = place.writers().writers;
    assert.equal((await fresh.append({ path, events: [said('Seven')] })).seq, 44);
  });

  it('reports lines added by another writer, once', async () => {
    appendFileSync(path, keenLine(3, 'Keen') + keenLine(4, 'Keen'));
    assert.deepEqual((await append(answered('Two'))).otherWriter, { lines: 2, replaced: false });
    assert.equal((await append(said('Three'))).otherWriter, undefined);
    assert.deepEqual(textsOf(read(path)), ['One', 'Keen', 'Keen', 'Two', 'Three']);
  });

  it('reports them from the caller’s last end', async () => {
    const { end } = await append(answered('Two'));
    await append(said('Three'));
    const later = await writers.append({ path, after: end, events: [said('Four')] });
    assert.deepEqual(later.otherWriter, { lines: 1, replaced: false });
  });

  it('sees lines that come between its look and its write', async () => {
    files.onCall = (call, on) => {
      if (call === 'append' && on === path) {
        files.onCall = () => undefined;
        appendFileSync(path, keenLine(3, 'Keen'));
      }
    };
    assert.deepEqual((await append(answered('Two'))).otherWriter, { lines: 1, replaced: false });
    assert.deepEqual(textsOf(read(path)), ['One', 'Keen', 'Two']);
    assert.equal((await append(said('Three'))).seq, 4);
  });

  it('keeps order within one window, however many ask at once', async () => {
    const made = await Promise.all(
      Array.from({ length: 30 }, (_, index) => append(said(`${index}`))),
    );
    assert.deepEqual(
      made.map(({ seq }) => seq),
      Array.from({ length: 30 }, (_, index) => index + 3),
    );
    assert.deepEqual(
      textsOf(read(path)).slice(1),
      made.map((_, index) => `${index}`),
    );
    assert.ok(made.every(({ otherWriter }) => otherWriter === undefined));
  });

  it('keeps the lines of two windows apart and in order', async () => {
    const second = place.writers().writers;
    const all = Array.from({ length: 40 }, (_, index) =>
      (index % 2 === 0 ? writers : second).append({ path, events: [said(`${index}`)] }),
    );
    const made = await Promise.all(all);
    assert.deepEqual(
      seqs(),
      Array.from({ length: 42 }, (_, index) => index + 1),
    );
    assert.deepEqual(read(path).skipped, []);
    assert.deepEqual(
      new Set(textsOf(read(path)).slice(1)),
      new Set(made.map((_, index) => `${index}`)),
    );
    assert.ok(made.some(({ otherWriter }) => otherWriter !== undefined));
  });

  describe('to a log that has changed', () => {
    it('says that it is gone, and writes nothing', async () => {
      rmSync(path);
      await assert.rejects(append(said('Two')), {
        reason: 'vanished',
        message: `${path} no longer exists: it was moved or deleted. Restore it, or continue in a new session.`,
      });
      assert.throws(() => statSync(path), { code: 'ENOENT' });
      rmSync(dirname(path), { recursive: true });
      await assert.rejects(append(said('Two')), { reason: 'vanished' });
    });

    /** Puts another file in the log's place. */
    const replace = (more = '') => {
      const draft = join(dirname(path), '.transcript-1');
      writeFileSync(draft, `${readFileSync(path, 'utf8')}${more}`);
      renameSync(draft, path);
    };

    const onAppend = (work: () => void) => {
      files.onCall = (call, on) => (call === 'append' && on === path ? work() : undefined);
    };

    it('continues in a file that the agent put in its place', async () => {
      replace(`${keenLine(3, 'Keen')}${keenLine(4, 'Compacted')}`);
      const { seq, otherWriter } = await append(said('Two'));
      assert.deepEqual([seq, otherWriter?.replaced], [5, true]);
      assert.deepEqual(textsOf(read(path)), ['One', 'Keen', 'Compacted', 'Two']);
    });

    it('writes again when the file was replaced under its hands', async () => {
      onAppend(() => {
        files.onCall = () => undefined;
        replace(keenLine(3, 'Compacted'));
      });
      const { seq, otherWriter } = await append(said('Two'));
      assert.deepEqual([seq, otherWriter?.replaced], [4, true]);
      assert.deepEqual(textsOf(read(path)), ['One', 'Compacted', 'Two']);
    });

    it('gives up where the file is replaced under its hands each time', async () => {
      onAppend(replace);
      await assert.rejects(append(said('Two')), {
        reason: 'replaced',
        message: `Another program changed ${path} while it was being written. Try again.`,
      });
    });

    it('writes nothing into another session, or into none', async () => {
      const other = await writers.create({ cwd, events: [said('Other')] });
      writeFileSync(path, readFileSync(other.session.path));
      const content = readFileSync(path, 'utf8');
      for (const text of [content, '', 'garbage\n']) {
        writeFileSync(path, text);
        await assert.rejects(append(said('Two')), {
          reason: 'replaced',
          message: `${path} no longer contains this session. Continue in a new session.`,
        });
        assert.equal(readFileSync(path, 'utf8'), text);
      }
    });

    it('reads a log again that became shorter', async () => {
      await append(answered('Two'), said('Three'));
      const [, , two] = readFileSync(path, 'utf8').split(/(?<=\n)/);
      truncateSync(path, statSync(path).size - keenLine(4, 'Three').length);
      assert.ok(readFileSync(path, 'utf8').endsWith(two!));
      assert.equal((await append(said('Four'))).seq, 4);
      assert.deepEqual(textsOf(read(path)), ['One', 'Two', 'Four']);
    });

    it('says that a folder is no log', async () => {
      rmSync(path);
      mkdirSync(path);
      await assert.rejects(append(said('Two')), { reason: 'replaced' });
    });
  });

  it("writes to no other agent's sessions", async () => {
    const theirs = join(place.home, '.keen-agent', 'helper-1', 'sessions', 'p', 'a');
    mkdirSync(theirs, { recursive: true });
    const log = join(theirs, 'transcript_events.jsonl');
    writeFileSync(log, readFileSync(path));
    await assert.rejects(writers.append({ path: log, events: [said('Two')] }), {
      reason: 'notOurs',
      message: `Session Browser does not write to ${log}, which is in a folder of another program. Continue in a new session.`,
    });
    await assert.rejects(writers.append({ path: '/etc/passwd', events: [said('Two')] }), {
      message: '/etc/passwd is not in an agent’s session folder.',
    });
    assert.deepEqual(readFileSync(log), readFileSync(path));
  });

  it('writes to no log of its format in another store or a root that the user added', async () => {
    const extra = join(place.home, 'extra');
    const { writers: many, store } = place.writers(files, { adapters });
    store.configure({ keen: { enabled: true, extraRoots: [extra] } });
    const logs = [
      join(place.home, '.pi', 'agent', 'sessions', '--p--', 'a.jsonl'),
      join(place.home, '.local', 'state', 'fen', 'sessions', '--p--', 'a.jsonl'),
      join(place.home, '.config', 'agent', 'sessions', 'a.jsonl'),
      join(extra, 'p', 'a', 'transcript_events.jsonl'),
    ];
    const before = readFileSync(path);
    for (const log of logs) {
      mkdirSync(dirname(log), { recursive: true });
      writeFileSync(log, before);
      assert.equal(store.sessionAt(log).adapter.id, 'keen', log);
      await assert.rejects(many.append({ path: log, events: [said('Two')] }), {
        reason: 'notOurs',
      });
      assert.deepEqual(readFileSync(log), before);
      assert.equal(existsSync(`${log}.lock`), false);
    }
  });

  it('follows no link out of its own store', async () => {
    const outside = join(place.home, '.profile');
    const folder = join(place.home, 'elsewhere');
    const before = readFileSync(path);
    writeFileSync(outside, before);
    mkdirSync(join(folder, 'b'), { recursive: true });
    writeFileSync(join(folder, 'b', 'transcript_events.jsonl'), before);
    const namespace = dirname(dirname(path));
    mkdirSync(join(namespace, 'linked'));
    symlinkSync(outside, join(namespace, 'linked', 'transcript_events.jsonl'));
    symlinkSync(folder, join(place.root, 'linked'));
    for (const log of [
      join(namespace, 'linked', 'transcript_events.jsonl'),
      join(place.root, 'linked', 'b', 'transcript_events.jsonl'),
    ]) {
      await assert.rejects(writers.append({ path: log, events: [said('Two')] }), {
        reason: 'notOurs',
      });
      assert.deepEqual(readFileSync(log), before);
    }
  });

  it('follows no link that is put in the way between the look and the write', async () => {
    const outside = join(place.home, '.profile');
    const before = readFileSync(path);
    writeFileSync(outside, before);
    const folder = dirname(path);
    const swaps = [
      () => {
        rmSync(path);
        symlinkSync(outside, path);
      },
      () => {
        const other = join(place.home, 'other');
        mkdirSync(other);
        writeFileSync(join(other, 'transcript_events.jsonl'), before);
        rmSync(folder, { recursive: true });
        symlinkSync(other, folder);
      },
    ];
    for (const swap of swaps) {
      files.onCall = (call, on) => {
        if (call === 'open' && on === path) {
          files.onCall = () => undefined;
          swap();
        }
      };
      await assert.rejects(append(said('Two')), { reason: 'replaced' });
      assert.deepEqual(readFileSync(path), before);
      rmSync(path);
      writeFileSync(path, before);
    }
  });

  it('writes only to logs that begin with the start of a session', async () => {
    for (const text of [
      keenLine(5, 'Lost my start'),
      `alias ls=rm\n${readFileSync(path, 'utf8')}`,
    ]) {
      writeFileSync(path, text);
      const fresh = place.writers().writers;
      await assert.rejects(fresh.append({ path, events: [said('Two')] }), { reason: 'notOurs' });
      assert.equal(readFileSync(path, 'utf8'), text);
    }
  });

  it('continues after a start without its line feed', async () => {
    const [start = ''] = readFileSync(path, 'utf8').split('\n');
    writeFileSync(path, `\n${start}`);
    const fresh = place.writers().writers;
    assert.equal((await fresh.append({ path, events: [said('Two')] })).seq, 2);
    assert.deepEqual(textsOf(read(path)), ['Two']);
  });

  it('reads a long log once, then only additions', async () => {
    const line = keenLine(3, 'w'.repeat(100_000));
    for (let count = 0; count < 40; count += 1) {
      appendFileSync(path, line);
    }
    await append(said('Two'));
    files.calls.length = 0;
    await append(said('Three'));
    const reads = files.calls.filter((call) => call === `read ${path}`).length;
    assert.ok(reads < 15, `${reads} reads for one line`);
  });
});
