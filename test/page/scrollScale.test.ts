import assert from 'node:assert/strict';
import fc from 'fast-check';
import { mostHeight, ScrollScale } from '../../webview/replay/virtual/scrollScale.ts';
import { runs } from '../support/full.ts';

const screen = 800;

/** A list with its scrolled element, and a reader who scrolls it. */
class Scrolled {
  readonly scale = new ScrollScale();
  readonly element = { scrollTop: 0 };
  top = 0;

  constructor(readonly total: number) {}

  get room(): number {
    return this.total - screen;
  }

  /** As the list does after each scroll event. */
  scrollElement(scrollTop: number): void {
    const most = this.scale.heightOf(this.total) - screen;
    this.element.scrollTop = Math.max(0, Math.min(scrollTop, most));
    const { scrollTop: now } = this.element;
    const offset = this.scale.offsetAt(now, this.top, this.total, screen);
    if (offset !== undefined) {
      this.goTo(offset);
    }
  }

  wheel(distance: number): void {
    this.scrollElement(this.element.scrollTop + distance);
  }

  goTo(offset: number): void {
    const within = Math.max(0, Math.min(offset, this.room));
    this.top = this.scale.moveTo(this.element, within, this.total, screen);
  }
}

describe('the scale of a list’s scrollbar', () => {
  it('is one to one for a list that fits an element', () => {
    const list = new Scrolled(mostHeight);
    list.wheel(300);
    assert.deepEqual([list.top, list.scale.shift], [300, 0]);
    list.scrollElement(4_000_000);
    assert.deepEqual([list.top, list.scale.shift], [4_000_000, 0]);
    list.goTo(77);
    assert.equal(list.element.scrollTop, 77);
  });

  it('moves a taller list by as much as the wheel does, and by the scrollbar in proportion', () => {
    const list = new Scrolled(200_000_000);
    list.scrollElement((mostHeight - screen) / 2);
    assert.ok(Math.abs(list.top - list.room / 2) < 1, `${list.top}`);
    const middle = list.top;
    for (let notch = 0; notch < 50; notch += 1) {
      list.wheel(100);
    }
    assert.ok(Math.abs(list.top - middle - 5_000) < 1, `${list.top - middle}`);
    list.scrollElement(mostHeight);
    assert.equal(list.top, list.room);
    list.scrollElement(0);
    assert.equal(list.top, 0);
  });

  it('lets the wheel reach either end from anywhere', () => {
    const begin = fc.record({
      total: fc.constantFrom(8_000_500, 9_000_000, 40_000_000, 2_000_000_000),
      from: fc.integer({ min: 0, max: 12_000 }),
      isDown: fc.boolean(),
      isLeap: fc.boolean(),
    });
    fc.assert(
      fc.property(begin, ({ total, from, isDown, isLeap }) => {
        const list = new Scrolled(total);
        if (isLeap) {
          list.scrollElement(mostHeight / 2);
        }
        list.goTo(isDown ? list.room - from : from);
        for (let notch = 0; notch < 130; notch += 1) {
          list.wheel(isDown ? 100 : -100);
        }
        assert.ok(Math.abs(list.top - (isDown ? list.room : 0)) < 1, `${list.top} of ${list.room}`);
      }),
      { seed: 20_261_121, numRuns: runs(300) },
    );
  });

  it('keeps the screen still when the list outgrows an element', () => {
    const before = new Scrolled(7_999_000);
    before.goTo(5_000_000);
    const after = Object.assign(new Scrolled(30_000_000), {
      scale: before.scale,
      element: before.element,
    });
    after.goTo(before.top);
    assert.equal(after.top, 5_000_000);
    assert.equal(after.element.scrollTop + after.scale.shift, 5_000_000);
  });
});
