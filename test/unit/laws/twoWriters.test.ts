import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { AgentAdapter } from '#agents/contract/adapter.ts';
import { adapters } from '#agents/registry.ts';
import { fixtureFiles } from '../../support/fixtures.ts';
import { runs } from '../../support/full.ts';
import { idOfRecord, indexRecords, type JsonRecord, recordsIn, toldBy } from './support/records.ts';

/** Agents whose records name the one that they follow; in any other format, records follow the last line. */
const named: ReadonlySet<string> = new Set(['claude', 'pi']);
/** Its second compaction hangs on a stale record, which does not reveal who wrote it. */
const stale = 'historyAgain';

/** Each of two programs that went on with one session, in any order of their lines. */
describe('two programs that write one log', () => {
  for (const adapter of adapters.filter(({ id }) => named.has(id))) {
    const logs = fixtureFiles(adapter.id)
      .filter(({ name }) => name !== stale)
      .map((fixture) => ({
        name: fixture.name,
        // Other lines are of no branch.
        records: recordsIn(fixture).filter((record) => idOfRecord(adapter, record) !== undefined),
      }))
      .map((log) => ({ ...log, cuts: promptsOf(adapter, log.records) }))
      // What names no record that is there follows the last turn, no matter which writer wrote it. Of two queued prompts with the same words, one may be the other record of the first.
      .filter(
        ({ cuts, records }) =>
          cuts.length > 0 && !hasQueue(adapter, records) && namesAll(adapter, records),
      );

    it(`leave each branch of ${adapter.label} as it was alone`, () => {
      assert.ok(logs.length > 0);
      fc.assert(
        fc.property(fc.nat(), fc.nat(), fc.array(fc.boolean()), (log, at, turns) => {
          const { name, records, cuts } = logs[log % logs.length] ?? assert.fail();
          const cut = cuts[at % cuts.length] ?? 0;
          checkBranches(adapter, `${name} from ${cut}`, records, cut, turns);
        }),
        { seed: 31, numRuns: runs(1_000) },
      );
    });
  }
});

/** Places of prompts that another record precedes. */
function promptsOf(adapter: AgentAdapter, records: readonly JsonRecord[]): readonly number[] {
  return records.flatMap((record, at) => {
    const { events, link } = adapter.decode(record, { line: 1, offset: 0, length: 1 });
    const isPrompt = events.some(({ kind }) => kind === 'userMessage');
    const begins = link?.turn === undefined || link.turn === 'starts';
    return at > 0 && isPrompt && begins && typeof link?.parentId === 'string' ? [at] : [];
  });
}

function namesAll(adapter: AgentAdapter, records: readonly JsonRecord[]): boolean {
  const ids = new Set(records.map((record) => idOfRecord(adapter, record)));
  return records.every((record) => {
    const { parentId } = adapter.decode(record, { line: 1, offset: 0, length: 1 }).link ?? {};
    return typeof parentId !== 'string' || ids.has(parentId);
  });
}

function hasQueue(adapter: AgentAdapter, records: readonly JsonRecord[]): boolean {
  return records.some((record) =>
    adapter
      .decode(record, { line: 1, offset: 0, length: 1 })
      .events.some((event) => event.kind === 'userMessage' && event.queued !== undefined),
  );
}

function checkBranches(
  adapter: AgentAdapter,
  name: string,
  records: readonly JsonRecord[],
  cut: number,
  turns: readonly boolean[],
): void {
  const shared = new Set(records.slice(0, cut).map((record) => idOfRecord(adapter, record)));
  const [one, two] = [records.slice(cut), renamed(adapter, records.slice(cut), shared)];
  const merged = [...records.slice(0, cut)];
  const [left, right] = [[...one], [...two]];
  for (let turn = 0; left.length > 0 || right.length > 0; turn += 1) {
    const isFirst = right.length === 0 || (left.length > 0 && turns[turn % turns.length] !== false);
    merged.push(...(isFirst ? left : right).splice(0, 1));
  }
  for (const own of [one, two]) {
    const alone = [...records.slice(0, cut), ...own];
    const expected = indexRecords(adapter, alone);
    const index = indexRecords(adapter, merged);
    const leaf = alone[expected.tree.leaf - 1];
    assert.ok(leaf);
    assert.ok(index.showBranch(merged.indexOf(leaf) + 1));
    assert.deepEqual(saidBy(index, adapter, merged), saidBy(expected, adapter, alone), name);
  }
}

/** The rows of a branch, but for those that offer others, and what the model gets. */
function saidBy(...from: Parameters<typeof toldBy>) {
  const { rows, messages, compactions } = toldBy(...from);
  return { rows: rows.filter(({ kind }) => kind !== 'branch'), messages, compactions };
}

/** The same records with IDs of their own, also those of their calls. */
function renamed(
  adapter: AgentAdapter,
  records: readonly JsonRecord[],
  shared: ReadonlySet<string | undefined>,
): readonly JsonRecord[] {
  const text = records.map((record) => JSON.stringify(record)).join('\n');
  const ids = new Set(records.flatMap((record) => idOfRecord(adapter, record) ?? []));
  const calls = records.flatMap((record) =>
    adapter
      .decode(record, { line: 1, offset: 0, length: 1 })
      .events.flatMap((event) => ('callId' in event ? [event.callId] : [])),
  );
  return [...ids, ...calls]
    .filter((id) => !shared.has(id))
    .reduce((all, id) => all.replaceAll(JSON.stringify(id), JSON.stringify(otherThan(id))), text)
    .split('\n')
    .map((line) => JSON.parse(line) as JsonRecord);
}

/** An ID of the same form. */
function otherThan(id: string): string {
  return `f${id.slice(0, -2)}e`;
}
