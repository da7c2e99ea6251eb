import assert from 'node:assert/strict';
import { totalUsageId, type SessionEvent, type UsageEvent } from '#core/events/event.ts';
import { noUsage } from '#core/events/usage.ts';
import { toolSums } from '#core/numbers/times.ts';
import { CallNotes } from '#store/tally/callTimes.ts';
import { ModelsByLine } from '#store/tally/modelsByLine.ts';
import { RowReader } from '#store/tally/packed.ts';
import { RequestRows } from '#store/tally/requestRows.ts';
import { piPath, piSession, storeOfAll } from '../support/agentLogs.ts';
import { line } from '../support/keenStore.ts';
import { MemoryFileSystem } from '../support/memoryFileSystem.ts';
import { numbersOf } from '../support/numbersSum.ts';

const prompt: SessionEvent = { kind: 'userMessage', text: 'Go' };
const call = (name: string): SessionEvent => ({ kind: 'toolCall', name, input: {} });
const run: SessionEvent = { kind: 'shellRun', phase: 'start', command: 'npm test' };
const result: SessionEvent = { kind: 'toolResult', name: 'Read', output: '' };
const used = (output: number, id?: string): UsageEvent => ({
  kind: 'usage',
  usage: { ...noUsage, output },
  ...(id === undefined ? {} : { id }),
});

/** Which tools each request called: its output, then their names. */
function called(lines: readonly (readonly SessionEvent[])[]): readonly (readonly unknown[])[] {
  const notes = new CallNotes();
  const requests = new RequestRows(() => 7);
  for (const [at, events] of lines.entries()) {
    requests.look(events, at + 1, undefined, notes.look({ events, time: undefined }, at + 1));
  }
  const all: unknown[][] = [];
  const packed = requests.packed(new ModelsByLine(), () => false);
  for (const rows = new RowReader(packed); rows.next();) {
    const numbers = Array.from({ length: 11 }, () => rows.number());
    const tools = Array.from({ length: numbers[10] ?? 0 }, () => notes.tools[rows.number()]);
    all.push([numbers[5], ...tools.map((tool) => tool?.command ?? tool?.name)]);
  }
  return all;
}

describe('what tools cost', () => {
  it('is of the answer that calls them, wherever its usage is told', () => {
    // Beside its calls, before them or behind.
    assert.deepEqual(called([[prompt], [call('Read'), used(1)], [result], [used(2), run]]), [
      [1, 'Read'],
      [2, 'tests'],
    ]);
    // Later, maybe behind their results; as a sum that is told again.
    assert.deepEqual(
      called([
        ...[[call('Read')], [used(3, totalUsageId)], [result], [run], [used(3, totalUsageId)]],
        ...[[used(5, totalUsageId)]],
      ]),
      [
        [3, 'Read'],
        [2, 'tests'],
      ],
    );
    // With each record of an answer, which has some of its calls.
    assert.deepEqual(
      called([[used(3, 'a')], [call('Read'), used(3, 'a')], [call('Grep'), used(9, 'a')]]),
      [
        [3, 'Read', 'Grep'],
        [6, 'Read', 'Grep'],
      ],
    );
  });

  it('is nothing of what the user ran before a prompt', () => {
    assert.deepEqual(called([[run], [prompt], [used(1)]]), [[1]]);
  });

  it('is shared equally by the calls of a request, and adds up', async () => {
    const disk = new MemoryFileSystem();
    const answer = (id: string, cost: number, ...names: readonly string[]) =>
      line({
        type: 'message',
        ...{ id, parentId: null, timestamp: '2026-03-15T10:00:09.000Z' },
        message: {
          role: 'assistant',
          ...{ provider: 'p', model: 'm', usage: { output: 2, cost: { total: cost } } },
          content: names.map((name) => ({
            type: 'toolCall',
            id: `${id}${name}`,
            name,
            arguments: {},
          })),
        },
      });
    disk.put(
      piPath('a'),
      piSession('a') +
        answer('aa000002', 1, 'read', 'read', 'grep', 'edit') +
        answer('aa000003', 5),
    );
    const sessions = await numbersOf(storeOfAll(disk), [piPath('a')]);
    assert.deepEqual(
      toolSums(sessions, { from: '' }, false).map(({ tool, runs, cost }) => [
        tool.name,
        runs,
        cost,
      ]),
      [
        ['read', 2, 0.5],
        ['grep', 1, 0.25],
        ['edit', 1, 0.25],
      ],
    );
  });
});
