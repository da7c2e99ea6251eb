import assert from 'node:assert/strict';
import { adapters } from '#agents/registry.ts';
import { piAdapter } from '#agents/pi/adapter.ts';
import { EndsBuffer } from '#store/endsBuffer.ts';
import { withFile, success } from '#store/fileSystem.ts';
import { readEnds, type LogEnds } from '#store/logEnds.ts';
import { maxTailBytes } from '#store/logTail.ts';
import { line } from './support/keenStore.ts';
import { MemoryFileSystem } from './support/memoryFileSystem.ts';

const asked = Date.UTC(2026, 2, 15, 10);
const answered = asked + 60_000;

function entry(role: string, text: string, timestamp: number): string {
  return line({
    type: 'message',
    id: 'aa000001',
    parentId: null,
    message: { role, content: [{ type: 'text', text }], timestamp },
  });
}

const start = line({ type: 'session', version: 3, id: 'x', timestamp: '2026-03-15T10:00:00.000Z' });
const output = (length: number) => entry('toolResult', 'x'.repeat(length), answered + 1);

function endsOf(content: string): LogEnds {
  const disk = new MemoryFileSystem();
  disk.put('/x.jsonl', content);
  const read = withFile(disk, '/x.jsonl', (file) => {
    const ends = readEnds(file, piAdapter, adapters, new EndsBuffer());
    return ends.ok ? success(ends.value) : ends;
  });
  assert.ok(read.ok);
  return read.value;
}

describe('The date of a session’s last change', () => {
  const log = (length: number) =>
    start +
    entry('user', 'Question', asked) +
    entry('assistant', 'Running', answered) +
    output(length);

  it('is that of the last line that counts, not of the last', () => {
    assert.equal(endsOf(log(10)).lastTime, answered);
  });

  it('is looked for behind something long at the end', () => {
    for (const length of [40_000, 100_000, maxTailBytes / 2]) {
      assert.equal(endsOf(log(length)).lastTime, answered, String(length));
    }
  });

  it('is left to the file where only the beginning tells one', () => {
    assert.equal(endsOf(log(maxTailBytes * 2)).lastTime, undefined);
  });

  it('is not looked for where nothing is dated', () => {
    const undated = start + line({ type: 'custom', id: 'a', parentId: null }).repeat(2_000);
    assert.equal(endsOf(undated).lastTime, undefined);
  });
});
