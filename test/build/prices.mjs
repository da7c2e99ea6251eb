import { calcPrice, waitForUpdate } from '@pydantic/genai-prices';

/** @typedef {import('../../src/core/prices/priceTable.ts').Amount} Amount */
/** @typedef {import('../../src/core/prices/priceTable.ts').Match} Match */
/** @typedef {import('../../src/core/prices/priceTable.ts').PriceRow} PriceRow */
/** @typedef {import('../../src/core/prices/priceTable.ts').PricedModel} PricedModel */
/** @typedef {import('../../src/core/prices/priceTable.ts').PricedProvider} PricedProvider */
/** @typedef {import('@pydantic/genai-prices').Provider} Provider */

/** Who sells models of others and whose name no log has. */
const unnamed =
  /^(?:huggingface_.*|arcee|avian|baseten|cohere|doubleword|modal|novita|ovhcloud|perplexity|quicksilverpro|typesafe|voyageai)$/;

/**
 * What the product needs of the package's data: who sells which model for how much since when. Prices that depend on
 * the time of day are left out, since requests are summed by day; those of sound, pictures and searches, too.
 * @returns {Promise<PricedProvider[]>}
 */
export async function pricedProviders() {
  const providers = (await waitForUpdate()) ?? [];
  return providers
    .filter(({ id }) => !unnamed.test(id))
    .map(({ id, model_match, provider_match, fallback_model_providers, models }) => ({
      id,
      ...(model_match === undefined ? {} : { models: matchOf(model_match) }),
      ...(provider_match === undefined ? {} : { names: matchOf(provider_match) }),
      ...(fallback_model_providers === undefined ? {} : { also: fallback_model_providers }),
      prices: models
        // No session is a batch, and what is free needs no price.
        .filter((model) => !/:(?:batch|free)$/.test(model.id))
        .filter((model) => id !== 'openrouter' || !isSoldByMaker(model.id))
        .flatMap(pricedModel),
    }))
    .filter(({ prices }) => prices.length > 0);
}

/**
 * Makes the package a module that exports these alone: a tenth of it.
 * @type {import('esbuild').Plugin}
 */
export const onlyPrices = {
  name: 'only-prices',
  setup(build) {
    build.onLoad({ filter: /[\\/]genai-prices[\\/]dist[\\/]index\.\w+$/ }, async () => ({
      contents: `export const providers = ${JSON.stringify(await pricedProviders())};`,
    }));
  },
};

/**
 * Whether a model is found at its maker, whose price is the same.
 * @param {string} id as a market calls it
 */
function isSoldByMaker(id) {
  return calcPrice({ input_tokens: 1 }, id.split('/').at(-1) ?? id) !== null;
}

/** @param {Provider['models'][number]} model @returns {PricedModel[]} none if it does not answer in text */
function pricedModel({ match, prices }) {
  const all = Array.isArray(prices) ? prices : [{ prices }];
  const rows = all.flatMap(({ constraint, prices: row }) =>
    constraint === undefined
      ? [rowOf(row)]
      : constraint.type === 'start_date'
        ? [constraint.start_date, rowOf(row)]
        : [],
  );
  return rows.some((row) => typeof row !== 'string' && row.length === 0)
    ? []
    : [/** @type {PricedModel} */ ([matchOf(match), ...rows])];
}

/** @param {import('@pydantic/genai-prices').ModelPrice} prices @returns {PriceRow} */
function rowOf(prices) {
  if (Object.keys(prices).length === 0) {
    // Nothing is charged.
    return [0, 0];
  }
  const { input_mtok: input, output_mtok: output } = prices;
  if (input === undefined || output === undefined) {
    return [];
  }
  const row = [input, output, prices.cache_read_mtok, prices.cache_write_mtok].concat(
    prices.cache_write_1h_mtok,
  );
  const last = row.findLastIndex((price) => price !== undefined);
  return row.slice(0, last + 1).map((price) => (price === undefined ? null : amountOf(price)));
}

/** @param {number | import('@pydantic/genai-prices').TieredPrices} price @returns {Amount} */
function amountOf(price) {
  return typeof price === 'number'
    ? price
    : [price.base, ...price.tiers.flatMap(({ start, price: then }) => [start, then])];
}

/** @param {import('@pydantic/genai-prices').MatchLogic} rule @returns {Match} */
function matchOf(rule) {
  if ('or' in rule) {
    return rule.or.map(matchOf);
  }
  if ('and' in rule) {
    return { all: rule.and.map(matchOf) };
  }
  if ('regex' in rule) {
    return `/${rule.regex}`;
  }
  return 'equals' in rule
    ? `=${rule.equals.toLowerCase()}`
    : 'starts_with' in rule
      ? `<${rule.starts_with.toLowerCase()}`
      : 'ends_with' in rule
        ? `>${rule.ends_with.toLowerCase()}`
        : `~${rule.contains.toLowerCase()}`;
}
