import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { readKeenStrictly } from '../support/strictKeenReader.ts';
import { Child } from './child.ts';
import { kills, scrambled } from './job.ts';
import { storeOf } from './storeOf.ts';

/** Fewer than for single lines: a turn takes longer. */
const turnKills = Math.ceil(kills / 5);

describe(`a window that is killed in the middle of ${turnKills} turns`, () => {
  let home = '';
  after(() => {
    rmSync(home, { recursive: true, force: true });
  });

  it('has lost no step that it kept, and the next one has written each turn once', async () => {
    home = realpathSync(mkdtempSync(join(tmpdir(), 'session-browser-turns-')));
    const script = await Child.prepare(home);
    const kept = new Set<string>();
    const cut = { turns: 0, done: 0 };
    let path: string | undefined;
    for (let kill = 0; kill < turnKills; kill += 1) {
      const child = await Child.start(script, home);
      child.give({ kind: 'turns', path, first: kill * 1_000 });
      await child.hasKept(scrambled(kill) % 12);
      await setTimeout(scrambled(~kill) % 12);
      child.kill();
      const told = await child.ended();
      path ??= told.path;
      for (const step of told.steps) {
        kept.add(step);
      }
      cut.turns += new Set(told.steps.map((step) => step.split('.')[0])).size;
      cut.done += told.done.length;
    }
    assert.ok(path !== undefined);
    const { store, journals } = storeOf(home);
    await journals.recover();
    assert.deepEqual(readdirSync(join(home, 'journals')), []);
    const { events, skipped } = readKeenStrictly(readFileSync(path));
    assert.deepEqual(skipped, []);
    const found = new Map<string, number>();
    for (const event of events) {
      const message = event.payload?.message;
      const steps = typeof message === 'string' ? message.matchAll(/<(\d+\.\d+)>/g) : [];
      for (const [, step = ''] of steps) {
        found.set(step, (found.get(step) ?? 0) + 1);
      }
    }
    for (const step of kept) {
      assert.ok(found.has(step), `Step ${step} is lost.`);
    }
    assert.deepEqual(
      [...found].filter(([, times]) => times !== 1),
      [],
      'A turn is there twice.',
    );
    assert.deepEqual((await store.whole(path)).state().problems, { lost: 0, odd: 0 });
    // Kills that hit nothing would prove nothing.
    assert.ok(
      cut.turns - cut.done > turnKills / 4,
      `Only ${cut.turns - cut.done} turns were cut off.`,
    );
    assert.ok(cut.done > turnKills / 4, `Only ${cut.done} turns came to their end.`);
  });
});
