import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  messageCount,
  noContext,
  plus,
  sizeOfEntry,
  tokensIn,
} from '#core/conversation/contextSize.ts';
import { LogIndex } from '#core/index/logIndex.ts';
import { answer, user } from '../../../support/sampleEvents.ts';
import {
  compaction,
  decode,
  edit,
  inARow,
  indexed,
  keepsPrompts,
  push,
  result,
  said,
  usage,
  type Entry,
} from './support/contextLogs.ts';
import { runs } from '../../../support/full.ts';
import { anyLog } from './support/anyLog.ts';

const fatesOf = ({ conversation: { history } }: LogIndex, line: number) =>
  history.entriesOf(line).map((entry) => history.fate(entry));

const statesOf = (index: LogIndex, lines: number) =>
  Array.from({ length: lines }, (_, place) =>
    fatesOf(index, place + 1)
      .map((fate) => (fate.state === 'in' ? 'in' : `${fate.state} by ${fate.by.line}`))
      .join(),
  );

describe('The history of the context', () => {
  it('counts what a compaction keeps and what its summary stands for', () => {
    const log = inARow(
      [said('user', 'a'.repeat(40))],
      [answer('shown'), said('assistant', 'b'.repeat(80))],
      [result('c'.repeat(4))],
      [said('assistant', 'd'.repeat(12))],
      [compaction('s'.repeat(20), 3)],
      [said('user', 'e'.repeat(8))],
    );
    const index = indexed(log);
    const [effect] = index.conversation.history.effects;
    assert.deepEqual(effect?.retained, { user: 0, assistant: 1, results: 1, chars: 16 });
    assert.deepEqual(effect.replaced, { user: 1, assistant: 1, results: 0, chars: 120 });
    assert.equal(tokensIn(effect.before.chars), 34);
    assert.equal(tokensIn(effect.after.chars), 9);
    assert.deepEqual(statesOf(index, 6), [
      'summarized by 5',
      'summarized by 5',
      'in',
      'in',
      '',
      'in',
    ]);
  });

  it('names the compaction that took a message away for good', () => {
    const index = indexed(
      inARow(
        [said('user', 'one')],
        [said('user', 'two')],
        [compaction('first', 2)],
        [said('user', 'three')],
        [compaction('second', 4)],
      ),
    );
    const { history } = index.conversation;
    assert.deepEqual(statesOf(index, 4), ['summarized by 3', 'summarized by 5', '', 'in']);
    const [first, second] = history.effects;
    assert.ok(first !== undefined && second !== undefined);
    assert.deepEqual(history.fateOf(first), { state: 'summarized', by: second });
    assert.deepEqual(history.fateOf(second), { state: 'in' });
    assert.equal(second.replacesSummary, true);
    assert.equal(first.replacesSummary, false);
  });

  it('brings back what a later compaction keeps again', () => {
    const index = indexed(
      inARow(
        [said('user', 'one')],
        [said('user', 'two')],
        [compaction('first', 2)],
        [compaction('second', 1)],
      ),
    );
    assert.deepEqual(statesOf(index, 2), ['in', 'in']);
    assert.equal(index.conversation.history.effects[1]?.retained.user, 2);
  });

  it('brings back nothing from before a compaction that kept nothing', () => {
    const index = indexed(
      inARow([said('user', 'one')], [compaction('first')], [compaction('second', 1)]),
    );
    assert.deepEqual(statesOf(index, 1), ['summarized by 2']);
    assert.equal(index.conversation.history.effects[1]?.retained.user, 0);
  });

  it('counts the prompts that a compaction keeps, and again what is left of them', () => {
    const index = indexed(
      inARow(
        [said('user', 'a'.repeat(40))],
        [said('assistant', 'b'.repeat(80))],
        [keepsPrompts('first')],
        [said('user', 'c'.repeat(12))],
        [said('assistant', 'd'.repeat(20))],
        [keepsPrompts('second', 50)],
        [keepsPrompts('third', 12)],
      ),
    );
    const [first, second, third] = index.conversation.history.effects;
    assert.deepEqual(first?.retained, { user: 1, assistant: 0, results: 0, chars: 40 });
    assert.deepEqual(first.replaced, { user: 0, assistant: 1, results: 0, chars: 80 });
    assert.deepEqual(second?.retained, { user: 2, assistant: 0, results: 0, chars: 52 });
    assert.deepEqual(second.replaced, { user: 0, assistant: 1, results: 0, chars: 20 });
    assert.deepEqual(third?.retained, { user: 1, assistant: 0, results: 0, chars: 12 });
    assert.deepEqual(third.replaced, { user: 1, assistant: 0, results: 0, chars: 40 });
    assert.deepEqual(statesOf(index, 5), [
      'summarized by 7',
      'summarized by 3',
      '',
      'in',
      'summarized by 6',
    ]);
  });

  it('says that nothing stands for what an empty summary or an edit took away', () => {
    const index = indexed(
      inARow(
        [said('user', 'one')],
        [compaction('')],
        [said('user', 'two')],
        [said('user', 'three')],
        [edit(3, undefined)],
      ),
    );
    assert.deepEqual(statesOf(index, 4), ['dropped by 2', '', 'dropped by 5', 'in']);
  });

  it('counts what edits removed at the next compaction', () => {
    const index = indexed(
      inARow(
        [said('user', 'one')],
        [said('user', 'two')],
        [edit(1, undefined)],
        [compaction('s', 2)],
        [compaction('t', 2)],
      ),
    );
    const { effects } = index.conversation.history;
    assert.deepEqual(
      effects.map(({ removed }) => messageCount(removed)),
      [1, 0],
    );
  });

  it('does not count a compaction that the agent ignores', () => {
    const index = indexed(inARow([said('user', 'one')], [compaction('s', 9, 'ignore')]));
    assert.equal(index.conversation.history.effect({ line: 2, event: 0 }), undefined);
    assert.deepEqual(statesOf(index, 1), ['in']);
  });

  it('knows the last request of an answer, or the next one, until a compaction', () => {
    const { history } = indexed(
      inARow(
        [said('user', 'one')],
        [usage(100), said('assistant', 'two')],
        [said('user', 'three')],
        [usage(900), compaction('s')],
        [said('user', 'four')],
        [usage(7), said('assistant', 'five')],
      ),
    ).conversation;
    assert.deepEqual(
      [1, 2, 3, 4, 5, 6].map((line) => history.measured(line)?.tokens),
      [123, 123, 123, 30, 30, 30],
    );
    assert.equal(history.largestMeasured, 123);
  });

  it('is what the projection of a log that ends there says, for any log', () => {
    fc.assert(
      fc.property(anyLog, ({ log, leaf }) => {
        const index = indexed(log);
        index.showBranch(leaf);
        compareWithProjections(index, log);
      }),
      { seed: 11, numRuns: runs(300) },
    );
  });

  it('is the same in one go, looked at after each line, and after lines taken back', () => {
    fc.assert(
      fc.property(anyLog, ({ log }) => {
        const index = new LogIndex(decode);
        log.forEach((entry, place) => {
          const mark = index.mark();
          push(index, { events: [user('not whole')], parent: place }, place + 1);
          assert.ok(index.conversation.history.at(place + 1).chars > 0);
          index.rewind(mark);
          push(index, entry, place + 1);
          statesOf(index, place + 1);
        });
        compareWithProjections(index, log);
      }),
      { seed: 12, numRuns: runs(150) },
    );
  });
});

