import assert from 'node:assert/strict';
import fc from 'fast-check';
import { editState } from '#core/changes/editState.ts';
import type { DiffLine } from '#core/events/diff.ts';
import { runs } from '../../../support/full.ts';

const made = diff(
  ' function total(rows) {',
  '-  return rows.length;',
  '+  return sum(rows);',
  ' }',
);
const whole = ['function total(rows) {', '  return sum(rows);', '}'];

describe('an edit', () => {
  it('is there as it was written, wherever it moved', () => {
    assert.equal(editState(made, whole.join('\n')), 'there');
    assert.equal(editState(made, ['// new', '', ...whole, '// more'].join('\r\n')), 'there');
    assert.equal(editState(made, 'const total = (rows) => {\n  return sum(rows);   \n};'), 'there');
  });

  it('was changed since if only some of it is there', () => {
    const two = diff('+  const first = 1;', '+  const second = 2;');
    assert.equal(editState(two, '  const first = 1;\n  const second = 3;'), 'changed');
    const apart = diff('+  const first = 1;', '@@', '+  const second = 2;');
    assert.equal(editState(apart, '  const second = 2;'), 'changed');
  });

  it('is gone if none of it is there', () => {
    assert.equal(editState(made, 'function total(rows) {\n  return rows.length;\n}'), 'gone');
    assert.equal(editState(made, ''), 'gone');
  });

  it('that only removes is there until what it removed is back', () => {
    const removal = diff(' before()', '-  debugger; // stop', ' after()');
    assert.equal(editState(removal, 'before()\nafter()'), 'there');
    assert.equal(editState(removal, 'before()\nsomething()\nafter()'), 'there');
    assert.equal(editState(removal, 'before()\n  debugger; // stop\nafter()'), 'gone');
  });

  it('of a line that says nothing counts only beside its neighbors', () => {
    const brace = diff(' if (isReady) {', '+}', ' next();');
    assert.equal(editState(brace, 'if (isReady) {\n}\nnext();'), 'there');
    assert.equal(editState(brace, 'while (true) {\n}\n'), 'unknown');
    assert.equal(editState(diff('@@'), 'a'), 'unknown');
  });

  it('is always there in the text that it made', () => {
    const line = fc.constantFrom('alpha beta', 'gamma', '}', '', 'return 12345;', '  x');
    const lines = fc.array(
      fc.record({ kind: fc.constantFrom('added', 'removed', 'context'), text: line }),
      { minLength: 1, maxLength: 30 },
    );
    fc.assert(
      fc.property(lines, (parts) => {
        const recorded = parts.map(({ kind, text }) => lineOf(kind as DiffLine['kind'], text));
        const after = recorded.filter(({ kind }) => kind !== 'removed').map(({ text }) => text);
        const state = editState(recorded, after.join('\n'));
        const changes = recorded.some(({ kind }) => kind !== 'context');
        assert.equal(state, changes ? 'there' : 'unknown');
      }),
      { numRuns: runs(2_000) },
    );
  });
});

function diff(...lines: readonly string[]): readonly DiffLine[] {
  return lines.map((line) =>
    lineOf(
      line === '@@'
        ? 'hunk'
        : line.startsWith('+')
          ? 'added'
          : line.startsWith('-')
            ? 'removed'
            : 'context',
      line.slice(1),
    ),
  );
}

function lineOf(kind: DiffLine['kind'], text: string): DiffLine {
  return { kind, oldLine: undefined, newLine: undefined, text };
}
