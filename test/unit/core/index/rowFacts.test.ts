import assert from 'node:assert/strict';
import type { DiffLine } from '#core/events/diff.ts';
import type { SessionEvent } from '#core/events/event.ts';
import { TranscriptIndex } from '#core/index/transcriptIndex.ts';
import { answer, call, compaction, result, shell, user } from '../../../support/sampleEvents.ts';

describe('The facts of rows', () => {
  const none = {
    time: undefined,
    tool: undefined,
    name: undefined,
    command: undefined,
    path: undefined,
    size: 0,
    added: 0,
    removed: 0,
    exitCode: undefined,
    durationMs: undefined,
  };

  function indexOf(...events: readonly SessionEvent[]): TranscriptIndex {
    const index = new TranscriptIndex(() => undefined);
    events.forEach((event, place) => {
      const source = { line: place + 1, offset: 0, length: 0 };
      index.push({ event, source, eventIndex: 0, time: place * 1_000 });
    });
    return index;
  }

  const facts = ({ rows, facts: table }: TranscriptIndex) =>
    Array.from({ length: rows.length }, (_, row) => table.get(row));

  it('are the time and size of a text', () => {
    assert.deepEqual(facts(indexOf(user('Hello'), answer('Hi'))), [
      { ...none, time: 0, size: 5 },
      { ...none, time: 1_000, size: 2 },
    ]);
  });

  it('are what a call does, with which file, and how it ended', () => {
    const index = indexOf(
      { kind: 'toolCall', name: 'edit_file', input: { path: 'a.ts', text: 'four' }, callId: '1' },
      { kind: 'toolCall', name: 'Bash', input: { command: 'ls' }, callId: '2' },
      { kind: 'toolResult', name: 'Bash', output: 'no', exitCode: -1, callId: '2' },
      { kind: 'toolResult', name: 'edit_file', output: 'done', durationNs: 2.4e6, callId: '1' },
    );
    assert.deepEqual(facts(index), [
      {
        ...none,
        time: 0,
        tool: 'edit',
        name: 'edit_file',
        path: 'a.ts',
        size: 12,
        durationMs: 2,
      },
      { ...none, time: 1_000, tool: 'shell', name: 'Bash', size: 4, exitCode: -1 },
    ]);
  });

  it('are the lines of a diff', () => {
    const line = (kind: DiffLine['kind'], text: string): DiffLine => ({
      kind,
      text,
      oldLine: undefined,
      newLine: undefined,
    });
    const lines = [line('added', 'one'), line('added', 'two'), line('removed', 'three')];
    assert.deepEqual(facts(indexOf({ kind: 'diff', lines, path: 'b.ts' })), [
      { ...none, time: 0, path: 'b.ts', size: 11, added: 2, removed: 1 },
    ]);
  });

  it('forget the end of a call that is taken back', () => {
    const index = indexOf(shell('start', 'make'));
    const before = facts(index);
    const mark = index.mark();
    index.push({
      event: { kind: 'shellRun', phase: 'end', command: 'make', output: 'long', exitCode: 2 },
      source: { line: 2, offset: 0, length: 0 },
      eventIndex: 0,
      time: undefined,
    });
    assert.equal(index.facts.get(0).exitCode, 2);
    index.rewind(mark);
    assert.deepEqual(facts(index), before);
  });

  it('leave a compaction done when its summary is taken back', () => {
    const index = indexOf(compaction(''));
    const before = facts(index);
    const mark = index.mark();
    index.push({
      event: { kind: 'compactionSummary', summary: 'long' },
      source: { line: 2, offset: 0, length: 0 },
      eventIndex: 0,
      time: undefined,
    });
    assert.deepEqual([index.rows.endLine(0), index.facts.get(0).size], [2, 4]);
    index.rewind(mark);
    assert.deepEqual([index.rows.endLine(0), index.rows.state(0)], [0, 'done']);
    assert.deepEqual(facts(index), before);
  });

  it('name no file for a search, or where the path is none', () => {
    const paths = [
      { kind: 'toolCall', name: 'grep', input: { pattern: 'x', path: 'src' } },
      { kind: 'toolCall', name: 'read', input: { path: 7 } },
      { kind: 'toolCall', name: 'read', input: { path: 'x'.repeat(5_000) } },
      { kind: 'toolCall', name: 'read', input: null },
    ] as const;
    assert.deepEqual(
      facts(indexOf(...paths)).map(({ path }) => path),
      [undefined, undefined, undefined, undefined],
    );
  });

  it('hold for many rows, with each name once', () => {
    const index = indexOf(
      ...Array.from({ length: 1_000 }, (_, at) => call(`tool${at % 3}`)),
      result('tool0', 'x'),
    );
    assert.deepEqual(
      facts(index)
        .slice(-3)
        .map(({ name }) => name),
      ['tool0', 'tool1', 'tool2'].map((_, at) => `tool${(997 + at) % 3}`),
    );
  });
});
