import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { encodeLine } from '#store/write/appendLine.ts';
import type { SessionWriters } from '#store/write/sessionWriters.ts';
import { WriteError } from '#store/write/writeError.ts';
import { broken, denied, FaultingFiles, full, readOnly } from './support/faultingFiles.ts';
import { answered, cwd, read, said, textsOf, WritingHome } from './support/writing.ts';

const log = 'transcript_events.jsonl';

describe('a disk that refuses', () => {
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
  });
  afterEach(() => {
    assert.equal(files.openFiles, 0, 'A file was left open.');
    place.remove();
  });

  const append = (text: string) => writers.append({ path, events: [answered(text)] });
  const failing = async (work: Promise<unknown>): Promise<WriteError> => {
    const error: unknown = await work.then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    assert.ok(error instanceof WriteError, 'It did not fail.');
    return error;
  };

  const sentences = [
    [full, 'noSpace', 'the disk is full. Free up space and try again.'],
    [denied, 'noAccess', 'its permissions do not allow it. Change them and try again.'],
    [readOnly, 'noAccess', 'its disk is read-only. Make it writable and try again.'],
  ] as const;
  it('closes each file once when a link takes the place of the log', async () => {
    files.onCall = (call, on) => {
      if (call === 'append' && on === path) {
        files.onCall = () => undefined;
        const elsewhere = join(dirname(path), 'elsewhere');
        renameSync(path, elsewhere);
        symlinkSync(elsewhere, path);
        writeFileSync(`${elsewhere}.new`, readFileSync(elsewhere));
        renameSync(`${elsewhere}.new`, elsewhere);
      }
    };
    await assert.rejects(append('Two'), { name: 'UserError', message: /link|no longer a file/ });
    assert.equal(files.openFiles, 0);
  });

  for (const [error, reason, sentence] of sentences) {
    it(`says what to do about ${error.system}, and the same call works later`, async () => {
      const before = readFileSync(path);
      for (const call of ['open', 'append', 'sync'] as const) {
        files.faults = [{ call, on: log, error }];
        const failure = await failing(append('Two'));
        assert.deepEqual(
          [failure.reason, failure.message, failure.written, failure.uncertain],
          [reason, `${path} cannot be written: ${sentence}`, 0, false],
        );
        assert.deepEqual(readFileSync(path), before, `${call} left something behind`);
      }
      files.faults = [];
      assert.equal((await append('Two')).seq, 3);
      assert.deepEqual(textsOf(read(path)), ['One', 'Two']);
    });
  }

  it('takes back the part of a line that fitted on a full disk', async () => {
    const before = readFileSync(path);
    for (const after of [1, 17, 60]) {
      // First a part, then nothing at all.
      files.faults = [
        { call: 'append', on: log, error: full, after, times: 1 },
        { call: 'append', on: log, error: full },
      ];
      assert.equal((await failing(append('Two'))).reason, 'noSpace');
      assert.deepEqual(readFileSync(path), before);
      // Or a little each time.
      files.faults = [{ call: 'append', on: log, error: full, after }];
      assert.equal((await failing(append('Two'))).reason, 'noSpace');
      assert.deepEqual(readFileSync(path), before);
    }
    files.faults = [];
    assert.equal((await append('Two')).seq, 3);
    assert.deepEqual(read(path).skipped, []);
  });

  it('continues after a single partial write', async () => {
    files.faults = [{ call: 'append', on: log, error: full, after: 20, times: 1 }];
    assert.equal((await append('Two')).seq, 3);
    assert.deepEqual(textsOf(read(path)), ['One', 'Two']);
    assert.deepEqual(read(path).skipped, []);
  });

  it('mends half a line later that cannot be taken back now', async () => {
    files.faults = [
      { call: 'append', on: log, error: full, after: 20 },
      { call: 'truncate', error: broken },
    ];
    const failure = await failing(append('Two'));
    assert.deepEqual([failure.reason, failure.uncertain], ['noSpace', false]);
    assert.ok(!readFileSync(path, 'utf8').endsWith('\n'));
    files.faults = [];
    assert.equal((await append('Two')).seq, 3);
    assert.deepEqual(read(path).skipped, []);
    assert.deepEqual(textsOf(read(path)), ['One', 'Two']);
  });

  it('never takes back what another writer added after it', async () => {
    const theirs = `${JSON.stringify({ seq: 9, kind: 'user_message', user_message: { content: 'Keen' } })}\n`;
    files.faults = [{ call: 'sync', on: log, error: broken }];
    files.onCall = (call, on) => {
      if (call === 'sync' && on === path) {
        appendFileSync(path, theirs);
      }
    };
    const failure = await failing(append('Two'));
    assert.deepEqual([failure.reason, failure.uncertain], ['other', true]);
    files.onCall = () => undefined;
    files.faults = [];
    assert.deepEqual(textsOf(read(path)), ['One', 'Two', 'Keen']);
  });

  it('writes nothing twice that is asked for again after an uncertain end', async () => {
    const { end } = await append('Two');
    files.faults = [
      { call: 'sync', on: log, error: broken },
      { call: 'truncate', error: broken },
    ];
    const events = [said('Three'), answered('Four')];
    const failure = await failing(writers.append({ path, after: end, events }));
    assert.deepEqual([failure.written, failure.uncertain], [0, true]);
    files.faults = [];
    const { otherWriter } = await writers.append({ path, after: end, events, again: true });
    assert.equal(otherWriter, undefined);
    assert.deepEqual(textsOf(read(path)), ['One', 'Two', 'Three', 'Four']);
    // Also from another worker thread, and when everything was present.
    const fresh = place.writers().writers;
    await fresh.append({ path, after: end, events, again: true });
    assert.deepEqual(textsOf(read(path)), ['One', 'Two', 'Three', 'Four']);
    // The same text sent again is a new message.
    await writers.append({ path, events: [said('Three')] });
    assert.equal(textsOf(read(path)).length, 5);
  });

  it('tells how many of several events are written', async () => {
    let appends = 0;
    files.onCall = (call, on) => {
      appends += call === 'append' && on === path ? 1 : 0;
      files.faults = appends > 1 ? [{ call: 'append', on: log, error: full }] : [];
    };
    const events = [said('Two'), answered('Three'), said('Four')];
    const { written, reason } = await failing(writers.append({ path, events }));
    assert.deepEqual([written, reason], [1, 'noSpace']);
    files.onCall = () => undefined;
    files.faults = [];
    const rest = events.slice(written);
    const { otherWriter } = await writers.append({ path, events: rest, again: true });
    assert.equal(otherWriter, undefined);
    assert.deepEqual(textsOf(read(path)), ['One', 'Two', 'Three', 'Four']);
  });

  it('rejects a line too long to be read again', () => {
    const tooLong = {
      reason: 'tooLong',
      message: /^The text to write to a exceeds 256 MB/,
    };
    assert.throws(() => encodeLine('a', () => 'x'.repeat(2 ** 28)), tooLong);
    // Longer than the maximum string length.
    assert.throws(() => encodeLine('a', () => 'x'.repeat(2 ** 29)), tooLong);
  });

  it('writes without a lock where only the log can be written', async () => {
    files.faults = [{ call: 'create', error: denied }];
    assert.equal((await append('Two')).seq, 3);
  });

  it('needs nothing of its lock but that it is there', async () => {
    files.faults = [{ call: 'remove', on: '.lock', error: denied, times: 1 }];
    assert.equal((await append('Two')).seq, 3);
    rmSync(`${path}.lock`);
    assert.equal((await append('Three')).seq, 4);
  });

  it('says that the disk is full when not even the lock fits', async () => {
    files.faults = [{ call: 'append', on: '.lock', error: full }];
    assert.equal((await failing(append('Two'))).reason, 'noSpace');
    files.faults = [];
    assert.equal((await append('Two')).seq, 3);
  });
});

