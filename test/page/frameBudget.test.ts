import assert from 'node:assert/strict';
import { coloredAtOnce, FrameBudget } from '../../webview/kit/surface/frameBudget.ts';

/** Turns with simulated time and frames. */
class TestTurns {
  now = 0;
  readonly #afterFrame: (() => void)[] = [];
  readonly turns = new FrameBudget(
    () => this.now,
    (run) => this.#afterFrame.push(run),
  );
  readonly colored: string[] = [];
  redraws = 0;

  /** Draws rows of this duration until one has to wait. */
  rows(count: number, each: number, ms: number): number {
    for (let row = 0; row < count; row += 1) {
      if (!this.turns.tryRow(ms, () => (this.redraws += 1))) {
        return row;
      }
      this.now += each;
    }
    return count;
  }

  color(name: string, chars: number): () => void {
    const { isNow, drop } = this.turns.tryColors(chars, () => this.colored.push(name));
    if (isNow) {
      this.colored.push(name);
    }
    return drop;
  }

  frame(): number {
    const runs = this.#afterFrame.splice(0);
    runs.forEach((run) => {
      run();
    });
    return runs.length;
  }
}

describe('turns between two frames', () => {
  it('let rows be drawn until the time is up, and the rest after the frame', () => {
    const made = new TestTurns();
    assert.equal(made.rows(100, 2, 14), 7);
    assert.equal(made.redraws, 0);
    made.frame();
    assert.equal(made.redraws, 1);
    assert.equal(made.rows(3, 2, 14), 3);
    assert.equal(made.rows(3, 2, 6), 0, 'what is less urgent waits sooner');
  });

  it('let one row be drawn however long it takes', () => {
    const made = new TestTurns();
    for (let frame = 0; frame < 3; frame += 1) {
      assert.equal(made.rows(3, 80, 14), 1);
      made.frame();
    }
  });

  it('color so many characters at once, in the order in which they are asked for', () => {
    const made = new TestTurns();
    const half = coloredAtOnce / 2;
    ['a', 'b', 'c', 'd', 'e'].forEach((name) => made.color(name, half));
    assert.deepEqual(made.colored, ['a', 'b']);
    made.frame();
    assert.deepEqual(made.colored, ['a', 'b', 'c', 'd']);
    made.color('late', 1);
    made.frame();
    assert.deepEqual(made.colored, ['a', 'b', 'c', 'd', 'e', 'late']);
  });

  it('color nothing together with a row that took long to draw', () => {
    const made = new TestTurns();
    made.rows(1, 5, 14);
    made.color('a', 10);
    assert.deepEqual(made.colored, []);
    made.frame();
    assert.deepEqual(made.colored, ['a']);
  });

  it('color a text that is longer than that by itself', () => {
    const made = new TestTurns();
    made.color('short', 10);
    made.color('long', 3 * coloredAtOnce);
    made.color('other', 10);
    assert.deepEqual(made.colored, ['short']);
    made.frame();
    assert.deepEqual(made.colored, ['short', 'long']);
    made.frame();
    assert.deepEqual(made.colored, ['short', 'long', 'other']);
  });

  it('color nothing while rows wait, and nothing that is gone', () => {
    const made = new TestTurns();
    made.rows(2, 20, 14);
    const drop = made.color('gone', 10);
    made.color('kept', 10);
    assert.deepEqual(made.colored, []);
    drop();
    made.frame();
    assert.deepEqual([made.redraws, made.colored], [1, []]);
    made.frame();
    assert.deepEqual(made.colored, ['kept']);
  });

  it('ask for no frames once nothing waits', () => {
    const made = new TestTurns();
    made.rows(30, 1, 14);
    made.color('a', 10);
    let frames = 0;
    while (made.frame() > 0) {
      frames += 1;
      assert.ok(frames < 10);
    }
    assert.equal(made.frame(), 0);
  });
});
