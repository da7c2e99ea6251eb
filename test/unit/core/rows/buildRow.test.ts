import assert from 'node:assert/strict';
import type { DiffLine } from '#core/events/diff.ts';
import type { SessionEvent } from '#core/events/event.ts';
import { parseRowId } from '#core/rows/rowId.ts';
import { indexText, rowsOf, sampleLog } from '../../../support/sampleLog.ts';

const start: SessionEvent = { kind: 'sessionStart', sessionId: 's', createdAt: 0, cwd: '/x' };
const line = (kind: DiffLine['kind'], text: string): DiffLine => ({
  kind,
  text,
  oldLine: undefined,
  newLine: undefined,
});
const rows = (...events: SessionEvent[]) => rowsOf(indexText(sampleLog([start, ...events])));

describe('Rows', () => {
  it('of a call know its input, output, error and duration', () => {
    const [done, failed] = rows(
      { kind: 'toolCall', name: 'read_file', input: { path: 'a' } },
      { kind: 'toolResult', name: 'read_file', output: { content: 'x' }, durationNs: 7 },
      {
        kind: 'toolResult',
        name: 'edit',
        input: { path: 'b' },
        error: 'refused',
        standsAlone: true,
      },
    );
    assert.ok(done?.kind === 'tool' && failed?.kind === 'tool');
    assert.equal(done.state, 'done');
    assert.equal(done.title, 'a');
    assert.equal(done.output?.text, 'content: x');
    assert.equal(done.durationNs, 7);
    assert.equal(failed.state, 'failed');
    assert.equal(failed.title, 'b');
    assert.equal(failed.error, 'refused');
  });

  it('of a shell run say how it ended', () => {
    const states = rows(
      { kind: 'shellRun', phase: 'whole', command: 'ok', output: 'x', exitCode: 0 },
      { kind: 'shellRun', phase: 'whole', command: 'bad', exitCode: 2 },
      { kind: 'shellRun', phase: 'whole', command: 'err', error: 'failed' },
      { kind: 'shellRun', phase: 'whole', command: 'cut', interrupted: true },
    ).map((row) => (row.kind === 'shell' ? `${row.command} ${row.state}` : row.kind));
    assert.deepEqual(states, ['ok done', 'bad failed', 'err failed', 'cut unfinished']);
  });

  it('of a diff count its lines', () => {
    const diff: SessionEvent = {
      kind: 'diff',
      path: 'own.go',
      lines: [line('hunk', '@@'), line('removed', 'a'), line('added', 'b'), line('added', 'c')],
    };
    const [row] = rows(diff);
    assert.ok(row?.kind === 'diff');
    assert.deepEqual([row.path, row.added, row.removed, row.total], ['own.go', 2, 1, 4]);
  });

  it('of unknown events show what the log says', () => {
    const [row] = rows({ kind: 'unknown', type: 'future_thing', raw: { a: 1 } });
    assert.ok(row?.kind === 'unknown');
    assert.equal(row.type, 'future_thing');
    assert.deepEqual(JSON.parse(row.raw.text), { a: 1 });
  });

  it('have ids that can be read back, and made-up ids are refused', () => {
    assert.deepEqual(parseRowId('12.3'), { line: 12, type: 'event', place: 3 });
    assert.deepEqual(parseRowId('2.p0'), { line: 2, type: 'problem', place: 0 });
    for (const id of ['', '1', 'x.1', '1.-1', '1.2.3', '__proto__', `${'9'.repeat(20)}.1`]) {
      assert.equal(parseRowId(id), undefined);
    }
  });
});
