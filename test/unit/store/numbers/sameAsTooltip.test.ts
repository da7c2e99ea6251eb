import assert from 'node:assert/strict';
import { adapters } from '#agents/registry.ts';
import { Pacer } from '#base/pacer.ts';
import { dateOf } from '#core/events/session.ts';
import { totalOf, type Counts } from '#core/numbers/numbers.ts';
import { KnownPrices } from '#store/session/knownPrices.ts';
import { sessionUsage } from '#store/session/sessionUsage.ts';
import { pricedProviders } from '../../../build/prices.mjs';
import { fixtureFiles } from '../../../support/fixtures.ts';
import { storeOfAll } from '../support/agentLogs.ts';
import { MemoryFileSystem } from '../support/memoryFileSystem.ts';
import { numbersOf } from '../support/numbersSum.ts';

describe('the numbers of a session', () => {
  for (const { id } of adapters) {
    it(`are, of tokens and cost, what its tooltip tells: ${id}`, async () => {
      for (const { name, bytes } of fixtureFiles(id)) {
        const disk = new MemoryFileSystem();
        const path = '/chosen/log.jsonl';
        disk.put(path, bytes);
        const providers = await pricedProviders();
        const store = storeOfAll(disk, { prices: new KnownPrices(() => providers) });
        try {
          store.choose(path);
        } catch {
          // Nothing in it identifies its agent, so it cannot be opened.
          continue;
        }
        if (store.summarize(path).parent !== undefined) {
          // A fork, whose beginning counts in its parent.
          continue;
        }
        const { own } = totalOf(await numbersOf(store, [path]), { from: '' });
        const session = store.sessionAt(path);
        const summary = store.summarize(path);
        const prices = store.pricesOf(session, summary.id, dateOf(summary));
        const told = await sessionUsage(session, new Pacer(undefined), prices);
        const usage: Partial<Counts> = told?.usage ?? {};
        const named = ['input', 'output', 'cacheRead', 'cacheWrite', 'unpriced'] as const;
        assert.deepEqual(
          named.map((each) => own[each]),
          named.map((each) => usage[each] ?? 0),
          name,
        );
        for (const each of ['cost', 'estimated'] as const) {
          assert.ok(Math.abs(own[each] - (usage[each] ?? 0)) < 1e-9, `${name} ${each}`);
        }
      }
    });
  }
});
