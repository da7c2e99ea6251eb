import assert from 'node:assert/strict';
import fc from 'fast-check';
import { nearestOffset } from '../../webview/replay/virtual/listView.ts';
import { Heights, cachedBlocks } from '../../webview/replay/virtual/heights.ts';
import { runs } from '../support/full.ts';

const estimate = 40;

/** A reference implementation with a plain list of heights. */
class PlainHeights {
  readonly all: number[];

  constructor(count: number) {
    this.all = Array<number>(count).fill(estimate);
  }

  startOf(index: number): number {
    return this.all.slice(0, index).reduce((sum, height) => sum + height, 0);
  }

  at(offset: number): number {
    let start = 0;
    const found = this.all.findIndex((height) => (start += height) > offset);
    return found < 0 ? this.all.length - 1 : found;
  }
}

describe('heights of a list', () => {
  it('match a plain list, whatever was measured', () => {
    const change = fc.record({
      at: fc.nat(2_000),
      height: fc.constantFrom(0, 1, 26, 40, 61.5, 900),
      count: fc.option(fc.integer({ min: 1, max: 2_000 }), { freq: 6 }),
    });
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 2_000 }),
        fc.array(change, { maxLength: 60 }),
        fc.array(fc.nat(100), { minLength: 1, maxLength: 20 }),
        (first, changes, shares) => {
          const heights = new Heights(estimate);
          heights.count = first;
          const plain = new PlainHeights(first);
          for (const { at, height, count } of changes) {
            if (count !== null) {
              heights.count = count;
              const missing = Math.max(0, count - plain.all.length);
              plain.all.length = Math.min(count, plain.all.length);
              plain.all.push(...Array<number>(missing).fill(estimate));
            }
            const index = at % plain.all.length;
            const growth = height - (plain.all[index] ?? 0);
            assert.equal(heights.set(index, height), growth);
            plain.all[index] = height;
          }
          assert.equal(heights.total, plain.startOf(plain.all.length));
          for (const share of shares) {
            const offset = (heights.total * share) / 100;
            assert.equal(heights.at(offset), plain.at(offset));
            const index = Math.floor(((plain.all.length - 1) * share) / 100);
            assert.equal(heights.startOf(index), plain.startOf(index));
            assert.equal(heights.of(index), plain.all[index]);
          }
        },
      ),
      { seed: 20_261_121, numRuns: runs(300) },
    );
  });

  it('know what was measured while it is cached', () => {
    const heights = new Heights(estimate);
    heights.count = 300;
    heights.set(250, estimate);
    assert.equal(heights.isMeasured(250), true);
    assert.equal(heights.isMeasured(249), false);
    heights.count = 200;
    heights.count = 300;
    assert.equal(heights.isMeasured(250), false);
    assert.equal(heights.total, 300 * estimate);
  });

  it('are individual for recently drawn items, and sums for the rest', () => {
    const heights = new Heights(estimate);
    const count = 100_000;
    heights.count = count;
    for (let index = 0; index < count; index += 1) {
      heights.set(index, 50 + (index % 4));
      assert.ok(heights.cachedItems <= (cachedBlocks + 1) * 128);
    }
    assert.equal(heights.cachedItems, cachedBlocks * 128);
    assert.equal(heights.isMeasured(0), false);
    assert.equal(heights.isMeasured(count - 1), true);
    assert.equal(heights.startOf(64_000), 64_000 * 51.5);
    assert.equal(heights.at(64_000 * 51.5), 64_000);
    assert.equal(heights.at(64_000 * 51.5 - 1), 63_999);
    const total = heights.total;
    assert.equal(heights.set(70, 151.5), 100);
    assert.equal(heights.total, total + 100);
    assert.equal(heights.startOf(64_000), 64_000 * 51.5 + 100);
    heights.count = count + 5;
    assert.equal(heights.startOf(64_000), 64_000 * 51.5 + 100, 'growing forgets nothing');
    heights.count = 10;
    heights.count = count;
    assert.equal(heights.startOf(64_000), 64_000 * estimate + 10 * 11.5);
  });

  it('answer for millions as for hundreds', () => {
    const heights = new Heights(estimate);
    heights.count = 5_000_000;
    heights.set(4_999_999, 1_000);
    heights.set(0, 10);
    assert.equal(heights.total, 5_000_000 * estimate + 960 - 30);
    assert.equal(heights.at(heights.total - 1), 4_999_999);
    assert.equal(heights.at(9.5), 0);
    assert.equal(heights.at(10), 1);
    assert.equal(heights.startOf(2_500_000), 2_500_000 * estimate - 30);
  });
});

describe('the nearest place where an item is seen', () => {
  const screen = 100;
  const settled = (start: number, end: number, top: number) => {
    const offset = nearestOffset({ start, end }, top, screen);
    assert.equal(nearestOffset({ start, end }, offset, screen), offset, 'it stays there');
    return offset;
  };

  it('is where the screen is if it is seen, else the nearer edge', () => {
    assert.equal(settled(520, 560, 500), 500);
    assert.equal(settled(590, 640, 500), 540);
    assert.equal(settled(480, 520, 500), 480);
  });

  it('is within an item that is taller than the screen, which is left alone there', () => {
    assert.equal(settled(400, 900, 500), 500);
    assert.equal(settled(550, 900, 500), 550);
    assert.equal(settled(100, 550, 500), 450);
  });
});
