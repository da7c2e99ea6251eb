import assert from 'node:assert/strict';
import fc from 'fast-check';
import { fileCount, Outline, type OutlineRow } from '#core/lens/outline.ts';
import type { RowFact } from '#core/index/rowFacts.ts';
import { compareRowIds } from '#core/rows/rowId.ts';
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

function row(kind: OutlineRow['kind'], fact: Partial<RowFact> = {}, state = 'done'): OutlineRow {
  return { kind, state: state as OutlineRow['state'], fact: { ...noFact, ...fact } };
}

/** Plain data of all parts. */
function parts(outline: Outline, length: number) {
  return outline.parts(length).map(({ kind, place, led }) => {
    const { calls, commands, failures, files, durationMs } = led;
    return { kind, place, calls, commands, failures, files: [...files].sort(), durationMs };
  });
}

describe('an outline', () => {
  it('lasts until the last call of a prompt has ended', () => {
    const rows = [
      row('user', { time: 1_000 }),
      row('shell', { time: 2_000, durationMs: 9_000, tool: 'shell' }),
      row('assistant', { time: 4_000 }),
      row('user', { time: 90_000 }),
    ];
    const durations = parts(new Outline((place) => rows[place]), 4).map((part) => part.durationMs);
    assert.deepEqual(durations, [10_000, undefined]);
  });

  it('does not date what its format does not date', () => {
    const rows = [row('user'), row('shell', { durationMs: 9_000 })];
    assert.deepEqual(
      parts(new Outline((place) => rows[place]), 2).map(({ durationMs }) => durationMs),
      [undefined],
    );
  });

  it('counts nothing before the first prompt', () => {
    const rows = [row('fork'), row('tool', {}, 'failed'), row('user'), row('tool')];
    assert.deepEqual(
      parts(new Outline((place) => rows[place]), 4).map(({ kind, calls }) => [kind, calls]),
      [
        ['fork', 0],
        ['prompt', 1],
      ],
    );
  });

  const kind = fc.constantFrom<OutlineRow['kind']>(
    'user',
    'assistant',
    'tool',
    'tool',
    'shell',
    'diff',
    'error',
    'compaction',
    'branch',
  );
  const anyRow = fc.record({
    kind,
    ends: fc.constantFrom('done', 'failed', 'unfinished'),
    /** Rows after which its result comes. */
    delay: fc.nat(6),
    time: fc.option(fc.nat(1_000), { nil: undefined }),
    path: fc.constantFrom('a', 'b', 'c', undefined),
    tool: fc.constantFrom<RowFact['tool']>('edit', 'write', 'read', 'shell', undefined),
    durationMs: fc.option(fc.nat(500), { nil: undefined }),
  });

  it('is the same however the rows came, calls ended and ends were taken back', () => {
    fc.assert(
      fc.property(
        fc.array(anyRow, { maxLength: 40 }),
        fc.array(fc.nat(40), { maxLength: 8 }),
        (made, looks) => {
          // The rows as a log shows them that has this many.
          const shown = (length: number) => (place: number) => {
            const one = made[place];
            if (one === undefined || place >= length) {
              return undefined;
            }
            const isCall = one.kind === 'tool' || one.kind === 'shell';
            const hasEnded = !isCall || place + one.delay < length;
            const { time, path, tool, durationMs } = one;
            const fact = { time, path, tool, ...(hasEnded ? { durationMs } : {}) };
            return row(one.kind, fact, isCall ? (hasEnded ? one.ends : 'unfinished') : 'done');
          };
          let length = 0;
          const grown = new Outline((place) => shown(length)(place));
          for (const look of [...looks, made.length]) {
            const next = Math.min(look, made.length);
            if (next < length) {
              const reopened = made.findIndex(({ delay }, at) => at + delay >= next);
              grown.cut(reopened < 0 ? next : Math.min(reopened, next));
            }
            length = next;
            assert.deepEqual(parts(grown, length), parts(new Outline(shown(length)), length));
          }
        },
      ),
      { seed: 2026, numRuns: runs(500) },
    );
  });
});

describe('the number of changed files', () => {
  it('takes a path for the same within the folder and outside of it', () => {
    const files = new Set(['/w/a.ts', 'a.ts', './a.ts', '/w/b/a.ts', '/wide/a.ts']);
    assert.equal(fileCount(files, '/w'), 3);
    assert.equal(fileCount(files, undefined), 5);
  });
});

describe('the order of row IDs', () => {
  it('is that of the log: by line, and on a line problems, events, branches', () => {
    const ordered = ['2.0', '2.11', '10.p3', '10.0', '10.2', '10.b', '11.0'];
    assert.deepEqual([...ordered].reverse().sort(compareRowIds), ordered);
  });
});
