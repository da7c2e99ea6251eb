import { setImmediate } from 'node:timers/promises';
import type { Product } from './product.ts';

/**
 * Loads the product a piece at a time: all extensions share one thread, and compiling all of it in one
 * go would keep the others for longer than a frame.
 *
 * @param locale BCP 47; making the first format for dates takes 5 ms, so each has a turn of its own.
 */
export async function loadProduct(locale: string): Promise<typeof Product> {
  await import('#agents/registry.ts');
  await setImmediate();
  const { relativeTime } = await import('./vscode/relativeTime.ts');
  for (const style of ['narrow', 'long'] as const) {
    relativeTime(0, 0, locale, style);
    await setImmediate();
  }
  const product = await import('./product.ts');
  await setImmediate();
  return product.Product;
}
