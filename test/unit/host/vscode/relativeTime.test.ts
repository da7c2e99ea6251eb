import assert from 'node:assert/strict';
import {
  calendarDays,
  relativeTime,
  timeUntil,
  untilRelativeTimeChanges,
  shortAge,
} from '#host/vscode/relativeTime.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
const now = new Date(2026, 10, 21, 15, 30).getTime();

describe('relative time', () => {
  const expected: readonly (readonly [age: number, text: string])[] = [
    [-5 * minute, 'now'],
    [0, 'now'],
    [59 * second, 'now'],
    [minute, '1 minute ago'],
    [59 * minute + 59 * second, '59 minutes ago'],
    [hour, '1 hour ago'],
    [20 * hour, '20 hours ago'],
    [day, 'yesterday'],
    [38 * hour, 'yesterday'],
    [40 * hour, '2 days ago'],
    [6 * day, '6 days ago'],
    [7 * day, 'last week'],
    [20 * day, '2 weeks ago'],
    [31 * day, 'last month'],
    [100 * day, '3 months ago'],
    [400 * day, 'last year'],
    [800 * day, '2 years ago'],
  ];
  for (const [age, text] of expected) {
    it(`is “${text}” after ${age / minute} minutes`, () => {
      assert.equal(relativeTime(now - age, now, 'en'), text);
    });
  }

  it('has a short form', () => {
    assert.equal(relativeTime(now - 26 * minute, now, 'en', 'narrow'), '26m ago');
    assert.equal(relativeTime(now - 10 * 24 * 60 * minute, now, 'en', 'narrow'), '1w ago');
    assert.equal(relativeTime(now, now, 'en', 'narrow'), 'now');
  });

  it('speaks the language of the window', () => {
    assert.equal(relativeTime(now - 5 * minute, now, 'de'), 'vor 5 Minuten');
  });

  it('stays the same until its announced change, and differs afterwards', () => {
    for (const age of [
      0,
      30 * second,
      90 * second,
      59.5 * minute,
      3.2 * hour,
      23.9 * hour,
      3 * day,
    ]) {
      const then = now - age;
      const wait = untilRelativeTimeChanges(then, now);
      assert.ok(wait > 0);
      const at = (time: number) => relativeTime(then, time, 'en');
      const isMidnight = new Date(now + wait).getHours() === 0;
      assert.equal(at(now + wait - 1), at(now), `${age} too early`);
      assert.ok(isMidnight || at(now + wait) !== at(now), `${age} too late`);
    }
  });

  it('counts days by the calendar, also where one has 23 or 25 hours', () => {
    assert.equal(calendarDays(new Date(2026, 2, 28).getTime(), new Date(2026, 2, 30).getTime()), 2);
    assert.equal(calendarDays(new Date(2026, 9, 24).getTime(), new Date(2026, 9, 26).getTime()), 2);
    assert.equal(
      calendarDays(
        new Date(2026, 10, 20, 23, 59).getTime(),
        new Date(2026, 10, 21, 0, 1).getTime(),
      ),
      1,
    );
  });
});

describe('a short age', () => {
  const at = new Date(2026, 10, 27, 12).getTime();
  const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];
  const ages: readonly (readonly [age: number, text: string])[] = [
    [-minute, '1m'],
    [0, '1m'],
    [9.9 * minute, '9m'],
    [10 * minute, '¼h'],
    [30 * minute, '½h'],
    [59 * minute, '¾h'],
    [hour, '1h'],
    [9.9 * hour, '9h'],
    [10 * hour, '½d'],
    [day, '1d'],
    [6 * day, '6d'],
    [7 * day, '1w'],
    [62 * day, '8w'],
    [63 * day, '2M'],
    [300 * day, '9M'],
    [320 * day, '1y'],
    [20 * 366 * day, '9y'],
  ];
  for (const [age, text] of ages) {
    it(`is ${text} after ${age} ms`, () => {
      assert.equal(shortAge(at - age, at), text);
      assert.equal(text.length, 2);
    });
  }
});

describe('the time until something', () => {
  it('is never longer than it is', () => {
    const waits: readonly (readonly [number, string | undefined])[] = [
      [-1, undefined],
      [0, undefined],
      [second, 'in 1 minute'],
      [hour - 1, 'in 59 minutes'],
      [hour, 'in 1 hour'],
      [2 * day - 1, 'in 47 hours'],
      [3 * day - 1, 'in 2 days'],
      [3 * day, 'in 3 days'],
    ];
    for (const [wait, text] of waits) {
      assert.equal(timeUntil(now + wait, now, 'en'), text);
    }
  });
});
