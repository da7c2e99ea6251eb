import assert from 'node:assert/strict';
import type { SessionMarks, SessionSummary } from '#core/events/session.ts';
import { matchingMarks } from '#host/pages/matchingMarks.ts';
import { session } from '../list/catalogSetUp.ts';

describe('a search in the user’s own words', () => {
  const plain = { matchCase: false, wholeWord: false, regex: false };
  const withMarks = (id: string, marks: SessionMarks): SessionSummary => ({
    ...session(id, 1),
    marks,
  });
  const found = (sessions: readonly SessionSummary[], query: string, options = plain) =>
    [...matchingMarks(sessions, { query, ...options })].map(([{ id }, pieces]) => [id, ...pieces]);

  it('looks at titles, tags and notes, in this order, and marks what matches', () => {
    const sessions = [
      session('none', 1),
      withMarks('title', { title: 'Tide and Tides', note: 'tide' }),
      withMarks('tag', { tags: ['moon', 'tide'] }),
      withMarks('note', { note: 'Ask about\ntides' }),
    ];
    assert.deepEqual(found(sessions, 'tide'), [
      ['title', '', 'Tide', ' and ', 'Tide', 's'],
      ['tag', '#', 'tide', ''],
      ['note', 'Ask about tides'.slice(0, 10), 'tide', 's'],
    ]);
    assert.deepEqual(found(sessions, 'tide', { ...plain, wholeWord: true, matchCase: true }), [
      ['title', '', 'tide', ''],
      ['tag', '#', 'tide', ''],
    ]);
    assert.deepEqual(found(sessions, '#tide'), [['tag', '', '#tide', '']]);
  });

  it('shows the part of a long note that matches', () => {
    const note = `${'before '.repeat(100)}here${' after'.repeat(100)}`;
    const [[, first = '', match, rest = ''] = []] = found([withMarks('a', { note })], 'here');
    assert.match(first, /^….*before $/);
    assert.equal(match, 'here');
    assert.ok(rest.length < 300);
  });

  it('finds nothing with a regular expression that cannot be used', () => {
    const sessions = [withMarks('a', { title: 'a' })];
    assert.deepEqual(found(sessions, '(', { ...plain, regex: true }), []);
  });
});
