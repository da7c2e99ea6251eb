import assert from 'node:assert/strict';
import fc from 'fast-check';
import { UndoLog } from '#base/undoLog.ts';
import { LineLabels } from '#core/index/logIndex.ts';
import { OpenCalls, type OpenCall } from '#core/index/openCalls.ts';
import { runs } from '../../../support/full.ts';

const source = { line: 1, offset: 0, length: 0 };

describe('Calls that wait for their end', () => {
  const call = (row: number, type: OpenCall['type'], name: string, callId?: string): OpenCall => ({
    row,
    type,
    name,
    callId,
    source,
  });

  it('are found by id, whatever they are, over the end of a turn', () => {
    const open = new OpenCalls(new UndoLog());
    open.push(call(0, 'shell', 'ls', 'c1'));
    assert.deepEqual(open.endTurn(), []);
    assert.equal(open.end('shell', 'ls', undefined), undefined, 'that is another one’s end');
    assert.equal(open.end('tool', 'bash', 'c1')?.row, 0);
    assert.equal(open.end('tool', 'bash', 'c1'), undefined);
  });

  it('are found by type and name within a turn, the first first', () => {
    const open = new OpenCalls(new UndoLog());
    open.push(call(0, 'tool', 'read'));
    open.push(call(1, 'shell', 'read'));
    open.push(call(2, 'tool', 'read'));
    open.push(call(3, 'tool', 'grep'));
    assert.equal(open.end('tool', 'read', undefined)?.row, 0);
    assert.equal(open.end('tool', 'read', undefined)?.row, 2);
    assert.deepEqual(
      open.endTurn().map(({ row }) => row),
      [1, 3],
    );
    assert.equal(open.end('shell', 'read', undefined), undefined);
  });

  it('are as before after steps taken back', () => {
    const names = fc.constantFrom('a', 'b');
    const ids = fc.option(fc.constantFrom('1', '2'), { nil: undefined });
    const step = fc.tuple(fc.constantFrom('push', 'end', 'endTurn', 'takeBack'), names, ids);
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const undo = new UndoLog();
        const open = new OpenCalls(undo);
        let list: OpenCall[] = [];
        let kept: OpenCall[] | undefined;
        let row = 0;
        for (const [what, name, callId] of steps) {
          switch (what) {
            case 'push':
              row += 1;
              open.push(call(row, 'tool', name, callId));
              list.push(call(row, 'tool', name, callId));
              break;
            case 'end': {
              const at = list.findIndex((one) =>
                callId === undefined
                  ? one.callId === undefined && one.name === name
                  : one.callId === callId,
              );
              assert.deepEqual(open.end('tool', name, callId), list[at]);
              list = list.filter((_, index) => index !== at);
              break;
            }
            case 'endTurn':
              assert.deepEqual(
                open.endTurn(),
                list.filter((one) => one.callId === undefined),
              );
              list = list.filter((one) => one.callId !== undefined);
              break;
            case 'takeBack':
              if (kept === undefined) {
                undo.mark();
                kept = [...list];
              } else {
                undo.rewind();
                list = kept;
                kept = undefined;
              }
          }
        }
      }),
      { seed: 12, numRuns: runs(2_000) },
    );
  });
});

describe('Labels of lines', () => {
  it('are the latest, and as before after some were taken back', () => {
    const labels = new LineLabels();
    const all = () => [1, 2, 3].map((line) => labels.get(line));
    labels.set(1, 'a');
    labels.set(2, 'b');
    labels.set(2, '');
    labels.mark();
    labels.set(1, 'c');
    labels.set(1, undefined);
    labels.set(2, 'd');
    labels.set(3, 'e');
    assert.deepEqual(all(), [undefined, 'd', 'e']);
    labels.rewind();
    assert.deepEqual(all(), ['a', undefined, undefined]);
    labels.mark();
    labels.rewind();
    assert.deepEqual(all(), ['a', undefined, undefined]);
  });
});
