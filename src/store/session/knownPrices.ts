import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { OwnPrice, PricedProvider, PriceTable } from '#core/prices/priceTable.ts';

/** What models cost: the build's table, which is loaded when it is first asked, and the user's own prices. */
export class KnownPrices {
  #providers: readonly PricedProvider[] | undefined;
  #table: PriceTable | undefined;

  constructor(
    private readonly load: () => readonly PricedProvider[],
    private own: readonly OwnPrice[] = [],
  ) {}

  /** The same as long as no price changes. */
  get table(): PriceTable {
    this.#providers ??= this.load();
    this.#table ??= { own: this.own, providers: this.#providers };
    return this.#table;
  }

  configure(own: readonly OwnPrice[]): void {
    this.own = own;
    this.#table = undefined;
  }
}

/** @param folder of the build: `dist`. */
export function pricesOfBuild(folder: string): readonly PricedProvider[] {
  // From our own build, so its export matches the declaration.
  const bundle = createRequire(join(folder, 'prices.cjs'))('./prices.cjs') as {
    readonly providers: readonly PricedProvider[];
  };
  return bundle.providers;
}
