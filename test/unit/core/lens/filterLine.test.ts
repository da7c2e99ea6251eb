import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  filterKeys,
  filterLineProblem,
  filterLineTest,
  kindName,
  parseFilterLine,
  readLine,
  writeLine,
  type FilteredRow,
} from '#core/lens/filterLine.ts';
import type { RowFact } from '#core/index/rowFacts.ts';
import { runs } from '../../../support/full.ts';

const noFact: RowFact = {
  time: undefined,
  tool: undefined,
  name: undefined,
  path: undefined,
  size: 0,
  added: 0,
  removed: 0,
  exitCode: undefined,
  command: undefined,
  durationMs: undefined,
};

function row(kind: FilteredRow['kind'], fact: Partial<RowFact> = {}, more = {}): FilteredRow {
  const made = { ...noFact, ...fact };
  return { kind, state: 'done', fact: made, isAfterCompaction: false, ...more };
}

const rows: Readonly<Record<string, FilteredRow>> = {
  prompt: row('user', { size: 80 }),
  grep: row('tool', { tool: 'search', name: 'Grep', size: 60_000 }),
  read: row('tool', { tool: 'read', name: 'read_file', path: '/home/ada/shop/src/cart.ts' }),
  issues: row('tool', { tool: 'mcp', name: 'mcp__issues__search' }),
  failed: row(
    'tool',
    { tool: 'edit', name: 'Edit', path: 'src\\cart.test.ts' },
    { state: 'failed' },
  ),
  test: row('shell', { tool: 'shell', exitCode: 0, size: 50_000 }, { isAfterCompaction: true }),
  broken: row('shell', { tool: 'shell', exitCode: 2 }, { isAfterCompaction: true }),
  waiting: row('shell', { tool: 'shell', exitCode: 2 }, { state: 'unfinished' }),
  diff: row('diff', { path: 'docs/read me.md' }),
  summary: row('branchSummary'),
  point: { kind: 'branch', state: 'done', fact: undefined, isAfterCompaction: false },
};

function passing(line: string): string {
  const test = filterLineTest(line);
  return Object.keys(rows)
    .filter((name) => test?.(rows[name]!) !== false)
    .join(' ');
}

const all = Object.keys(rows).join(' ');

