import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  runsFrom,
  timeSpans,
  type TimedCall,
  type TimeMark,
  type TimePart,
} from '#core/numbers/timeSpans.ts';

const s = 1_000;
const min = 60 * s;

const call = (begin: number, end: number, more: Partial<TimedCall> = {}): TimedCall => ({
  ...{ begin, end, line: 1, endLine: 2, lasted: undefined, manner: undefined, isDeclined: false },
  ...more,
});
const prompt = (time: number): TimeMark => ({ kind: 'prompt', time, line: 1 });
const answer = (time: number): TimeMark => ({ kind: 'answer', time, line: 1 });

function parts(marks: readonly TimeMark[], calls: readonly TimedCall[] = []) {
  const sums: Partial<Record<TimePart, number>> = {};
  for (const { part, begin, end } of timeSpans(marks, calls)) {
    sums[part] = (sums[part] ?? 0) + (end - begin);
  }
  return sums;
}

describe('the time of a session', () => {
  it('is the model’s until it answers, and idle until the next prompt', () => {
    assert.deepEqual(parts([prompt(0), answer(20 * s), prompt(5 * min), answer(6 * min)]), {
      model: 80 * s,
      idle: 4 * min + 40 * s,
    });
  });

  it('is a tool’s from its call to its result, once for calls at the same time', () => {
    const calls = [call(10 * s, 40 * s), call(10 * s, 30 * s)];
    assert.deepEqual(parts([prompt(0), answer(50 * s)], calls), { model: 20 * s, tools: 30 * s });
  });

  it('waits for the user at a question, a refusal and a permission', () => {
    const marks = [prompt(0), answer(100 * s)];
    assert.deepEqual(parts(marks, [call(10 * s, 90 * s, { manner: 'asks' })]), {
      model: 20 * s,
      waiting: 80 * s,
    });
    assert.deepEqual(parts(marks, [call(10 * s, 90 * s, { isDeclined: true })]), {
      model: 20 * s,
      waiting: 80 * s,
    });
    assert.deepEqual(parts(marks, [call(10 * s, 90 * s, { lasted: 30 * s })]), {
      ...{ model: 20 * s, waiting: 50 * s, tools: 30 * s },
    });
    assert.deepEqual(parts(marks, [call(10 * s, 90 * s, { manner: 'quick' })]), {
      model: 20 * s,
      waiting: 80 * s,
    });
    assert.deepEqual(parts(marks, [call(10 * s, 12 * s, { manner: 'quick' })]), {
      model: 98 * s,
      tools: 2 * s,
    });
  });

  it('is idle where the machine slept, but not where a command ran', () => {
    assert.deepEqual(parts([prompt(0), answer(60 * min)]), { idle: 60 * min });
    assert.deepEqual(parts([prompt(0)], [call(0, 60 * min)]), { tools: 60 * min });
  });

  it('adds up to the whole, and holds no waiting in what ran', () => {
    const time = fc.nat(3 * 60 * min);
    const mark = fc.record({ kind: fc.constantFrom('prompt', 'answer'), time, line: fc.nat() });
    const timed = fc.record({
      ...{ begin: time, end: time, line: fc.nat(), endLine: fc.nat(), isDeclined: fc.boolean() },
      lasted: fc.option(fc.nat(min), { nil: undefined }),
      manner: fc.constantFrom('asks', 'quick', undefined),
    });
    fc.assert(
      fc.property(fc.array(mark), fc.array(timed), (marks, calls) => {
        const spans = timeSpans(marks, calls);
        const times = [
          ...marks.map((one) => one.time),
          ...calls.flatMap(({ begin, end }) => [begin, Math.max(begin, end)]),
        ];
        const whole = times.length === 0 ? 0 : Math.max(...times) - Math.min(...times);
        assert.equal(
          spans.reduce((sum, { begin, end }) => sum + end - begin, 0),
          whole,
        );
        for (const [at, { begin, end, part, call: place }] of spans.entries()) {
          assert.ok(end > begin && (at === 0 || spans[at - 1]?.end === begin));
          const one = calls[place ?? -1];
          assert.equal(part === 'tools', one !== undefined);
          assert.ok(one === undefined || (begin >= runsFrom(one) && end <= one.end));
        }
      }),
    );
  });
});
