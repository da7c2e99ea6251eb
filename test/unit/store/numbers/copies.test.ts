import assert from 'node:assert/strict';
import fc from 'fast-check';
import { adapters } from '#agents/registry.ts';
import { Pacer } from '#base/pacer.ts';
import { addTo, noCounts } from '#core/numbers/numbers.ts';
import { logNumbers, type Counted } from '#store/numbers/logNumbers.ts';
import { LogSource } from '#store/sources/log/logSource.ts';
import { fixtureFiles } from '../../../support/fixtures.ts';
import { runs } from '../../../support/full.ts';
import { MemoryFileSystem } from '../support/memoryFileSystem.ts';

const logs = adapters.flatMap((adapter) =>
  adapter.sources.some(({ kind, ...layout }) => kind === 'log' && !('settled' in layout))
    ? fixtureFiles(adapter.id).map(({ name, bytes }) => ({
        adapter,
        name,
        lines: new TextDecoder()
          .decode(bytes)
          .split('\n')
          .filter((line) => line !== ''),
      }))
    : [],
);

describe('what a file repeats of another', () => {
  it('adds nothing to the sums, wherever the copy ends, for all agents', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...logs),
        fc.nat({ max: 1_000 }),
        async ({ adapter, name, lines }, end) => {
          const copy = lines.slice(0, 1 + (end % lines.length));
          const alone = await sumsOf(adapter, [lines]);
          const isDated = copy.every((line) => datedOrSilent(adapter, line));
          const both = await sumsOf(adapter, [lines, copy]);
          if (isDated) {
            assert.deepEqual(both, alone, `${adapter.id} ${name}`);
          }
        },
      ),
      { numRuns: runs(200) },
    );
  });
});

/** What is not dated may be said twice. */
function datedOrSilent(adapter: (typeof adapters)[number], line: string): boolean {
  try {
    const record = JSON.parse(line) as Record<string, unknown>;
    const { time, events } = adapter.decode(record, { line: 1, offset: 0, length: line.length });
    return time !== undefined || !events.some(({ kind }) => counted.has(kind));
  } catch {
    return false;
  }
}

const counted: ReadonlySet<string> = new Set([
  'userMessage',
  'toolCall',
  'toolResult',
  'shellRun',
  'usage',
]);

async function sumsOf(adapter: (typeof adapters)[number], files: readonly (readonly string[])[]) {
  const disk = new MemoryFileSystem();
  const known: Counted = { answers: new Set(), starts: new Set() };
  const sum = { ...noCounts };
  for (const [index, lines] of files.entries()) {
    disk.put(`/log${index}`, `${lines.join('\n')}\n`);
    const source = new LogSource(disk, `/log${index}`);
    const times = { createdAt: undefined, updatedAt: 0 };
    const layout = adapter.sources.find(({ kind }) => kind === 'log');
    assert.ok(layout);
    const session = { adapter, source, layout, path: `/log${index}` };
    const { cells } = await logNumbers(session, times, known, new Pacer(undefined));
    for (const cell of cells) {
      addTo(sum, cell);
    }
  }
  return sum;
}
