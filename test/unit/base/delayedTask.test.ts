import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { DelayedTask } from '#base/delayedTask.ts';

describe('a lazy task', () => {
  let runs = 0;
  let faults: unknown[];
  let outcome: () => Promise<void>;
  let task: DelayedTask;
  /** Lets promises settle, since only timers are mocked. */
  const settled = () => new Promise((resolve) => setImmediate(resolve));

  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout'] });
    runs = 0;
    faults = [];
    outcome = () => Promise.resolve();
    task = new DelayedTask(
      () => {
        runs += 1;
        return outcome();
      },
      (fault) => faults.push(fault),
    );
  });
  afterEach(() => {
    mock.timers.reset();
  });

  it('runs once for many wishes, and not at once', async () => {
    task.schedule();
    task.schedule();
    mock.timers.tick(1_999);
    assert.equal(runs, 0);
    mock.timers.tick(1);
    await settled();
    assert.equal(runs, 1);
    mock.timers.tick(1_000_000);
    assert.equal(runs, 1);
  });

  it('runs seldom after the first time', async () => {
    task.schedule();
    mock.timers.tick(2_000);
    await settled();
    task.schedule();
    mock.timers.tick(29_999);
    assert.equal(runs, 1);
    mock.timers.tick(1);
    assert.equal(runs, 2);
  });

  it('never runs twice at once', async () => {
    let finish: () => void = () => undefined;
    outcome = () =>
      new Promise((resolve) => {
        finish = resolve;
      });
    task.schedule();
    mock.timers.tick(2_000);
    task.schedule();
    mock.timers.tick(1_000_000);
    assert.equal(runs, 1);
    finish();
    await settled();
    task.schedule();
    mock.timers.tick(30_000);
    assert.equal(runs, 2);
  });

  it('reports only the first fault, and continues', async () => {
    outcome = () => Promise.reject(new Error('The disk is full.'));
    for (const wait of [2_000, 30_000, 30_000]) {
      task.schedule();
      mock.timers.tick(wait);
      await settled();
    }
    assert.deepEqual([runs, faults.length], [3, 1]);
  });
});
