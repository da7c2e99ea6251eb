import assert from 'node:assert/strict';

/**
 * Waits until a check passes, for asynchronous work of VS Code; throws its last failure if it never
 * does. The timeout only ends tests that have failed anyway.
 */
export async function eventually<T>(check: () => T | Promise<T>, limitMs = 120_000): Promise<T> {
  const end = Date.now() + limitMs;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (!(error instanceof assert.AssertionError) || Date.now() > end) {
        throw error;
      }
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
