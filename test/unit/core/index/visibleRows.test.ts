import assert from 'node:assert/strict';
import fc from 'fast-check';
import { EntryTree } from '#core/entries/entryTree.ts';
import { RowTable } from '#core/index/rowTable.ts';
import { VisibleRows } from '#core/index/visibleRows.ts';
import { runs } from '../../../support/full.ts';

/**
 * A log with a number of rows per line; lines are given as in the tree's tests, then their rows.
 */
class Log {
  readonly tree = new EntryTree();
  readonly table = new RowTable();
  readonly visible = new VisibleRows(this.table, this.tree);

  push(id: string | undefined, parentId: string | null, rows: number): void {
    this.tree.push(id === undefined ? [] : [{ id, parentId }]);
    for (let event = 0; event < rows; event += 1) {
      this.table.push('user', this.tree.length, event);
    }
  }

  /** Visible rows: `line.event`, and `line.b` for a branch row. */
  shown(): string[] {
    const { visible, table } = this;
    return Array.from({ length: visible.length }, (_, place) => {
      const row = visible.at(place) ?? NaN;
      const ref = table.get(row);
      assert.equal(visible.kind(place), row < 0 ? 'branch' : 'user');
      return row < 0 ? `${visible.branchPoint(row)?.line}.b` : `${ref?.line}.${ref?.event}`;
    });
  }
}

function logOf(...lines: readonly (readonly [string | undefined, string | null, number])[]): Log {
  const log = new Log();
  for (const line of lines) {
    log.push(...line);
  }
  return log;
}

describe('The rows that are shown', () => {
  const branched = () =>
    logOf(
      [undefined, null, 1],
      ['a', null, 2],
      ['b', 'a', 1],
      ['c', 'b', 1],
      [undefined, null, 1],
      ['d', 'a', 0],
      ['e', 'd', 1],
    );

  it('are all rows of a log without branches', () => {
    const log = logOf([undefined, null, 1], ['a', null, 2], ['b', 'a', 1]);
    assert.deepEqual(log.shown(), ['1.0', '2.0', '2.1', '3.0']);
    assert.equal(log.visible.placeOf(2), 2);
    assert.equal(log.visible.placeOf(9), 3);
    assert.equal(log.visible.at(4), undefined);
    assert.equal(log.visible.branchRow(2), undefined);
  });

  it('are those of the branch, and where it is left a row for the others', () => {
    const log = branched();
    assert.deepEqual(log.shown(), ['1.0', '2.0', '2.1', '2.b', '5.0', '7.0']);
    log.tree.choose(4);
    assert.deepEqual(log.shown(), ['1.0', '2.0', '2.1', '2.b', '3.0', '4.0', '5.0']);
  });

  it('have a row for several roots before everything', () => {
    const log = logOf(['a', null, 1], ['b', null, 1]);
    assert.deepEqual(log.shown(), ['0.b', '2.0']);
    assert.deepEqual(log.visible.branchPoint(-1), { line: 0, children: [1, 2] });
  });

  it('have a place for every row of the log, its own or the nearest before', () => {
    const log = branched();
    const rows = Array.from({ length: log.table.length }, (_, row) => row);
    // Rows 3 and 4 belong to the other branch, at the place where it was left.
    assert.deepEqual(
      rows.map((row) => log.visible.placeOf(row)),
      [0, 1, 2, 3, 3, 4, 5],
    );
    assert.equal(log.visible.placeOf(-1), 3);
    assert.equal(log.visible.branchRow(2), -1);
    assert.equal(log.visible.branchRow(1), undefined);
  });

  it('show a branch that comes to be at the end of what is shown', () => {
    const log = logOf(['a', null, 1], ['b', 'a', 1]);
    log.tree.choose(1);
    assert.deepEqual(log.shown(), ['1.0', '2.0']);
    log.push('c', 'a', 1);
    assert.deepEqual(log.shown(), ['1.0', '1.b', '3.0']);
  });

  it('are the same however often one looked meanwhile', () => {
    fc.assert(
      fc.property(fc.array(anyStep, { maxLength: 40 }), (steps) => {
        const watched = new Log();
        const whole = new Log();
        const followed: string[] = [];
        let version = -1;
        for (const [parent, rows, leaf, isEntry] of steps) {
          for (const log of [watched, whole]) {
            const length = log.tree.length;
            const parentId = parent === 0 ? null : String(Math.min(parent, length));
            log.push(isEntry ? String(length + 1) : undefined, parentId, rows);
            if (leaf > 0) {
              log.tree.choose(leaf > 30 ? undefined : leaf);
            }
          }
          const shown = watched.shown();
          if (watched.visible.version === version) {
            assert.deepEqual(shown.slice(0, followed.length), followed, 'appending keeps the rest');
          }
          version = watched.visible.version;
          followed.splice(0, followed.length, ...shown);
        }
        assert.deepEqual(watched.shown(), whole.shown());
        assert.deepEqual(
          watched.shown().filter((row) => !row.endsWith('b')),
          expected(whole),
        );
      }),
      { seed: 8, numRuns: runs(1_000) },
    );
  });

  it('are right again after rows and lines were taken back', () => {
    const log = branched();
    log.shown();
    const mark = log.tree.mark();
    const rows = log.table.length;
    log.push('f', 'b', 2);
    assert.deepEqual(log.shown(), ['1.0', '2.0', '2.1', '2.b', '3.0', '3.b', '5.0', '8.0', '8.1']);
    log.table.truncate(rows);
    log.tree.rewind(mark);
    log.visible.afterTruncate();
    assert.deepEqual(log.shown(), ['1.0', '2.0', '2.1', '2.b', '5.0', '7.0']);
  });
});

/**
 * A parent's line (0 for none), the number of rows, a leaf to choose, and whether it is an entry.
 */
const anyStep = fc.tuple(
  fc.nat({ max: 40 }),
  fc.nat({ max: 2 }),
  fc.oneof({ weight: 5, arbitrary: fc.constant(0) }, fc.integer({ min: 1, max: 40 })),
  fc.oneof({ weight: 8, arbitrary: fc.constant(true) }, fc.constant(false)),
);

function expected({ table, tree }: Log): string[] {
  return Array.from({ length: table.length }, (_, row) => table.get(row)).flatMap((ref) =>
    ref !== undefined && tree.isShown(ref.line) ? [`${ref.line}.${ref.event}`] : [],
  );
}
