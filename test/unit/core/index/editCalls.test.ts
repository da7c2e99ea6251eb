import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { DiffEvent, SessionEvent } from '#core/events/event.ts';
import { TranscriptIndex } from '#core/index/transcriptIndex.ts';
import { runs } from '../../../support/full.ts';

describe('the call of a diff', () => {
  it('is the one right before it', () => {
    assert.deepEqual(rowsOf([call('a.ts'), diff('a.ts'), ended()]), ['tool a.ts: a.ts']);
  });

  it('is the one that it names, whatever ran at once and whichever ended first', () => {
    const both = [call('a.ts', 'c1'), call('b.ts', 'c2')];
    const rows = ['tool a.ts: a.ts', 'tool b.ts: b.ts'];
    assert.deepEqual(
      rowsOf([...both, diff('b.ts', 'c2'), ended('c2'), diff('a.ts', 'c1'), ended('c1')]),
      rows,
    );
    // The result comes first, in the same line or in one of its own.
    assert.deepEqual(rowsOf([...both, [ended('c2'), diff('b.ts', 'c2')], ended('c1')]), [
      'tool a.ts',
      'tool b.ts: b.ts',
    ]);
  });

  it('is the one whose file it is, if it names none and results are out of order', () => {
    const both = [call('src/a.ts', 'c1'), call('src/b.ts', 'c2')];
    assert.deepEqual(
      rowsOf([...both, ended('c2'), ended('c1'), diff('/p/src/b.ts'), diff('/p/src/a.ts')]),
      ['tool src/a.ts: /p/src/a.ts', 'tool src/b.ts: /p/src/b.ts'],
    );
  });

  it('is the first of several edits of the same file that has no diff yet', () => {
    const calls = [call('a.ts', 'c1'), call('a.ts', 'c2')];
    const marks = [diff('a.ts', undefined, 1), diff('a.ts', undefined, 2)];
    assert.deepEqual(
      rowsOf([...calls, ended('c1'), ended('c2'), ...marks], (changes) =>
        changes.map(({ added }) => added).join(),
      ),
      ['tool a.ts: 1', 'tool a.ts: 2'],
    );
  });

  it('may make several changes, and a shell command may as well', () => {
    const name = 'c1';
    assert.deepEqual(rowsOf([call('a.ts', name), diff('a.ts', name), diff('b.ts', name)]), [
      'tool a.ts: a.ts b.ts',
    ]);
    const shell = { kind: 'shellRun', phase: 'start', command: 'patch', callId: name } as const;
    assert.deepEqual(rowsOf([shell, diff('a.ts', name)]), ['shell: a.ts']);
  });

  it('is none that failed or was declined before, without a diff of its own', () => {
    for (const outcome of [{ error: 'no such text' }, { isDeclined: true }] as const) {
      assert.deepEqual(
        rowsOf([
          call('a.ts', 'c1'),
          { ...ended('c1'), ...outcome },
          call('b.ts', 'c2'),
          ended('c2'),
          diff('b.ts', 'c2'),
        ]),
        ['tool a.ts', 'tool b.ts: b.ts'],
      );
    }
  });

  it('is none of another file, or of the turn before', () => {
    const lone = ['tool a.ts', 'diff b.ts'];
    assert.deepEqual(rowsOf([call('a.ts'), ended(), diff('b.ts')]), lone);
    const prompt = { kind: 'userMessage', text: 'Next' } as const;
    assert.deepEqual(rowsOf([call('a.ts', 'c1'), ended('c1'), prompt, diff('a.ts')]), [
      'tool a.ts',
      'user',
      'diff a.ts',
    ]);
  });

  it('may come after it, as the only record of its call', () => {
    const alone = { ...ended(), standsAlone: true, input: { path: 'a.ts' } } as const;
    assert.deepEqual(rowsOf([[diff('a.ts'), alone]]), ['tool a.ts: a.ts']);
    assert.deepEqual(rowsOf([[diff('a.ts')], [alone]]), ['diff a.ts', 'tool a.ts']);
  });

  it('is the same after lines are taken back and read again', () => {
    const names = fc.constantFrom('a.ts', 'b.ts');
    const ids = fc.constantFrom('c1', 'c2', undefined);
    const event = fc.oneof(
      fc.tuple(names, ids).map(([file, id]): SessionEvent => call(file, id)),
      fc.tuple(names, ids).map(([file, id]): SessionEvent => diff(file, id)),
      ids.map((id): SessionEvent => ended(id)),
      fc.constant<SessionEvent>({ kind: 'userMessage', text: 'Next' }),
    );
    fc.assert(
      fc.property(fc.array(event, { maxLength: 12 }), fc.array(event, { maxLength: 4 }), (a, b) => {
        const index = new TranscriptIndex(() => undefined);
        push(index, a);
        const mark = index.mark();
        push(index, b, a.length);
        index.rewind(mark);
        push(index, b, a.length);
        assert.deepEqual(shown(index), rowsOf([...a, ...b]));
      }),
      { seed: 7, numRuns: runs(1_000) },
    );
  });
});

type Lines = readonly (SessionEvent | readonly SessionEvent[])[];
type Changes = NonNullable<ReturnType<TranscriptIndex['facts']['get']>['changes']>;

const paths = (changes: Changes) => changes.map(({ path }) => path).join(' ');

/** Each row's kind, file, and what it changed. */
function rowsOf(lines: Lines, say = paths): readonly string[] {
  const index = new TranscriptIndex(() => undefined);
  push(index, lines);
  return shown(index, say);
}

function push(index: TranscriptIndex, lines: Lines, before = 0): void {
  for (const [at, events] of lines.entries()) {
    const source = { line: before + at + 1, offset: 0, length: 0 };
    for (const [eventIndex, event] of [events].flat().entries()) {
      index.push({ event, source, eventIndex, time: undefined });
    }
  }
}

function shown({ rows, facts }: TranscriptIndex, say = paths): readonly string[] {
  return Array.from({ length: rows.length }, (_, row) => {
    const { path, changes } = facts.get(row);
    const own = [rows.kind(row), rows.kind(row) === 'shell' ? undefined : path];
    const head = own.filter((part) => part !== undefined).join(' ');
    return changes === undefined ? head : `${head}: ${say(changes)}`;
  });
}

function call(path: string, callId?: string) {
  const input = { path };
  return { kind: 'toolCall', name: 'edit', input, ...(callId && { callId }) } as const;
}

function ended(callId?: string) {
  return { kind: 'toolResult', name: 'edit', output: 'ok', ...(callId && { callId }) } as const;
}

function diff(path: string, callId?: string, lines = 1): DiffEvent {
  const line = { kind: 'added', oldLine: undefined, newLine: undefined, text: 'x' } as const;
  return {
    kind: 'diff',
    lines: Array.from({ length: lines }, () => line),
    path,
    ...(callId !== undefined && { callId }),
  };
}
