import assert from 'node:assert/strict';
import { Pacer } from '#base/pacer.ts';
import { piAdapter } from '#agents/pi/adapter.ts';
import { adapters } from '#agents/registry.ts';
import { readRecords } from '#core/jsonl/readRecords.ts';
import { sessionUsage } from '#store/session/sessionUsage.ts';
import { hintsOf } from '#store/sources/log/logHints.ts';
import { fixtureFiles } from '../../../support/fixtures.ts';
import { home, keenStore } from '../support/keenStore.ts';
import { MemoryFileSystem } from '../support/memoryFileSystem.ts';

const path = `${home}/.pi/agent/sessions/--p--/2026-11-20_a.jsonl`;
const header = JSON.stringify({ type: 'session', version: 3, id: 'a', cwd: '/p' });
const answer = (model: string, input: number, cost: number) =>
  JSON.stringify({
    type: 'message',
    id: `${model}${input}`,
    parentId: null,
    message: {
      role: 'assistant',
      model,
      content: [],
      usage: { input, output: 2, cacheRead: 3, cacheWrite: 4, cost: { total: cost } },
    },
  });

describe('what a session used', () => {
  const used = (...lines: readonly string[]) => {
    const disk = new MemoryFileSystem();
    disk.put(path, lines.map((line) => `${line}\n`).join(''));
    const store = keenStore(disk, { adapters: [piAdapter] });
    return sessionUsage(store.sessionAt(path), new Pacer(undefined));
  };

  it('is the sum of its answers, with the models that gave them', async () => {
    assert.deepEqual(
      await used(header, answer('a', 10, 0.5), answer('b', 20, 1), answer('a', 1, 0)),
      {
        models: ['a', 'b'],
        usage: { input: 31, output: 6, cacheRead: 9, cacheWrite: 12, cost: 1.5, unpriced: 10 },
      },
    );
  });

  it('is nothing where the log says nothing, and cuts what no model is called', async () => {
    assert.deepEqual(await used(header), { models: [] });
    const { models = [] } = (await used(header, answer('x\n'.repeat(500), 1, 0))) ?? {};
    assert.ok((models[0] ?? '').length <= 60);
    assert.doesNotMatch(models[0] ?? '', /\n/);
  });

  it('is not counted in a long session', async () => {
    const line = answer('a', 1, 0);
    const many = Array.from({ length: Math.ceil((8 * 1024 * 1024) / line.length) }, () => line);
    assert.equal(await used(header, ...many), undefined);
  });

  for (const adapter of adapters) {
    const { usageMarks } = hintsOf(adapter);
    if (usageMarks !== undefined) {
      it(`is on no line of ${adapter.label}’s that its marks skip`, () => {
        const source = { line: 1, offset: 0, length: 0 };
        let skipped = 0;
        for (const { bytes } of fixtureFiles(adapter.id)) {
          for (const line of new TextDecoder().decode(bytes).split('\n')) {
            if (usageMarks.some((mark) => line.includes(mark))) {
              continue;
            }
            for (const record of readRecords(new TextEncoder().encode(line), source).records) {
              const { events } = adapter.decode(record, source);
              assert.equal(
                events.some(({ kind }) => kind === 'usage'),
                false,
                line,
              );
              assert.notEqual(typeof adapter.modelIn?.(record), 'string', line);
              skipped += 1;
            }
          }
        }
        assert.ok(skipped > 0);
      });
    }
  }
});
