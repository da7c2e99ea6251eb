import assert from 'node:assert/strict';
import type { DiffLine } from '#core/events/diff.ts';
import { diffSides } from '#host/documents/diffSides.ts';

const gap = (count: number | undefined) => `(${count ?? 'some'} lines)`;

describe('the two sides of a recorded diff', () => {
  it('hold the lines of each side', () => {
    const lines = [hunk(), same(1, 1, 'a'), removed(2, 'b'), added(2, 'B'), same(3, 3, 'c')];
    assert.deepEqual(diffSides(lines, gap), { before: 'a\nb\nc', after: 'a\nB\nc' });
  });

  it('say on both sides how many lines are missing, before and between hunks', () => {
    const lines = [hunk(), same(10, 10, 'a'), added(11, 'b'), hunk(), same(20, 21, 'c')];
    assert.deepEqual(diffSides(lines, gap), {
      before: '(9 lines)\na\n(9 lines)\nc',
      after: '(9 lines)\na\nb\n(9 lines)\nc',
    });
  });

  it('count a missing stretch once when a replaced line follows it', () => {
    const lines = [
      hunk(),
      removed(10, 'old'),
      added(10, 'new'),
      hunk(),
      removed(15, 'x'),
      added(15, 'y'),
    ];
    assert.deepEqual(diffSides(lines, gap), {
      before: '(9 lines)\nold\n(4 lines)\nx',
      after: '(9 lines)\nnew\n(4 lines)\ny',
    });
  });

  it('show a new file as all added and a deleted one as all removed', () => {
    assert.deepEqual(diffSides([hunk(), added(1, 'a'), added(2, 'b')], gap), {
      before: '',
      after: 'a\nb',
    });
    assert.deepEqual(diffSides([hunk(), removed(1, 'a')], gap), { before: 'a', after: '' });
  });

  it('mark the place between hunks although the log has no line numbers', () => {
    const lines: DiffLine[] = [
      line('context', 'a'),
      line('removed', 'b'),
      hunk(),
      line('added', 'c'),
    ];
    assert.deepEqual(diffSides(lines, gap), {
      before: 'a\nb\n(some lines)',
      after: 'a\n(some lines)\nc',
    });
  });

  it('are empty for a diff without lines', () => {
    assert.deepEqual(diffSides([], gap), { before: '', after: '' });
    assert.deepEqual(diffSides([hunk()], gap), { before: '', after: '' });
  });
});

function hunk(): DiffLine {
  return line('hunk', '@@');
}

function same(oldLine: number, newLine: number, text: string): DiffLine {
  return { kind: 'context', oldLine, newLine, text };
}

function removed(oldLine: number, text: string): DiffLine {
  return { kind: 'removed', oldLine, newLine: undefined, text };
}

function added(newLine: number, text: string): DiffLine {
  return { kind: 'added', oldLine: undefined, newLine, text };
}

function line(kind: DiffLine['kind'], text: string): DiffLine {
  return { kind, oldLine: undefined, newLine: undefined, text };
}
