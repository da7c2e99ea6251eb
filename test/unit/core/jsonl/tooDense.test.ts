import assert from 'node:assert/strict';
import { readRecords } from '#core/jsonl/readRecords.ts';
import { parseShallow, isTooDense } from '#core/jsonl/shallowJson.ts';
import { geminiPath, storeOfAll } from '../../store/support/agentLogs.ts';
import { MemoryFileSystem } from '../../store/support/memoryFileSystem.ts';

const source = { line: 1, offset: 0, length: 0 };
/** More values than memory is sure to hold, in as few bytes as that takes. */
const dense = `{"sessionId":"a","projectHash":"h","messages":[${'{},'.repeat(8_000_000)}{}]}`;

describe('JSON with more values than there is memory for', () => {
  it('is told by its commas, braces and brackets', () => {
    assert.equal(isTooDense(dense), true);
    assert.equal(isTooDense(`[${'1,'.repeat(16_000_000)}1]`), true);
    assert.equal(isTooDense(`["${'x'.repeat(20_000_000)}"]`), false);
    assert.equal(isTooDense(`["${'a, b'.repeat(5_000_000)}"]`), false);
    assert.equal(isTooDense('[]'), false);
  });

  it('is not parsed, and said to be there', () => {
    assert.throws(() => parseShallow(dense), SyntaxError);
    const { records, problems } = readRecords(new TextEncoder().encode(dense), source);
    assert.deepEqual(records, []);
    assert.deepEqual(
      problems.map(({ code, severity, message }) => [code, severity, message]),
      [['tooLong', 'lost', 'The line has too many values to be read.']],
    );
  });

  it('makes no session of a document', () => {
    const disk = new MemoryFileSystem();
    const path = geminiPath('a').replace(/l$/, '');
    disk.put(path, dense);
    const backward = storeOfAll(disk).sourceAt(path).readBackward();
    const message = `${path} has more values than can be read.`;
    assert.throws(() => backward.next(() => true), { message });
  });
});