/** Holds the history against the projections of the same log, cut after each line. */
function compareWithProjections(index: LogIndex, log: readonly Entry[]): void {
  const { conversation, tree } = index;
  const { history } = conversation;
  const inContext = new Set(conversation.lines());
  const path = log.flatMap((_, place) => (tree.isShown(place + 1) ? [place + 1] : []));
  let largest = 0;
  for (const line of path) {
    const until = indexed(log.slice(0, line));
    until.showBranch(line);
    const size = until.conversation
      .entries((at) => log[at - 1]?.events ?? [])
      .map(sizeOfEntry)
      .reduce(plus, noContext);
    largest = Math.max(largest, size.chars);
    assert.deepEqual(history.at(line), size, `context at line ${line}`);
    for (const fate of fatesOf(index, line)) {
      assert.equal(fate.state === 'in', inContext.has(line), `line ${line}`);
    }
    const effect = history.effect({ line, event: 0 });
    if (effect !== undefined) {
      assert.deepEqual(effect.after, size);
      assert.equal(effect.number, until.conversation.compactions);
      assert.deepEqual(history.fateOf(effect).state === 'in', inContext.has(line));
      const first = history.entriesOf(history.placeOf(effect.start).line);
      assert.ok(effect.start === effect.at || first.includes(effect.start) || first.length === 0);
    }
  }
  assert.equal(history.largest, largest);
  assert.equal(history.effects.length, conversation.compactions);
}
