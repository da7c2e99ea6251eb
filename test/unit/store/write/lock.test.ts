import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { lockLog } from '#store/write/logLock.ts';
import { ownProcesses } from '#store/write/processes.ts';
import { WriteFiles } from '#store/write/writeFiles.ts';
import { denied, FaultingFiles } from './support/faultingFiles.ts';
import { WritingHome } from './support/writing.ts';

describe('the lock of a log', () => {
  let place: WritingHome;
  let log = '';
  let lock = '';
  const files = new WriteFiles();
  const here = `${hostname().replace(/\s/g, '_') || 'here'}/${process.platform}`;
  const { pid: dead } = spawnSync(process.execPath, ['-e', '']);

  beforeEach(() => {
    place = new WritingHome();
    log = join(place.home, 'a.jsonl');
    lock = `${log}.lock`;
  });
  afterEach(() => {
    place.remove();
  });

  it('is a file beside the log while it is held, and gone afterwards', async () => {
    const held = await lockLog(files, log);
    held.note(120);
    assert.match(
      readFileSync(lock, 'utf8'),
      new RegExp(`^${process.pid} ${here} [0-9a-f-]+/[0-9a-f-]{36}\n120\n$`),
    );
    held.release();
    assert.equal(existsSync(lock), false);
    assert.equal(held.abandonedAt, undefined);
  });

  it('is held by one at a time', async () => {
    let holders = 0;
    let most = 0;
    await Promise.all(
      Array.from({ length: 10 }, async () => {
        const held = await lockLog(files, log);
        holders += 1;
        most = Math.max(most, holders);
        await new Promise((resolve) => setTimeout(resolve, 2));
        holders -= 1;
        held.release();
      }),
    );
    assert.equal(most, 1);
  });

  it('is taken over from a dead process, with the position it was writing', async () => {
    writeFileSync(lock, `${dead} ${here} x\n80\n120\n`);
    const held = await lockLog(files, log);
    assert.equal(held.abandonedAt, 120);
    held.release();
    writeFileSync(lock, `${dead} ${here} x\n`);
    const again = await lockLog(files, log);
    assert.equal(again.abandonedAt, undefined);
    again.release();
  });

  it('still says where a line may be partial when whoever takes it over dies as well', async () => {
    writeFileSync(lock, `${dead} ${here} x\n80\n`);
    const dying = new FaultingFiles();
    dying.faults = [{ call: 'rename', error: denied }];
    await assert.rejects(lockLog(dying, log, { waitMs: 30 }), { reason: 'busy' });
    assert.match(readFileSync(lock, 'utf8'), /\n80\n$/);
    const held = await lockLog(files, log);
    assert.match(
      readFileSync(lock, 'utf8'),
      new RegExp(`^${process.pid} ${here} [0-9a-f-]+/[0-9a-f-]{36}\n80\n$`),
    );
    held.release();
  });

  it('is taken over by one of many who wait', async () => {
    writeFileSync(lock, `${dead} ${here} x\n80\n`);
    let holders = 0;
    const starts = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const held = await lockLog(files, log);
        holders += 1;
        assert.equal(holders, 1);
        await new Promise((resolve) => setTimeout(resolve, 1));
        holders -= 1;
        held.release();
        return held.abandonedAt;
      }),
    );
    assert.deepEqual(
      starts.filter((start) => start !== undefined),
      [80],
    );
    assert.equal(existsSync(`${lock}.stale`), false);
  });

  it('is waited for while its holder lives, and then reported', async () => {
    const { token } = ownProcesses.own;
    for (const holder of [
      `${process.pid} ${here} ${token}/x\n`,
      // As earlier versions write it.
      `${process.ppid} ${here} x\n`,
      `${dead} elsewhere/linux x\n`,
      `${process.pid} elsewhere/linux ${token}/x\n`,
    ]) {
      writeFileSync(lock, holder);
      await assert.rejects(lockLog(files, log, { waitMs: 60 }), {
        reason: 'busy',
        message: `Another window is writing to ${log}. Try again in a moment.`,
      });
      assert.equal(readFileSync(lock, 'utf8'), holder);
    }
  });

  it('is taken over from a process that had the ID of one that runs now', async () => {
    const before = '00000000-0000-4000-8000-000000000000-1';
    for (const holder of [
      `${process.pid} ${here} ${before}/x\n80\n`,
      // As earlier versions write it: it cannot be of this process.
      `${process.pid} ${here} x\n80\n`,
      // Only on Linux is it known when another process started.
      ...(process.platform === 'linux' ? [`${process.ppid} ${here} ${before}/x\n80\n`] : []),
    ]) {
      writeFileSync(lock, holder);
      const held = await lockLog(files, log, { waitMs: 0 });
      assert.equal(held.abandonedAt, 80, holder);
      held.release();
    }
  });

  it('is taken over from whoever holds it for longer than writing can take', async () => {
    writeFileSync(lock, `${process.pid} elsewhere/linux x\n7\n`);
    age(lock, 11);
    const held = await lockLog(files, log, { waitMs: 0 });
    assert.equal(held.abandonedAt, 7);
    held.release();
  });

  it('is taken over from a holder that did not live to say who it is', async () => {
    writeFileSync(lock, '');
    age(lock, 2);
    (await lockLog(files, log, { waitMs: 0 })).release();
    writeFileSync(lock, '');
    await assert.rejects(lockLog(files, log, { waitMs: 30 }), { reason: 'busy' });
  });

  it('is taken over where its time lies in the future, as after a clock was set back', async () => {
    for (const holder of [`${process.pid} elsewhere/linux x\n7\n`, '', 'not a lock\n']) {
      writeFileSync(lock, holder);
      writeFileSync(`${lock}.stale`, '');
      age(lock, -3_600);
      age(`${lock}.stale`, -3_600);
      (await lockLog(files, log, { waitMs: 500 })).release();
      assert.equal(existsSync(lock), false);
    }
  });

  it('is put in the place of a link, which is not followed', async () => {
    const other = join(place.home, 'other');
    writeFileSync(other, `${process.pid} ${here} x\n`);
    symlinkSync(other, lock);
    (await lockLog(files, log, { waitMs: 500 })).release();
    assert.deepEqual([existsSync(lock), existsSync(other)], [false, true]);
  });

  it('is left alone by a holder that lost it', async () => {
    const held = await lockLog(files, log);
    files.remove(lock);
    const second = await lockLog(files, log);
    held.release();
    assert.ok(existsSync(lock));
    second.release();
  });

  it('is done without where no file can be made', async () => {
    const refusing = new FaultingFiles();
    refusing.faults = [{ call: 'create', error: denied }];
    const held = await lockLog(refusing, log);
    held.note(1);
    held.release();
    assert.equal(existsSync(lock), false);
  });
});

function age(path: string, seconds: number): void {
  const time = Date.now() / 1000 - seconds;
  utimesSync(path, time, time);
}
