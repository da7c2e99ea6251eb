import assert from 'node:assert/strict';
import type { SessionEvent } from '#core/events/event.ts';
import {
  answer,
  call,
  codes,
  compaction,
  outline,
  result,
  shell,
  start,
  told,
  user,
} from '../../support/sampleEvents.ts';
import { indexText, rowsOf, sampleLog } from '../../support/sampleLog.ts';

describe('The transcript', () => {
  it('shows everything in the order of the log, with its place', () => {
    const indexed = indexText(
      sampleLog(
        [start],
        [user('hi')],
        [answer('one'), call('read'), result('read', 'x'), told('one')],
      ),
    );
    assert.deepEqual(outline(indexed), ['user hi', 'assistant one', 'tool read done x']);
    const rows = rowsOf(indexed);
    assert.deepEqual(
      rows.map((row) => row.id),
      ['2.0', '3.0', '3.1'],
    );
    assert.deepEqual(
      rows.map((row) => row.source.line),
      [2, 3, 3],
    );
    assert.deepEqual(indexed.index.problemCounts, { lost: 0, odd: 0 });
  });

  it('joins a call and its result by name and order within a turn', () => {
    const indexed = indexText(
      sampleLog(
        [start, user('a')],
        [call('read'), call('grep')],
        [call('read')],
        [result('read', '1'), result('grep', '2'), result('read', '3')],
      ),
    );
    assert.deepEqual(outline(indexed), [
      'user a',
      'tool read done 1',
      'tool grep done 2',
      'tool read done 3',
    ]);
  });

  it('joins by call id over the whole file where there are ids', () => {
    const indexed = indexText(
      sampleLog(
        [start, user('a'), call('read', 'c1'), call('read', 'c2')],
        [user('b'), result('read', 'second', 'c2'), result('read', 'first', 'c1')],
      ),
    );
    assert.deepEqual(outline(indexed), [
      'user a',
      'tool read done first',
      'tool read done second',
      'user b',
    ]);
    assert.deepEqual(codes(indexed), []);
  });

  it('joins a command and the result of the shell’s tool by call id', () => {
    const run = { ...shell('start', 'ls'), callId: 'c1' } as SessionEvent;
    const failed = { ...shell('start', 'make'), callId: 'c2' } as SessionEvent;
    const indexed = indexText(
      sampleLog(
        [start, user('a'), run, failed, call('bash', 'c3')],
        [{ kind: 'toolResult', name: 'bash', output: 'no', exitCode: 2, callId: 'c2' }],
        [result('bash', 'a.ts', 'c1'), result('bash', 'told', 'c3'), result('bash', 'late', 'c1')],
      ),
    );
    assert.deepEqual(outline(indexed), [
      'user a',
      'shell ls done',
      'shell make failed',
      'tool bash done told',
      'tool bash done late',
    ]);
    const [, row] = rowsOf(indexed);
    assert.ok(row?.kind === 'shell');
    assert.equal(row.output?.text, 'a.ts');
    assert.deepEqual(codes(indexed), ['endWithoutStart']);
  });

  it('shows starts without an end and ends without a start, and counts them', () => {
    const indexed = indexText(
      sampleLog(
        [start, user('a'), call('read'), shell('start', 'ls'), result('grep', 'x')],
        [user('b')],
      ),
    );
    assert.deepEqual(outline(indexed), [
      'user a',
      'tool read unfinished -',
      'shell ls unfinished',
      'tool grep done x',
      'user b',
    ]);
    assert.deepEqual(codes(indexed), ['endWithoutStart', 'startWithoutEnd', 'startWithoutEnd']);
    assert.deepEqual(indexed.index.problemCounts, { lost: 0, odd: 3 });
  });

  it('does not call a cancelled call odd', () => {
    const indexed = indexText(
      sampleLog([start, user('a'), call('read'), { kind: 'interruption' }], [user('b')]),
    );
    assert.deepEqual(codes(indexed), []);
  });

  it('pairs shell starts and ends by command', () => {
    const indexed = indexText(
      sampleLog([
        start,
        user('a'),
        shell('start', 'a'),
        shell('start', 'b'),
        shell('end', 'b'),
        shell('whole', 'c'),
      ]),
    );
    assert.deepEqual(outline(indexed).slice(1), [
      'shell a unfinished',
      'shell b done',
      'shell c done',
    ]);
  });

  it('shows an answer once where the log holds it in segments and whole', () => {
    const segment = (text: string): SessionEvent => ({
      kind: 'assistantText',
      text,
      segment: true,
    });
    const indexed = indexText(
      sampleLog(
        [start, user('a'), segment('x'), call('t'), segment('y'), answer('xy')],
        [user('b'), segment('z'), answer('z'), answer('z')],
      ),
    );
    assert.deepEqual(outline(indexed), [
      'user a',
      'assistant x',
      'tool t unfinished -',
      'assistant y',
      'user b',
      'assistant z',
      'assistant z',
    ]);
  });

  it('keeps rows before a compaction', () => {
    const indexed = indexText(
      sampleLog([start, user('a'), answer('b')], [compaction('sum')], [user('c')]),
    );
    assert.deepEqual(outline(indexed), ['user a', 'assistant b', 'compaction', 'user c']);
  });
});