describe('a filter line', () => {
  const lines: readonly (readonly [line: string, passes: string])[] = [
    ['', all],
    ['kind:user', 'prompt'],
    ['kind:user,diff', 'prompt diff'],
    ['KIND:Branch-Summary', 'summary'],
    ['-kind:tool,shell', 'prompt diff summary point'],
    ['!kind:tool kind:!shell', 'prompt diff summary point'],
    ['tool:grep', 'grep'],
    ['tool:shell', 'test broken waiting'],
    ['tool:edit,read', 'read failed'],
    ['tool:*e*', 'grep read issues failed test broken waiting'],
    ['tool:!grep', 'read issues failed test broken waiting'],
    ['tool:mcp__issues__*', 'issues'],
    ['tool:"issues: search"', 'issues'],
    ['tool:mcp', 'issues'],
    ['file:cart', 'read failed'],
    ['file:*.ts', 'read failed'],
    ['file:src/**', 'read failed'],
    ['file:**/src/*.test.ts', 'failed'],
    ['file:src\\*', 'read failed'],
    ['file:!*.md', 'read failed'],
    ['file:"read me.md"', 'diff'],
    ['file:car?.ts', 'read'],
    ['exit:0', 'test'],
    ['exit:!0', 'broken'],
    ['exit:2,0', 'test broken'],
    ['is:error', 'failed broken'],
    ['-is:error tool:shell', 'test waiting'],
    // As in filters that were saved when it was one.
    ['error', 'failed broken'],
    ['-error tool:shell', 'test waiting'],
    ['larger-than:50k', 'grep'],
    ['larger-than:0.049M', 'grep test'],
    ['larger-than:79', 'prompt grep test'],
    ['after:compaction', 'test broken'],
    ['after:compaction -exit:0', 'broken'],
    // Still being written.
    ['kind:', all],
    ['kind:user,', 'prompt'],
    ['-', all],
    // Words are no filters.
    ['nonsense', all],
    ['flie:cart', all],
    // Said below.
    ['kind:nonsense tool:grep', 'grep'],
  ];
  for (const [line, passes] of lines) {
    it(`lets pass what ${JSON.stringify(line)} asks for`, () => {
      assert.equal(passing(line), passes);
    });
  }

  it('says what is wrong with it', () => {
    const problems = [
      'flie:x cart',
      'kind:prompts',
      'exit:ok',
      'larger-than:big',
      'after:lunch',
      'before:2026-02-30',
      'tool:x file:y error',
    ].map(filterLineProblem);
    assert.deepEqual(problems, [
      undefined,
      'There is no kind of row “prompts”.',
      '“ok” is not an exit code.',
      '“big” is not a size. Try 50k or 2M.',
      '“lunch” is not something to start after. Try after:2026-01-31, after:7d or after:compaction.',
      '“2026-02-30” is not a date. Try before:2026-01-31 or before:7d.',
      undefined,
    ]);
  });

  it('has words to find beside what it filters by', () => {
    const read = (line: string) => {
      const { filter, words } = readLine(line);
      return [filter, words];
    };
    assert.deepEqual(read('the  importer '), ['', 'the  importer ']);
    assert.deepEqual(read('tool:bash npm test'), ['tool:bash', 'npm test']);
    assert.deepEqual(read('npm -tool:bash test exit:'), ['-tool:bash exit:', 'npm test']);
    assert.deepEqual(read('"name": "x" error'), ['', '"name": "x" error']);
    assert.deepEqual(read('say "tool:bash" twice'), ['', 'say tool:bash twice']);
    assert.deepEqual(read('http://x flie:y'), ['', 'http://x flie:y']);
  });

  it('is read as what it was written from', () => {
    const text = fc
      .array(fc.constantFrom('tool:', 'kind:user', '-exit:1', 'a', 'b:', ',', ' ', '!'))
      .map((pieces) => pieces.join('').trim());
    const filter = fc.constantFrom('', 'tool:bash', '-kind:"a b",user exit:!0', 'is:');
    fc.assert(
      fc.property(filter, text, (filter, words) => {
        assert.deepEqual(readLine(writeLine({ filter, words })), { filter, words });
      }),
      { seed: 2026, numRuns: runs(1_000) },
    );
  });

  it('knows where its terms and their values are', () => {
    const line = ' -tool:a,!"b c",  error';
    const terms = parseFilterLine(line).map(({ from, to, values }) => [
      line.slice(from, to),
      values.map((value) => `${line.slice(value.from, value.to)} ${value.text} ${value.isNegated}`),
    ]);
    assert.deepEqual(terms, [
      ['-tool:a,!"b c",', ['a a false', '"b c" b c true', '  false']],
      ['error', []],
    ]);
  });

  it('takes any text, and joins its terms with and', () => {
    const word = fc.oneof(
      fc.constantFrom('kind:tool', '-error', 'exit:!0', 'file:*.ts', 'tool:grep,read', '"', ','),
      fc.string({
        unit: fc.constantFrom('a', 'b', ':', '!', '-', ',', '"', '*', ' ', '\\', '/', '?'),
        maxLength: 8,
      }),
      fc.constantFrom(...filterKeys).chain((key) => fc.string().map((value) => `${key}:${value}`)),
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 5 }), (words) => {
        const line = words.join(' ');
        const terms = parseFilterLine(line);
        let end = 0;
        for (const { from, to, values } of terms) {
          assert.ok(from >= end && to > from, line);
          assert.ok(values.every((value) => value.from >= from && value.to <= to));
          end = to;
        }
        const test = filterLineTest(line);
        for (const one of Object.values(rows)) {
          assert.equal(
            test?.(one) ?? true,
            terms.every((term) => term.test?.(one) ?? true),
          );
        }
      }),
      { seed: 2026, numRuns: runs(2_000) },
    );
  });

  it('takes a pattern of files for what it means as a regular expression', () => {
    const piece = fc.constantFrom('a', 'B', '/', '.', '*', '**', '**/', '?', '😀');
    const pieces = fc.array(piece, { minLength: 1, maxLength: 6 }).filter((all) => {
      const glob = all.join('');
      return !/\*{3}/.test(glob) && /[*?]/.test(glob);
    });
    const name = fc.string({ unit: fc.constantFrom('a', 'b', '/', '.', '😀'), maxLength: 9 });
    const meaning = new Map([
      ['**/', '(?:.*/)?'],
      ['**', '.*'],
      ['*', '[^/]*'],
      ['?', '[^/]'],
      ['.', String.raw`\.`],
    ]);
    fc.assert(
      fc.property(pieces, name, (all, path) => {
        const glob = all.join('');
        const source = glob
          .split(/(\*\*\/|\*\*|[*?.])/)
          .map((one) => meaning.get(one) ?? one)
          .join('');
        assert.equal(
          filterLineTest(`file:${glob}`)?.(row('diff', { path })),
          new RegExp(`^(?:.*/)?${source}$`, 'iu').test(path),
          `${glob} of ${path}`,
        );
      }),
      { seed: 2026, numRuns: runs(3_000) },
    );
  });

  it('is not slowed by a file name made for it', () => {
    const path = `${'a/'.repeat(2_000)}b`;
    const test = filterLineTest(`file:${'**/*a*'.repeat(20)}c`);
    assert.equal(test?.(row('diff', { path })), false);
    assert.equal(test(row('diff', { path: 'x'.repeat(1_000_000) })), false);
  });

  it('spells kinds in small letters', () => {
    assert.deepEqual(
      ['tool', 'extensionState'].map((kind) => kindName(kind as 'tool')),
      ['tool', 'extension-state'],
    );
  });
});
