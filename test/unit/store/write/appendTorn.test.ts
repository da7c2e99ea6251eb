import assert from 'node:assert/strict';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import type { NewEvent } from '#core/events/newEvent.ts';
import type { SessionWriters } from '#store/write/sessionWriters.ts';
import { cwd, keenLine, read, said, textsOf, WritingHome } from './support/writing.ts';

describe('appending to a log whose last line has no end', () => {
  let place: WritingHome;
  let writers: SessionWriters;
  let path = '';

  beforeEach(async () => {
    place = new WritingHome();
    ({ writers } = place.writers());
    ({
      session: { path },
    } = await writers.create({ cwd, events: [said('One')] }));
  });
  afterEach(() => {
    place.remove();
  });

  const append = (...events: NewEvent[]) => writers.append({ path, events });

  it('ends a whole line first', async () => {
    appendFileSync(path, keenLine(3, 'Keen').trimEnd());
    const { seq, otherWriter } = await append(said('Two'));
    assert.deepEqual([seq, otherWriter?.lines], [4, 1]);
    assert.deepEqual(textsOf(read(path)), ['One', 'Keen', 'Two']);
    assert.deepEqual(read(path).skipped, []);
  });

  it("ends another's half line, which stays as it is, and counts its number as used", async () => {
    const torn = '{"seq":3,"kind":"assistant_turn","assistant_turn":{"mess';
    appendFileSync(path, torn);
    assert.equal((await append(said('Two'))).seq, 4);
    assert.deepEqual(read(path).skipped, [3]);
    assert.equal(readFileSync(path, 'utf8').split('\n')[2], torn);
    assert.deepEqual(textsOf(read(path)), ['One', 'Two']);
  });

  it("waits for another's long line that is on its way", async () => {
    const line = keenLine(3, 'x'.repeat(5_000));
    appendFileSync(path, line.slice(0, 2_000));
    setTimeout(() => {
      appendFileSync(path, line.slice(2_000));
    }, 5);
    assert.equal((await append(said('Two'))).seq, 4);
    assert.deepEqual(read(path).skipped, []);
  });

  it('takes back half a line of a window that died while it wrote', async () => {
    const whole = readFileSync(path);
    // As left by a killed process: its lock says where it started.
    writeFileSync(`${path}.lock`, deadLock(whole.length));
    appendFileSync(path, '{"seq":3,"kind":"user_message","user_mess');
    assert.equal((await append(said('Two'))).seq, 3);
    assert.deepEqual(read(path).skipped, []);
    assert.deepEqual(textsOf(read(path)), ['One', 'Two']);
  });

  it('removes nothing written by others, whatever a dead window meant to write', async () => {
    const whole = readFileSync(path);
    writeFileSync(`${path}.lock`, deadLock(whole.length));
    appendFileSync(path, `${keenLine(3, 'Keen')}{"seq":4,"kind":"us`);
    assert.equal((await append(said('Two'))).seq, 5);
    assert.deepEqual(read(path).skipped, [4]);
    assert.deepEqual(textsOf(read(path)), ['One', 'Keen', 'Two']);
  });
});

/** The lock of a dead process: the highest possible ID is never assigned. */
function deadLock(start: number): string {
  return `${2 ** 22 + 1} ${place()} 0-0\n${start}\n`;
}

function place(): string {
  return `${hostname().replace(/\s/g, '_') || 'here'}/${process.platform}`;
}
