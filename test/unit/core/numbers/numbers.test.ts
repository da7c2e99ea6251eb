import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  coveredBy,
  groupsBy,
  noCounts,
  separator,
  totalOf,
  type Dimension,
  type NumbersCell,
  type SessionCells,
} from '#core/numbers/numbers.ts';
import { tokensOf } from '#core/events/usage.ts';
import { numbersCsv } from '#core/numbers/numbersCsv.ts';

const cell: fc.Arbitrary<NumbersCell> = fc.record({
  input: fc.nat(1_000),
  output: fc.nat(1_000),
  cacheRead: fc.nat(1_000),
  cacheWrite: fc.nat(1_000),
  cost: fc.nat(100),
  estimated: fc.nat(50),
  unpriced: fc.nat(500),
  prompts: fc.nat(9),
  calls: fc.nat(9),
  failed: fc.nat(9),
  day: fc.constantFrom('2026-11-19', '2026-11-20', '2026-11-21', ''),
  model: fc.constantFrom('a', 'b', ''),
  isSubAgent: fc.boolean(),
});
const sessions: fc.Arbitrary<readonly SessionCells[]> = fc
  .array(
    fc.record({
      agent: fc.constantFrom('keen', 'pi'),
      folder: fc.constantFrom('/a', '/b', ''),
      cells: fc.array(cell, { maxLength: 6 }),
    }),
    { maxLength: 8 },
  )
  .map((all) => all.map((one, at) => ({ ...one, path: `/${at}` })));

describe('numbers in groups', () => {
  it('add up to the total, however they are grouped', () => {
    const dimension = fc.constantFrom<readonly [Dimension, Dimension]>(
      ['day', 'agent'],
      ['day', 'model'],
      ['folder', 'model'],
    );
    const from = fc.constantFrom('', '2026-11-20', '2026-12-01');
    fc.assert(
      fc.property(sessions, dimension, from, (all, by, first) => {
        const choice = { from: first };
        const total = totalOf(all, choice);
        for (const groups of [groupsBy(all, by, choice), groupsBy(all, [by[0]], choice)]) {
          const sum = (count: (group: (typeof groups)[number]) => number) =>
            groups.reduce((added, group) => added + count(group), 0);
          for (const name of Object.keys(noCounts) as (keyof typeof noCounts)[]) {
            assert.equal(
              sum(({ own }) => own[name]),
              total.own[name],
            );
            assert.equal(
              sum(({ subAgents }) => subAgents[name]),
              total.subAgents[name],
            );
          }
          assert.ok(groups.every((group) => group.sessions <= total.sessions));
        }
        const cells = all.flatMap((session) => session.cells);
        const counted = cells.filter(({ day }) => first === '' || day >= first);
        assert.equal(
          tokensOf(total.own) + tokensOf(total.subAgents),
          counted.reduce((added, one) => added + tokensOf(one), 0),
        );
      }),
    );
  });

  it('count a session once in each', () => {
    const one = { ...noCounts, day: '2026-11-20', model: 'a', isSubAgent: false };
    const session = { path: '/a', agent: 'pi', folder: '/p', cells: [one, { ...one, model: 'b' }] };
    const counts = (by: Dimension) =>
      groupsBy([session], [by], { from: '' }).map((group) => [group.key, group.sessions]);
    assert.deepEqual(counts('day'), [['2026-11-20', 1]]);
    assert.deepEqual(counts('model'), [
      ['a', 1],
      ['b', 1],
    ]);
    assert.deepEqual(
      groupsBy([session], ['day', 'model'], { from: '' }).map(({ key }) => key.split(separator)),
      [
        ['2026-11-20', 'a'],
        ['2026-11-20', 'b'],
      ],
    );
  });
});

describe('how much of sessions their cost covers', () => {
  it('is agents with any cost, and models without a price, the most used first', () => {
    const of = (agent: string, model: string, counts: object) => {
      const one = { ...noCounts, day: '2026-11-20', model, isSubAgent: false, ...counts };
      return { path: `/${agent}${model}`, agent, folder: '', cells: [one] };
    };
    const all = [
      of('pi', 'a', { cost: 1 }),
      of('keen', 'b', { unpriced: 5 }),
      of('keen', '', { unpriced: 9 }),
      of('codex', 'c', { cost: 2, estimated: 2 }),
      of('codex', 'b', { unpriced: 1 }),
    ];
    const covered = { agents: 3, withCost: 2, unpriced: ['', 'b'] };
    assert.deepEqual(coveredBy(all, { from: '' }), covered);
  });
});

describe('numbers as CSV', () => {
  it('has a line for each day, agent, model and folder, sub-agents apart', () => {
    const one = { ...noCounts, day: '2026-11-20', model: 'a', isSubAgent: false, input: 5 };
    const session = { path: '/a', agent: 'pi', folder: '/p', cells: [one] };
    const other = { ...session, path: '/b', cells: [one, { ...one, isSubAgent: true }] };
    assert.equal(
      numbersCsv([session, other], { from: '' }),
      [
        'day,agent,model,folder,sub_agents,sessions,prompts,tool_calls,failed_calls,input_tokens,output_tokens,cache_read_tokens,cache_write_tokens,cost_usd,estimated_cost_usd,unpriced_tokens',
        '2026-11-20,pi,a,/p,no,2,0,0,0,10,0,0,0,0,0,0',
        '2026-11-20,pi,a,/p,yes,1,0,0,0,5,0,0,0,0,0,0',
        '',
      ].join('\r\n'),
    );
  });

  it('keeps foreign names from becoming lines, columns or formulas', () => {
    const one = { ...noCounts, day: '2026-11-20', model: '=HYPERLINK("x")', isSubAgent: false };
    const csv = numbersCsv([{ path: '/a', agent: 'pi', folder: '@a,b\n"c"', cells: [one] }], {
      from: '',
    });
    assert.ok(csv.includes(`"'=HYPERLINK(""x"")","'@a,b\n""c"""`));
  });
});
