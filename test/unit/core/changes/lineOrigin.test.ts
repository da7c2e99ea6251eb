import assert from 'node:assert/strict';
import fc from 'fast-check';
import { lineOrigin, wantedLines } from '#core/changes/lineOrigin.ts';
import type { DiffLine } from '#core/events/diff.ts';
import { lineChanges } from '#core/changes/lineChanges.ts';
import { runs } from '../../../support/full.ts';

describe('what an edit has to do with lines', () => {
  const originOf = (selected: readonly string[], ...edit: readonly string[]) =>
    lineOrigin(wantedLines(selected), diff(...edit));

  it('is how it wrote them', () => {
    const line = '  return sum(rows);';
    assert.equal(originOf([line], '+  return sum(rows);')?.match, 'exact');
    assert.equal(originOf([line], '+  return sum(rows);  ')?.match, 'exact');
    assert.equal(originOf([line], '+return sum( rows );')?.match, 'reindented');
    assert.equal(originOf([line], '+  return sum(rows, 2);')?.match, 'similar');
    assert.equal(originOf([line], '+  return draw(chart);'), undefined);
    assert.equal(originOf([line], '-  return sum(rows);', '   return sum(rows);'), undefined);
  });

  it('is less if it only moved or reindented them', () => {
    const line = '    return sum(rows);';
    assert.equal(originOf([line], `-${line}`, ' x', `+${line}`)?.match, 'moved');
    assert.equal(originOf([line], '-  return sum(rows);', `+${line}`)?.match, 'moved');
    // Copied: one of the two is new.
    assert.equal(originOf([line], `-${line}`, `+${line}`, `+${line}`)?.match, 'exact');
  });

  it('counts the lines that say something', () => {
    const found = originOf(['function a() {', '  first();', '}', ''], '+  first();', '+}', '+{');
    assert.deepEqual(found, { match: 'exact', lines: 1, weight: 1 });
    assert.equal(originOf(['}'], '+}')?.match, 'exact');
    assert.equal(originOf(['', '  '], '+', '+}'), undefined);
  });

  it('weighs more, the more lines an edit wrote, and the more certainly', () => {
    const lines = ['const first = one();', 'const second = two();', 'const third = three();'];
    const weight = (...edit: readonly string[]) => originOf(lines, ...edit)?.weight ?? 0;
    const all = weight(...lines.map((line) => `+${line}`));
    const reindented = weight(...lines.map((line) => `+  ${line}`));
    assert.ok(all > reindented);
    assert.ok(reindented > weight(`+${lines[0] ?? ''}`));
  });
});

describe('who wrote a line', () => {
  it('is known of every line of a file whose edits are replayed, wherever it moved', () => {
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 12 }), (changes) => {
        const { file, edits } = replayed(
          changes,
          (edit, at) => `word${edit} at${edit}x${at} end();`,
        );
        for (const { text, writer } of file) {
          const best = newestOf(text, edits);
          assert.equal(best?.edit, writer, text);
          assert.match(best.match, /exact|reindented/);
        }
      }),
      { numRuns: runs(300) },
    );
  });

  it('is among the candidates, and the newest that wrote it so, when lines are alike', () => {
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 12 }), (changes) => {
        const { file, edits } = replayed(changes, (edit, at) => `line${(edit * 3 + at) % 4}();`);
        for (const { text, writer } of file) {
          const candidates = candidatesOf(text, edits).map(({ edit }) => edit);
          assert.ok(candidates.includes(writer), text);
          const newest = edits.findLastIndex((edit) => writes(edit, text));
          if (newest >= 0) {
            assert.equal(newestOf(text, edits)?.edit, newest);
          }
        }
      }),
      { numRuns: runs(300) },
    );
  });
});

interface Line {
  readonly text: string;
  /** The edit that wrote it. */
  readonly writer: number;
}

type Change = readonly [kind: 'add' | 'remove' | 'move' | 'indent', from: number, count: number];

const change: fc.Arbitrary<Change> = fc.tuple(
  fc.constantFrom('add', 'add', 'add', 'remove', 'move', 'indent'),
  fc.nat(1_000),
  fc.integer({ min: 1, max: 4 }),
);

/** The plain reference: a file whose lines know who wrote them, and the diffs of its changes. */
function replayed(changes: readonly Change[], textOf: (edit: number, at: number) => string) {
  let file: readonly Line[] = [];
  const edits = changes.map(([kind, place, count], edit) => {
    const from = place % (file.length + 1);
    const before = file;
    const [head, rest] = [file.slice(0, from), file.slice(from)];
    const [taken, tail] = [rest.slice(0, count), rest.slice(count)];
    switch (kind) {
      case 'add':
        file = [
          ...head,
          ...Array.from({ length: count }, (_, at) => ({ text: textOf(edit, at), writer: edit })),
          ...rest,
        ];
        break;
      case 'remove':
        file = [...head, ...tail];
        break;
      case 'move':
        file = [...tail, ...taken, ...head];
        break;
      case 'indent':
        file = [...head, ...taken.map((line) => ({ ...line, text: `  ${line.text}` })), ...tail];
        break;
    }
    return lineChanges(textIn(before), textIn(file));
  });
  return { file, edits };
}

function textIn(file: readonly Line[]): string {
  return file.map(({ text }) => text).join('\n');
}

function candidatesOf(text: string, edits: readonly (readonly DiffLine[])[]) {
  return edits.flatMap((edit, at) => {
    const origin = lineOrigin(wantedLines([text]), edit);
    return origin === undefined ? [] : [{ ...origin, edit: at }];
  });
}

function newestOf(text: string, edits: readonly (readonly DiffLine[])[]) {
  return candidatesOf(text, edits)
    .reverse()
    .sort((a, b) => b.weight - a.weight)[0];
}

/** By the plainest rule: there are more of it after than before. */
function writes(edit: readonly DiffLine[], text: string): boolean {
  const count = (kind: DiffLine['kind']) =>
    edit.filter((line) => line.kind === kind && line.text.trim() === text.trim()).length;
  return (
    edit.some((line) => line.kind === 'added' && line.text === text) &&
    count('added') > count('removed')
  );
}

function diff(...lines: readonly string[]): readonly DiffLine[] {
  const kinds = { '+': 'added', '-': 'removed', ' ': 'context' } as const;
  return lines.map((line) => ({
    kind: kinds[line.charAt(0) as keyof typeof kinds],
    oldLine: undefined,
    newLine: undefined,
    text: line.slice(1),
  }));
}
