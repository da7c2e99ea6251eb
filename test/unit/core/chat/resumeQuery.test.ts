import assert from 'node:assert/strict';
import { findToResume } from '#core/chat/resumeQuery.ts';
import type { SessionSummary } from '#core/events/session.ts';

const session = (id: string, firstUserMessage: string): SessionSummary => ({
  agent: 'keen',
  id,
  path: `/${id}`,
  cwd: undefined,
  createdAt: undefined,
  updatedAt: 0,
  firstUserMessage,
  size: 0,
});

const sessions = [
  session('aaaa1111', 'Fix the parser'),
  session('aaaa2222', 'Add a parser test'),
  session('bbbb3333', 'Write the docs'),
];

describe('What follows /resume', () => {
  const found = (line: string) => {
    const result = findToResume(sessions, line);
    return result.kind === 'one'
      ? [`${result.session.id}|${result.message}`, ...result.others.map(({ id }) => id)].join(' ')
      : result.kind === 'many'
        ? result.sessions.map(({ id }) => id).join(',')
        : `none ${result.query}`;
  };

  it('is nothing: the newest session', () => {
    assert.equal(found('  '), 'aaaa1111|');
    assert.deepEqual(findToResume([], ''), { kind: 'none', query: '' });
  });

  it('is an ID or its start', () => {
    assert.equal(found('BBBB'), 'bbbb3333|');
    assert.equal(found('aaaa'), 'aaaa1111,aaaa2222');
  });

  it('is words of the first message', () => {
    assert.equal(found('docs write'), 'bbbb3333|');
    assert.equal(found('rust'), 'none rust');
  });

  it('is words that several sessions have: the newest, unless an older one has them side by side', () => {
    assert.equal(found('parser'), 'aaaa1111| aaaa2222');
    assert.equal(found('a  PARSER'), 'aaaa2222| aaaa1111');
    assert.equal(found('test parser'), 'aaaa2222|');
  });

  it('is the start of an ID and a message', () => {
    assert.equal(found('bbbb Where were we?\nAnd then?'), 'bbbb3333|Where were we?\nAnd then?');
    assert.equal(found('aaaa Where?'), 'aaaa1111,aaaa2222');
    assert.equal(found('docs please do'), 'none docs please do');
  });
});
