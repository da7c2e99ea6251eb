import assert from 'node:assert/strict';
import { structuredPatch } from 'diff';
import fc from 'fast-check';
import { composeEdits } from '#core/changes/composeEdits.ts';
import type { DiffLine } from '#core/events/diff.ts';
import { runs } from '../../../support/full.ts';

const gap = (count: number | undefined) => `⋯${count ?? ''}⋯`;

describe('the edits of one file', () => {
  it('become one change, in which a line edited twice changes once', () => {
    const first = edit('a\nb\nc\nd', 'a\nB\nc\nd');
    const second = edit('a\nB\nc\nd', 'a\nBB\nc\nd');
    assert.deepEqual(composeEdits([first, second], gap), {
      before: 'a\nb\nc\nd',
      after: 'a\nBB\nc\nd',
    });
  });

  it('cancel each other out', () => {
    const there = edit('a\nb', 'a\nnew\nb');
    const back = edit('a\nnew\nb', 'a\nb');
    assert.deepEqual(composeEdits([there, back], gap), { before: 'a\nb', after: 'a\nb' });
  });

  it('show a new file as added', () => {
    const made = edit('', 'a\nb');
    const grown = edit('a\nb', 'a\nb\nc');
    assert.deepEqual(composeEdits([made, grown], gap), { before: '', after: 'a\nb\nc' });
  });

  it('say how many lines lie between them', () => {
    const lines = Array.from({ length: 60 }, (_, at) => `line ${at + 1}`);
    const once = lines.with(9, 'ten').join('\n');
    const twice = lines.with(9, 'ten').with(49, 'fifty').join('\n');
    const { after } = composeEdits([edit(lines.join('\n'), once), edit(once, twice)], gap);
    assert.match(after, /^⋯6⋯\nline 7\n[^]*ten[^]*line 13\n⋯33⋯\nline 47[^]*fifty[^]*line 53$/);
  });

  it('start over where somebody else changed the file in between', () => {
    const mine = edit('a\nb', 'a\nB');
    const later = edit('x\ny', 'x\nY');
    assert.deepEqual(composeEdits([mine, later], gap), {
      before: 'a\nb\n⋯⋯\nx\ny',
      after: 'a\nB\n⋯⋯\nx\nY',
    });
  });

  it('need no numbers', () => {
    const bare = (kind: 'added' | 'removed', text: string): DiffLine => ({
      kind,
      oldLine: undefined,
      newLine: undefined,
      text,
    });
    assert.deepEqual(
      composeEdits([[bare('removed', 'a'), bare('added', 'b')], [bare('added', 'c')]], gap),
      { before: 'a\n⋯⋯', after: 'b\n⋯⋯\nc' },
    );
  });

  it('lead from the first text to the last, whatever they are', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c', 'd', '', '  x'), { maxLength: 40 });
    fc.assert(
      fc.property(fc.array(text, { minLength: 2, maxLength: 6 }), (versions) => {
        const edits = versions
          .slice(1)
          .map((version, at) => edit(lined(versions[at] ?? []), lined(version)))
          .filter((lines) => lines.length > 0);
        const { before, after } = composeEdits(edits, gap);
        const [first = [], last = []] = [versions[0], versions.at(-1)];
        assert.deepEqual(filled(before, first, last, 'before'), first);
        assert.deepEqual(filled(after, first, last, 'after'), last);
      }),
      { numRuns: runs(500) },
    );
  });
});

function lined(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}

/**
 * The whole text: lines of words replaced by what they stand for. A stretch that no edit shows is
 * the same on both sides, so that the rest is, too.
 */
function filled(
  side: string,
  first: readonly string[],
  last: readonly string[],
  which: 'before' | 'after',
): string[] {
  const own = which === 'before' ? first : last;
  const lines: string[] = [];
  for (const line of side === '' ? [] : side.split('\n')) {
    const missing = /^⋯(\d+)⋯$/.exec(line)?.[1];
    if (missing === undefined) {
      lines.push(line);
    } else {
      lines.push(...own.slice(lines.length, lines.length + Number(missing)));
    }
  }
  return [...lines, ...own.slice(lines.length)];
}

/** As an agent records it. */
function edit(before: string, after: string): readonly DiffLine[] {
  const lines: DiffLine[] = [];
  for (const hunk of structuredPatch('', '', before, after, '', '', { context: 3 }).hunks) {
    let [oldLine, newLine] = [hunk.oldStart, hunk.newStart];
    lines.push({ kind: 'hunk', oldLine: undefined, newLine: undefined, text: '@@' });
    for (const line of hunk.lines) {
      const text = line.slice(1);
      if (line.startsWith('+')) {
        lines.push({ kind: 'added', oldLine: undefined, newLine, text });
        newLine += 1;
      } else if (line.startsWith('-')) {
        lines.push({ kind: 'removed', oldLine, newLine: undefined, text });
        oldLine += 1;
      } else if (line.startsWith(' ')) {
        lines.push({ kind: 'context', oldLine, newLine, text });
        oldLine += 1;
        newLine += 1;
      }
    }
  }
  return lines;
}
