import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { Coalescer } from '#base/coalescer.ts';

describe('Coalescer', () => {
  let runs: string[][];
  let coalescer: Coalescer<string>;

  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout', 'Date'] });
    runs = [];
    coalescer = new Coalescer<string>({
      delayMs: 150,
      maxWaitMs: 1_000,
      run: (items) => runs.push([...items]),
    });
  });
  afterEach(() => {
    mock.timers.reset();
  });

  it('makes one run of a burst, with each item once', () => {
    coalescer.add('a');
    mock.timers.tick(100);
    coalescer.add('b');
    coalescer.add('a');
    mock.timers.tick(149);
    assert.deepEqual(runs, []);
    mock.timers.tick(1);
    assert.deepEqual(runs, [['a', 'b']]);
  });

  it('runs in time although the burst does not end', () => {
    for (let at = 0; at < 1_000; at += 100) {
      coalescer.add(`at ${at}`);
      mock.timers.tick(100);
    }
    assert.equal(runs.length, 1);
    assert.equal(runs[0]?.length, 10);
  });

  it('starts anew after a run', () => {
    coalescer.add('a');
    mock.timers.tick(150);
    coalescer.add('b');
    mock.timers.tick(150);
    assert.deepEqual(runs, [['a'], ['b']]);
  });

  it('defers additions during a run to the next run', () => {
    const nested: string[][] = [];
    const own = new Coalescer<string>({
      delayMs: 10,
      maxWaitMs: 100,
      run: (items) => {
        nested.push([...items]);
        if (nested.length === 1) {
          own.add('later');
        }
      },
    });
    own.add('first');
    mock.timers.tick(10);
    mock.timers.tick(10);
    assert.deepEqual(nested, [['first'], ['later']]);
  });

  it('runs nothing more once disposed', () => {
    coalescer.add('a');
    coalescer.dispose();
    coalescer.add('b');
    mock.timers.tick(10_000);
    assert.deepEqual(runs, []);
  });
});
