import assert from 'node:assert/strict';
import { messageTitle } from '#core/text/messageTitle.ts';

const titles: readonly (readonly [message: string, title: string])[] = [
  [
    'Implement the following plan:\n\n# Plan: Watch the tide\n\n## Context\n\nIt rises.',
    'Watch the tide',
  ],
  ['Implement the following plan:\n\n# Fix: Round once\n', 'Fix: Round once'],
  [
    'Here is the plan:\n\n## Overview\n\n- **Watch** the `tide` every hour of the day',
    'Watch the tide every hour of the day',
  ],
  [
    'Hello Claude, can you please look at why the tide table is late?',
    'Look at why the tide table is late',
  ],
  [
    'I want you to implement a new feature for the harbor',
    'Implement a new feature for the harbor',
  ],
  [
    'OK, let’s start with the tide table of the harbor',
    'Let’s start with the tide table of the harbor',
  ],
  ['This isn’t good.\n\nThe tide is late.', 'This isn’t good. The tide is late.'],
  [
    '```\ntide: 12\n```\nWhy is the tide of the harbor late?',
    'Why is the tide of the harbor late?',
  ],
  [
    '> # 1. [The tide](https://example.org/tide) of the harbor is late',
    'The tide of the harbor is late',
  ],
  ['/Users/kim/source/harbor/tables/tide.csv has a wrong row', 'tide.csv has a wrong row'],
  ['In /home/kim/harbor/src/tables/tide.ts the order is wrong', 'In tide.ts the order is wrong'],
  ['Look at `harbor/src/tables/stations/tide.ts:12`, please', 'Look at tide.ts:12, please'],
  ['Read @C:\\harbor\\src\\tables\\stations\\ first', 'Read @stations first'],
  ['The *tide* of _the harbor_ is __Late__, *really*.', 'The tide of the harbor is Late, really.'],
  ['***The tide*** and *`high_water`*', 'The tide and high_water'],
  [
    '<system-reminder>Be brief.</system-reminder>\n<task>\nRound the tide table\n</task>',
    'Round the tide table',
  ],
  ['This output is confusing to a user:', 'This output is confusing to a user'],
  // What carries meaning stays.
  ['Plan the tide', 'Plan the tide'],
  ['Implement the following plan:', 'Implement the following plan'],
  ['Hello', 'Hello'],
  ['hi there', 'hi there'],
  ['So many tides are late', 'So many tides are late'],
  ['please', 'please'],
  ['can you use snake_case.py', 'Use snake_case.py'],
  ['iPhone layout', 'iPhone layout'],
  ['./a.ts is late', './a.ts is late'],
  ['In src/tide.ts the order is wrong', 'In src/tide.ts the order is wrong'],
  [
    'See https://example.org/harbor/tables/tide.html',
    'See https://example.org/harbor/tables/tide.html',
  ],
  ['a*b*c and 2 * 3 * 4', 'a*b*c and 2 * 3 * 4'],
  ['*.ts, src/*.js and lib/*', '*.ts, src/*.js and lib/*'],
  ['_private and snake_case_name and __init__.py', '_private and snake_case_name and __init__.py'],
  ['`*one*` and `_two_` as they are', '*one* and _two_ as they are'],
  ['***', '***'],
  ['', ''],
];

describe('The title of a message', () => {
  for (const [message, title] of titles) {
    it(`is “${title}”`, () => assert.equal(messageTitle(message, 200), title));
  }

  it('is cut at its length, and takes no time of a message of many MB', () => {
    assert.equal(messageTitle('Watch the tide', 9), 'Watch the…');
    assert.ok(messageTitle(`${'<a>'.repeat(1_000_000)}x`, 20).length > 0);
    assert.ok(messageTitle('# '.repeat(1_000_000), 20).length > 0);
  });
});
