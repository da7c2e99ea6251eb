import { setImmediate } from 'node:timers/promises';
import type { Product } from './product.ts';

/**
 * Loads the product a piece at a time: all extensions share one thread, and compiling everything in
 * one go would block the others for longer than a frame.
 *
 * @param locale BCP 47; creating the first date format takes 5 ms, so each gets a turn of its own.
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
