import { isJsonObject } from '../jsonObject.ts';
import type { OwnPrice } from './priceTable.ts';

/**
 * The prices in a setting, by a model's name or a pattern; whatever is no price is left out. What is not said of the
 * cache costs as much as input. The longest pattern counts first, and a name before all patterns.
 */
export function ownPrices(setting: unknown): readonly OwnPrice[] {
  if (!isJsonObject(setting)) {
    return [];
  }
  const prices = Object.entries(setting).flatMap(([pattern, value]): readonly OwnPrice[] => {
    const {
      input,
      output,
      cacheRead = input,
      cacheWrite = input,
    } = isJsonObject(value) ? value : {};
    return isPrice(input) && isPrice(output) && isPrice(cacheRead) && isPrice(cacheWrite)
      ? [{ pattern, price: { input, output, cacheRead, cacheWrite, cacheWriteLong: cacheWrite } }]
      : [];
  });
  const rank = ({ pattern }: OwnPrice) => (pattern.includes('*') ? pattern.length : Infinity);
  return prices.sort((a, b) => (rank(a) === rank(b) ? 0 : rank(b) - rank(a)));
}

function isPrice(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && Number.isFinite(value);
}
