import assert from 'node:assert/strict';
import type { SessionSummary } from '#core/events/session.ts';
import { lookUpSessions, sessionsById } from '#core/search/sessionSearch.ts';

const sessions = [
  session('0b1c2d3e-aaaa', 'Fix the flaky parser test'),
  session('0b1c9999-bbbb', 'Explain the parser'),
  session('add-1', 'Write notes'),
  session('ffff', undefined),
];

describe('searching a session', () => {
  it('takes a whole id before anything else', () => {
    assert.deepEqual(found('ADD-1'), ['add-1']);
  });

  it('accepts the start of an ID if only one session has it', () => {
    assert.deepEqual(found('0b1c2'), ['0b1c2d3e-aaaa']);
  });

  it('returns all sessions that share the start of an ID, newest first', () => {
    assert.deepEqual(found('0b1c'), ['0b1c2d3e-aaaa', '0b1c9999-bbbb']);
  });

  it('takes words of the first message in any order and case', () => {
    assert.deepEqual(found('PARSER fix'), ['0b1c2d3e-aaaa']);
    assert.deepEqual(found('parser'), ['0b1c2d3e-aaaa', '0b1c9999-bbbb']);
  });

  it('takes words of the name as well', () => {
    const named = { ...session('eeee', 'Go on'), name: 'Tide tables' };
    assert.deepEqual(lookUpSessions([named, ...sessions], 'tables go'), [named]);
  });

  it('does not accept three letters as the start of an ID', () => {
    assert.deepEqual(found('add'), []);
  });

  it('finds nothing for nothing, and nothing for words that no message has', () => {
    assert.deepEqual(found('  '), []);
    assert.deepEqual(found('parser compiler'), []);
  });
});

describe('a session’s id', () => {
  const ids = (prefix: string) => sessionsById(sessions, prefix).map(({ id }) => id);

  it('is found by its start, in any case, or whole however short', () => {
    assert.deepEqual(ids('0B1C'), ['0b1c2d3e-aaaa', '0b1c9999-bbbb']);
    assert.deepEqual(ids('FFFF'), ['ffff']);
    assert.deepEqual(sessionsById([session('ab', ''), session('abcd', '')], 'ab').length, 1);
  });

  it('is not found by less than four characters, nor by words', () => {
    assert.deepEqual(ids('0b1'), []);
    assert.deepEqual(ids('parser'), []);
  });
});

function found(query: string): readonly string[] {
  return lookUpSessions(sessions, query).map(({ id }) => id);
}

function session(id: string, firstUserMessage: string | undefined): SessionSummary {
  return {
    agent: 'keen',
    id,
    path: `/store/${id}.jsonl`,
    cwd: '/project',
    createdAt: 0,
    updatedAt: 0,
    firstUserMessage,
    size: 1,
  };
}
