import { calcPrice } from '@pydantic/genai-prices';
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { noUsage, type Usage } from '#core/events/usage.ts';
import { costOf, priceOf } from '#core/prices/prices.ts';
import {
  noPrices,
  priceSteps,
  stepOf,
  type Price,
  type PriceTable,
} from '#core/prices/priceTable.ts';
import { pricedProviders } from '../../../build/prices.mjs';

const day = (date: string) => Date.parse(`${date}T12:00:00Z`);
const now = day('2026-11-20');

const usage = (counts: Partial<Usage>): Usage => ({ ...noUsage, ...counts });
const flat = (input: number, output = input): Price => ({
  input,
  output,
  cacheRead: input,
  cacheWrite: input,
  cacheWriteLong: input,
});

describe('what models cost', () => {
  let table: PriceTable;
  before(async () => {
    table = { ...noPrices, providers: await pricedProviders() };
  });

  const price = (model: string, provider?: string, time = now) =>
    priceOf(model, provider, time, table);
  const dollars = (model: string, counts: Partial<Usage>, time = now) => {
    const found = price(model, undefined, time);
    return found && costOf(usage(counts), found);
  };

  it('is what the package computes, for every date, size and use of the cache', () => {
    const models = [
      ['anthropic', 'claude-sonnet-4-5'],
      ['anthropic', 'claude-opus-4-6'],
      ['anthropic', 'claude-haiku-4-5-20251001'],
      ['openai', 'gpt-5.1-codex'],
      ['openai', 'gpt-5.6-sol'],
      ['google', 'gemini-2.5-pro'],
      ['x-ai', 'grok-4.3'],
    ] as const;
    const tokens = fc.integer({ min: 0, max: 300_000 });
    fc.assert(
      fc.property(
        fc.constantFrom(...models),
        fc.record({ input: tokens, output: tokens, cacheRead: tokens, cacheWrite: tokens }),
        fc.integer({ min: day('2025-01-01'), max: now }),
        ([provider, model], counts, time) => {
          const own = dollars(model, counts, time) ?? NaN;
          const theirs = calcPrice(
            {
              input_tokens: counts.input + counts.cacheRead + counts.cacheWrite,
              output_tokens: counts.output,
              cache_read_tokens: counts.cacheRead,
              cache_write_tokens: counts.cacheWrite,
            },
            model,
            { providerId: provider, timestamp: new Date(time) },
          );
          assert.ok(Math.abs(own - (theirs?.total_price ?? NaN)) < 1e-9, `${own}`);
        },
      ),
    );
  });

  it('counts writes that stay for an hour for what they cost', () => {
    const write = { cacheWrite: 1_000_000 };
    assert.equal(dollars('claude-opus-5', write), 6.25);
    assert.equal(dollars('claude-opus-5', { ...write, cacheWriteLong: 1_000_000 }), 10);
    assert.equal(dollars('claude-opus-5', { ...write, cacheWriteLong: 400_000 }), 7.75);
  });

  it('is what the log says, if it does', () => {
    assert.equal(dollars('claude-opus-5', { input: 1_000_000, cost: 0.25 }), 0.25);
  });

  it('is known by any name that logs have for a model', () => {
    const same: Readonly<Record<string, readonly string[]>> = {
      'claude-sonnet-4-5': [
        'claude-sonnet-4-5-20250929',
        'claude-sonnet-4-5[1m]',
        'claude-sonnet-4-5@20250929',
        'anthropic/claude-sonnet-4-5',
        'openrouter/anthropic/claude-sonnet-4.5',
        'copilot/claude-sonnet-4.5',
        'claude-4.5-sonnet',
        'claude-4.5-sonnet-thinking',
        'Claude-Sonnet-4-5 ',
      ],
      'gpt-5': ['gpt-5-2025-08-07', 'gpt-5-20250807', 'openai/gpt-5', 'gpt-5-high', 'azure/gpt-5'],
      'gpt-5.1-codex': ['gpt-5.1-codex-high', 'openai/gpt-5.1-codex'],
      'gemini-2.5-pro': ['models/gemini-2.5-pro', 'google/gemini-2.5-pro', 'gemini-2.5-pro-latest'],
    };
    for (const [name, others] of Object.entries(same)) {
      const { input, output } = price(name) ?? flat(NaN);
      for (const other of others) {
        const found = price(other);
        assert.deepEqual([other, found?.input, found?.output], [other, input, output]);
      }
    }
    assert.equal(price('us.anthropic.claude-haiku-4-5-20251001-v1:0')?.input, 1.1);
    assert.ok(price('qwen/qwen3-coder') !== undefined);
    assert.equal(price('deepseek/deepseek-chat:free')?.output, 0);
    assert.equal(price('scripted/large'), undefined);
    assert.equal(price(''), undefined);
  });

  it('is that of who sold it, if the log tells', () => {
    assert.equal(price('claude-sonnet-4-6', 'amazon-bedrock')?.input, 3.3);
    assert.equal(price('claude-sonnet-4-6', 'anthropic')?.input, 3);
    assert.equal(price('claude-sonnet-4-6', 'a house of mine')?.input, 3);
  });

  it('changes with the day', () => {
    assert.deepEqual(
      ['2025-06-09', '2025-06-10'].map((date) => price('o3', 'openai', day(date))?.input),
      [10, 2],
    );
  });

  it('is the user’s own price before any other', () => {
    const own: PriceTable = {
      ...table,
      own: [
        { pattern: 'house/*', price: flat(1) },
        { pattern: 'Claude-*-5', price: flat(2) },
        { pattern: 'gpt-5', price: flat(3) },
      ],
    };
    const input = (model: string) => priceOf(model, undefined, now, own)?.input;
    assert.deepEqual(
      ['house/qwen3', 'claude-opus-5', 'anthropic/claude-opus-5', 'gpt-5'].map(input),
      [1, 2, 2, 3],
    );
    assert.equal(input('gpt-5.1'), price('gpt-5.1')?.input);
    assert.equal(input('house'), undefined);
  });

  it('can be told of requests that are summed between the steps', () => {
    const amounts = table.providers.flatMap(({ prices }) =>
      prices.flatMap(([, ...rows]) => rows.flatMap((row) => (typeof row === 'string' ? [] : row))),
    );
    const steps = new Set(
      amounts.flatMap((amount) =>
        typeof amount === 'object' ? (amount ?? []).filter((_, at) => at % 2 === 1) : [],
      ),
    );
    assert.deepEqual(
      [...steps].sort((a, b) => a - b),
      priceSteps,
    );
    assert.deepEqual([0, 128_000, 128_001, 1_000_000].map(stepOf), [0, 0, 128_000, 512_000]);
  });
});
