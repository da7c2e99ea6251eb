import assert from 'node:assert/strict';

/**
 * Waits until a check passes, for asynchronous work of VS Code; throws its last failure if it never
 * does. The timeout only ends tests that have failed anyway.
 *
 * Some checks open an editor of VS Code. So that they do not keep busy what they wait for, a check
 * runs for a quarter of the time at most.
 */
export async function eventually<T>(check: () => T | Promise<T>, limitMs = 120_000): Promise<T> {
  const end = Date.now() + limitMs;
  for (;;) {
    const began = Date.now();
    try {
      return await check();
    } catch (error) {
      if (!(error instanceof assert.AssertionError) || Date.now() > end) {
        throw error;
      }
    }
    await new Promise((resolve) => setTimeout(resolve, Math.max(50, 3 * (Date.now() - began))));
  }
}
