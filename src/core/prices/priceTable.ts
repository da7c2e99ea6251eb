/**
 * What names match, in lower case. The first character of a text says how: `=` is all of it, `<` and `>` are its
 * beginning and end, `~` is somewhere in it, `/` is an expression. A list matches if one of it does.
 */
export type Match = string | readonly Match[] | { readonly all: readonly Match[] };

/**
 * US dollars for a million tokens. A list: the price, then a number of tokens and the price of requests that sent more,
 * and so on.
 */
export type Amount = number | readonly number[];

/** Of input, output, reads of the cache, writes to it, and those that stay for an hour; null as far as nothing is said. */
export type PriceRow = readonly (Amount | null)[];

/** What a model costs at first, then days, as in `2026-11-20`, and what it costs since each. */
export type PricedModel = readonly [Match, ...(PriceRow | string)[]];

/** Somebody who sells answers of models. */
export interface PricedProvider {
  readonly id: string;
  /** Names of models that it makes, also if others sell them. */
  readonly models?: Match;
  /** What it is called itself. */
  readonly names?: Match;
  /** Providers whose models it sells for the same. */
  readonly also?: readonly string[];
  readonly prices: readonly PricedModel[];
}

/** A price of the user's own. */
export interface OwnPrice {
  /** A model's name, in which `*` stands for anything. */
  readonly pattern: string;
  readonly price: Price;
}

export interface PriceTable {
  /** The first that matches counts, and before all providers. */
  readonly own: readonly OwnPrice[];
  readonly providers: readonly PricedProvider[];
}

/** US dollars for a million tokens. */
export interface Price {
  readonly input: Amount;
  readonly output: Amount;
  readonly cacheRead: Amount;
  readonly cacheWrite: Amount;
  /** What stays in the cache for an hour. */
  readonly cacheWriteLong: Amount;
}

export const noPrices: PriceTable = { own: [], providers: [] };

/**
 * Tokens of a request from which models cost more, in all tables: requests that lie between the same two of these
 * can be summed before anyone knows their price.
 */
export const priceSteps: readonly number[] = [128_000, 199_999, 200_000, 271_999, 272_000, 512_000];

const [lowestStep = Infinity] = priceSteps;

/** The highest step that a request is beyond; 0 if it is beyond none. */
export function stepOf(tokens: number): number {
  return tokens > lowestStep ? (priceSteps.findLast((step) => tokens > step) ?? 0) : 0;
}
