import assert from 'node:assert/strict';
import { adapters } from '#agents/registry.ts';
import { piAdapter } from '#agents/pi/adapter.ts';
import { summarizeSession } from '#core/events/summary.ts';
import { withFile } from '#store/disk/fileSystem.ts';
import { maxEndBytes } from '#store/sources/log/logBytes.ts';
import { readEnds, type LogEnds } from '#store/sources/log/logEnds.ts';
import { line } from '../../support/keenStore.ts';
import { MemoryFileSystem } from '../../support/memoryFileSystem.ts';
import { plainEnds } from '../../support/plainEnds.ts';

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
  const read = withFile(disk, '/x.jsonl', (file) => readEnds(file, piAdapter, adapters));
  assert.ok(read.ok && read.value !== undefined);
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
    for (const length of [40_000, 100_000, maxEndBytes / 2]) {
      assert.equal(endsOf(log(length)).lastTime, answered, String(length));
    }
  });

  it('is left to the file where only the beginning tells one', () => {
    assert.equal(endsOf(log(maxEndBytes * 2)).lastTime, undefined);
  });

  it('is not looked for where nothing is dated', () => {
    const undated = start + line({ type: 'custom', id: 'a', parentId: null }).repeat(2_000);
    assert.equal(endsOf(undated).lastTime, undefined);
  });
});

describe('The message that titles a session', () => {
  const command = entry('user', '/mode', asked);
  const work = (length: number) => entry('assistant', 'x'.repeat(length), answered);
  const question = entry('user', 'Port the selector', asked);
  const titleOf = (content: string) => {
    const ends = endsOf(content);
    assert.deepEqual(ends, plainEnds(Buffer.from(content), piAdapter, adapters));
    const input = { agent: 'pi', path: '/x.jsonl', fallbackId: () => '', size: 0, modifiedAt: 0 };
    return summarizeSession({ ...input, ...ends }).firstUserMessage;
  };

  it('is the first that is more than a command', () => {
    assert.equal(titleOf(start + command + question), 'Port the selector');
    assert.equal(titleOf(start + command + command + question), 'Port the selector');
    assert.equal(titleOf(start + command + work(10_000) + question), 'Port the selector');
    assert.equal(titleOf(start + command + question + work(100_000)), 'Port the selector');
    assert.equal(titleOf(start + work(40_000) + command + question), 'Port the selector');
  });

  it('is its beginning if it is long', () => {
    const title = titleOf(start + command + entry('user', `Port ${'x'.repeat(60_000)}`, asked));
    assert.match(title ?? '', /^Port x/);
  });

  it('is the command where there is nothing else, or only far behind', () => {
    assert.equal(titleOf(start + command), '/mode');
    assert.equal(titleOf((start + command).trimEnd()), '/mode');
    assert.equal(titleOf(start + command + work(60_000) + question), '/mode');
  });
});
