import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Pacer } from '#base/pacer.ts';
import {
  passesFilter,
  type FoundSteps,
  type RowLevel,
  type StepQuery,
} from '#protocol/pages/page.ts';
import { findSteps } from '#store/session/lens/findSteps.ts';
import { RowFilters } from '#store/session/lens/rowFilters.ts';
import { RunCounts } from '#store/session/lens/runCounts.ts';
import { answer, call, shell, user } from '../../../support/sampleEvents.ts';
import { indexText, sampleLog } from '../../../support/sampleLog.ts';
import { session, turnLine, userLine } from '../support/keenStore.ts';
import { opened } from '../support/openedSession.ts';
import { runs } from '../../../support/full.ts';

const tool = (name: string, more: object = {}) => ({
  kind: 'tool_end',
  tool_end: { name, input: {}, ...more },
});
const run = (error?: string) => ({
  kind: 'bash',
  bash: { command: 'make', output: 'x', ...(error === undefined ? {} : { error }) },
});

/** Rows 2.0 and 3.0: prompt, answer; 4.0: prompt; 5.0 to 5.3: read, failed shell, edit, answer; 6.0: prompt. */
const log =
  session('a') +
  userLine(4, 'Go') +
  turnLine(5, 'Done.', [tool('read_file'), run('exit status 1'), tool('edit_file')]) +
  userLine(6, 'Thanks');

function steps(query: Partial<StepQuery>): Promise<FoundSteps> {
  const whole: StepQuery = {
    filter: 'all',
    rowId: '2.0',
    by: 1,
    unit: 'event',
    stops: [],
    count: 50,
    ...query,
  };
  return findSteps(opened(log).reader.indexed, whole, new Pacer(undefined));
}

async function ids(query: Partial<StepQuery>): Promise<readonly string[]> {
  const { steps: found } = await steps(query);
  return found.map(({ rowId, stop }) => (stop === undefined ? rowId : `${rowId} ${stop}`));
}

describe('the steps of a playback', () => {
  it('go by event, call and turn, in either direction', async () => {
    assert.deepEqual(await ids({}), ['3.0', '4.0', '5.0', '5.1', '5.2', '5.3', '6.0']);
    assert.deepEqual(await ids({ unit: 'call' }), ['5.0', '5.1', '5.2']);
    assert.deepEqual(await ids({ unit: 'turn' }), ['4.0', '6.0']);
    assert.deepEqual(await ids({ by: -1, rowId: '5.2' }), ['5.1', '5.0', '4.0', '3.0', '2.0']);
    assert.deepEqual(await ids({ by: -1, rowId: '5.2', unit: 'turn' }), ['4.0', '2.0']);
  });

  it('stop where it is wished, whatever the unit', async () => {
    const stops = ['error', 'edit'] as const;
    assert.deepEqual(await ids({ unit: 'turn', stops }), ['4.0', '5.1 error', '5.2 edit', '6.0']);
    assert.deepEqual(await ids({ unit: 'turn', stops: ['compaction'] }), ['4.0', '6.0']);
  });

  it('say that there are no more, and how to go on', async () => {
    assert.equal((await steps({})).isEnd, true);
    const first = await steps({ count: 2 });
    assert.deepEqual([first.steps.length, first.isEnd], [2, false]);
    const rest = await ids({ rowId: first.steps[1]?.rowId ?? '' });
    assert.equal(rest[0], '5.0');
    assert.deepEqual(await steps({ rowId: '6.0' }), { steps: [], isEnd: true });
    assert.deepEqual(await steps({ rowId: '2.0', by: -1 }), { steps: [], isEnd: true });
  });

  it('stay within a filter and count places there', async () => {
    const { steps: found } = await steps({ filter: 'trouble', rowId: '5.1', by: -1 });
    assert.deepEqual(found, []);
    const work = await steps({ filter: 'all kind:user,tool,shell,diff', rowId: '2.0' });
    assert.deepEqual(
      work.steps.map(({ index, rowId }) => [index, rowId]),
      [
        [1, '4.0'],
        [2, '5.0'],
        [3, '5.1'],
        [4, '5.2'],
        [5, '6.0'],
      ],
    );
  });

  it('are those rows that fit, in any long session', async () => {
    const kinds = [user('x'), answer('y'), shell('whole', 'ls'), call('edit')] as const;
    const events = fc.array(fc.constantFrom(...kinds), { minLength: 1, maxLength: 700 });
    const filters: readonly RowLevel[] = ['all', 'prompts', 'dialogue', 'trouble'];
    await fc.assert(
      fc.asyncProperty(
        events,
        fc.nat(),
        fc.constantFrom(...filters),
        fc.constantFrom<1 | -1>(1, -1),
        async (all, at, filter, by) => {
          const { index } = indexText(sampleLog(...all.map((event) => [event])));
          const from = at % all.length;
          const passing = all.flatMap(({ kind }, place) => {
            const row =
              kind === 'userMessage'
                ? 'user'
                : kind === 'assistantText'
                  ? 'assistant'
                  : kind === 'shellRun'
                    ? 'shell'
                    : 'tool';
            return passesFilter(filter, row, row === 'tool' ? 'unfinished' : 'done')
              ? [{ place, row }]
              : [];
          });
          const query = {
            filter,
            rowId: `${from + 1}.0`,
            by,
            unit: 'call',
            stops: [],
            count: 50,
          } as const;
          const runs = new RunCounts(index);
          const filters = new RowFilters(index.visible, index.transcript.facts, runs);
          const session = { index, runs, filters };
          const found = await findSteps(session, query, new Pacer(undefined));
          const start = passing.findLastIndex(({ place }) => place <= from);
          const ahead =
            by > 0
              ? passing.slice(Math.max(start, 0) + 1)
              : passing.slice(0, Math.max(start, 0)).reverse();
          const wanted = ahead.filter(({ row }) => row === 'tool' || row === 'shell').slice(0, 50);
          assert.deepEqual(
            found.steps.map(({ rowId, index: place }) => [rowId, place]),
            wanted.map((each) => [`${each.place + 1}.0`, passing.indexOf(each)]),
          );
        },
      ),
      { numRuns: runs(50) },
    );
  });
});
