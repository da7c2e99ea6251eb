import { wordsText } from '#core/events/phrase.ts';
import assert from 'node:assert/strict';
import { maxListedProblems } from '#core/index/logProblems.ts';
import { answer, codes, outline, start, user } from '../../support/sampleEvents.ts';
import { indexText, sampleLog } from '../../support/sampleLog.ts';

describe('Problems of a log', () => {
  it('hide no good event and stand where they happened', () => {
    const indexed = indexText(
      sampleLog([start], '{"n":2,"events":[', [user('good')], 'not json', '[]', [user('too')]),
    );
    assert.deepEqual(outline(indexed), [
      'problem badJson',
      'user good',
      'problem notAnObject',
      'problem notAnObject',
      'user too',
    ]);
    assert.deepEqual(
      indexed.index.problems.map((problem) => problem.source.line),
      [2, 4, 5],
    );
    assert.deepEqual(indexed.index.problemCounts, { lost: 3, odd: 0 });
  });

  it('tell of sequence numbers that jump, repeat and go back', () => {
    const line = (n: number) => JSON.stringify({ n, events: [answer(`e${n}`)] });
    const indexed = indexText(
      sampleLog([start], line(2), line(5), line(5), line(3), line(6), line(8)),
    );
    assert.deepEqual(codes(indexed), ['seqJump', 'seqRepeat', 'seqBack', 'seqJump']);
    assert.match(wordsText(indexed.index.problems[0]?.message ?? ''), /from 2 to 5: 2 events/);
    assert.match(wordsText(indexed.index.problems[3]?.message ?? ''), /from 6 to 8: 1 event is/);
    assert.equal(outline(indexed).filter((row) => row.startsWith('assistant')).length, 6);
  });

  it('count an unreadable line once, not again as a missing number', () => {
    const indexed = indexText(sampleLog([start], '{"n":2,', [user('x')]));
    assert.deepEqual(codes(indexed), ['badJson']);
  });

  it('tell of a missing and of a repeated start', () => {
    assert.deepEqual(codes(indexText(sampleLog([user('a')], [user('b')]))), ['missingStart']);
    assert.deepEqual(codes(indexText(sampleLog([start], [user('a')], [start]))), ['repeatedStart']);
  });

  it('tell of Windows line ends once', () => {
    const indexed = indexText(
      sampleLog([start], [user('a')], [user('b')]).replaceAll('\n', '\r\n'),
    );
    assert.deepEqual(codes(indexed), ['windowsLineEnds']);
    assert.deepEqual(outline(indexed), ['user a', 'user b']);
  });

  it('are only counted beyond a limit', () => {
    const indexed = indexText('x\n'.repeat(maxListedProblems + 5));
    assert.equal(indexed.index.problems.length, maxListedProblems);
    assert.equal(indexed.index.problemCounts.lost, maxListedProblems + 5);
  });
});
