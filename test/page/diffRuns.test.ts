import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { DiffLine } from '#core/events/diff.ts';
import { changedWords } from '../../webview/kit/code/changedWords.ts';
import {
  highlightedRuns,
  loadHighlighter,
  languageOfPath,
} from '../../webview/kit/code/highlighter.ts';

import { diffParts, sideBySide } from '../../webview/kit/code/diffParts.ts';
import { diffRuns } from '../../webview/kit/code/diffRuns.ts';
import { runs } from '../support/full.ts';

describe('changed words', () => {
  it('are marked on both sides', () => {
    assert.deepEqual(marked(['return rows.length;'], ['return sum(rows);']), [
      'return rows[.length];',
      'return [sum(]rows[)];',
    ]);
  });

  it('follow a line that moved within the change', () => {
    assert.deepEqual(marked(['let total = 0;'], ['// in cents', 'let total = 1;']), [
      'let total = [0];',
      '// in cents',
      'let total = [1];',
    ]);
  });

  it('are none where a line has nothing of the old one', () => {
    assert.deepEqual(marked(['import fs from "fs";'], ['while (true) { run(); }']), [
      'import fs from "fs";',
      'while (true) { run(); }',
    ]);
    assert.deepEqual(marked([], ['a b']), ['a b']);
  });

  it('take bounded time', () => {
    const long = (word: string) => [
      Array.from({ length: 990 }, (_, at) => `${word}${at}`).join(' '),
    ];
    assert.deepEqual(changedWords(long('a'), long('b')).added, [[]]);
    // To compare each of these words with each would take far longer than a test waits.
    assert.deepEqual(changedWords(['a '.repeat(100_000)], ['b '.repeat(100_000)]).added, [[]]);
  });
});

describe('the lines of a diff', () => {
  before(loadHighlighter);

  it('face each other', () => {
    const lines = diff(' a', '-b', '-c', '+B', ' d', '+e');
    assert.deepEqual(
      sideBySide(lines).map((line) =>
        line.kind === 'hunk' ? '@@' : `${line.before?.text ?? ''}|${line.after?.text ?? ''}`,
      ),
      ['a|a', 'b|B', 'c|', 'd|d', '|e'],
    );
  });

  it('are colored and marked', () => {
    const lines = diff('-const a = 1;', '+const a = 2;');
    const runs = diffRuns(lines, inTs);
    assert.deepEqual(
      runs.get(at(lines, 1))?.filter(({ classes }) => classes !== ''),
      [
        { text: 'const', classes: 'hljs-keyword' },
        { text: '2', classes: 'hljs-number diff-word' },
      ],
    );
  });

  it('keep their text, whatever it is', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 20 }),
      fc.constantFrom('/* a', '*/ b', '`${', 'a\nb', '\r', '"x', '  return a;'),
    );
    const line = fc.record({ kind: fc.constantFrom('added', 'removed', 'context', 'hunk'), text });
    fc.assert(
      fc.property(fc.array(line, { maxLength: 20 }), fc.nat(200), (parts, chars) => {
        const lines = parts.map(({ kind, text: own }) => lineOf(kind, own));
        assert.deepEqual(diffParts(lines, chars).flat(), lines);
        for (const part of diffParts(lines, chars)) {
          for (const [{ text: whole }, runs] of diffRuns(part, inTs)) {
            assert.equal(runs.map((run) => run.text).join(''), whole);
          }
        }
        const shown = sideBySide(lines).flatMap((split) =>
          split.kind === 'hunk' ? [split.line] : [split.before, split.after],
        );
        assert.deepEqual(new Set(shown.filter((one) => one !== undefined)), new Set(lines));
      }),
      { numRuns: runs(300) },
    );
  });

  it('have the language of their file', () => {
    assert.equal(languageOfPath('src/a.TSX'), 'tsx');
    assert.equal(languageOfPath('C:\\x\\Dockerfile'), 'dockerfile');
    assert.equal(languageOfPath('LICENSE'), '');
    assert.equal(languageOfPath(undefined), '');
  });
});

function inTs(text: string) {
  return highlightedRuns(text, 'ts');
}

function marked(removed: readonly string[], added: readonly string[]): readonly string[] {
  const words = changedWords(removed, added);
  const sides = [
    ...removed.map((line, index) => [line, words.removed[index]] as const),
    ...added.map((line, index) => [line, words.added[index]] as const),
  ];
  return sides.map(([line, spans = []]) =>
    spans.reduceRight(
      (text, { start, end }) =>
        `${text.slice(0, start)}[${text.slice(start, end)}]${text.slice(end)}`,
      line,
    ),
  );
}

function diff(...lines: readonly string[]): readonly DiffLine[] {
  return lines.map((line) =>
    lineOf(
      line.startsWith('+') ? 'added' : line.startsWith('-') ? 'removed' : 'context',
      line.slice(1),
    ),
  );
}

function lineOf(kind: DiffLine['kind'], text: string): DiffLine {
  return { kind, oldLine: undefined, newLine: undefined, text };
}

function at(lines: readonly DiffLine[], index: number): DiffLine {
  const line = lines[index];
  assert.ok(line !== undefined);
  return line;
}
