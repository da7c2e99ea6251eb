import assert from 'node:assert/strict';
import type { ShownFact } from '#core/lens/rowMark.ts';
import { delayBetween, isStep, stopOf } from '#core/lens/steps.ts';

const fact = (more: Partial<ShownFact>): ShownFact => ({
  kind: 'assistant',
  state: 'done',
  tool: undefined,
  time: undefined,
  durationMs: undefined,
  size: 0,
  ...more,
});

describe('A step of a playback', () => {
  const edit = fact({ kind: 'tool', tool: 'edit' });
  const diff = fact({ kind: 'diff' });

  it('is an event, a call or a prompt', () => {
    const rows = [fact({}), fact({ kind: 'shell' }), edit, diff, fact({ kind: 'user' })];
    const steps = (unit: 'event' | 'call' | 'turn') => rows.map((row) => isStep(row, unit));
    assert.deepEqual(steps('event'), [true, true, true, true, true]);
    assert.deepEqual(steps('call'), [false, true, true, false, false]);
    assert.deepEqual(steps('turn'), [false, false, false, false, true]);
  });

  it('is a stop at what went wrong, at compactions and at edits', () => {
    assert.equal(stopOf(fact({ kind: 'shell', state: 'failed' })), 'error');
    assert.equal(stopOf(fact({ kind: 'shell', state: 'declined' })), undefined);
    assert.equal(stopOf(fact({ kind: 'interruption' })), undefined);
    assert.equal(stopOf(fact({ kind: 'compaction' })), 'compaction');
    assert.equal(stopOf(edit), 'edit');
    assert.equal(stopOf(diff), 'edit');
    assert.equal(stopOf(fact({ kind: 'shell', state: 'unfinished' })), undefined);
    assert.equal(stopOf(fact({ kind: 'tool', tool: 'read' })), undefined);
  });

  it('takes as long as recorded, else as long as the row before takes to read', () => {
    assert.equal(delayBetween(fact({ time: 1_000 }), fact({ time: 5_000 })), 4_000);
    assert.equal(delayBetween(fact({ time: 5_000 }), fact({ time: 1_000 })), 0);
    const short = delayBetween(fact({ size: 10 }), fact({ time: 5_000 }));
    const long = delayBetween(fact({ size: 500 }), fact({}));
    assert.ok(short > 0 && long > short);
    assert.equal(
      delayBetween(fact({ size: 1e6 }), fact({})),
      delayBetween(fact({ size: 1e9 }), fact({})),
    );
  });
});