describe('a small disk that is really full', () => {
  let disk = '';
  let isMounted = false;
  let place: WritingHome;

  before(() => {
    place = new WritingHome();
    disk = join(place.home, '.keen');
    mkdirSync(disk);
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', disk], { stdio: 'ignore' });
      isMounted = true;
    } catch {
      // Only root on Linux may; elsewhere, the simulated disk above has to suffice.
    }
  });
  after(() => {
    if (isMounted) {
      execFileSync('umount', [disk]);
    }
    place.remove();
  });

  it('loses and tears nothing, and continues when there is room', async () => {
    const { writers } = place.writers();
    const { session } = await writers.create({ cwd, events: [said('One')] });
    const texts: unknown[] = ['One'];
    let failure: unknown;
    // Without a mount, the first long line beyond the test's patience ends it.
    for (let count = 0; failure === undefined && (isMounted || count < 20); count += 1) {
      const text = `${count} ${'x'.repeat(7_000)}`;
      try {
        await writers.append({ path: session.path, events: [answered(text)] });
        texts.push(text);
      } catch (error) {
        failure = error;
      }
    }
    const { skipped, ...written } = read(session.path);
    assert.deepEqual(skipped, []);
    assert.deepEqual(textsOf({ skipped, ...written }), texts);
    assert.ok(readFileSync(session.path, 'utf8').endsWith('\n'));
    if (isMounted) {
      assert.ok(failure instanceof WriteError);
      assert.equal(failure.reason, 'noSpace');
      assert.ok(texts.length > 3);
      await assert.rejects(writers.create({ cwd, events: [said('y'.repeat(30_000))] }), {
        reason: 'noSpace',
      });
      execFileSync('mount', ['-o', 'remount,size=256k', disk]);
      await writers.append({ path: session.path, events: [answered('Room')] });
      execFileSync('mount', ['-o', 'remount,ro', disk]);
      await assert.rejects(writers.append({ path: session.path, events: [answered('No')] }), {
        reason: 'noAccess',
      });
      execFileSync('mount', ['-o', 'remount,rw', disk]);
      assert.deepEqual(textsOf(read(session.path)), [...texts, 'Room']);
    }
  });
});
