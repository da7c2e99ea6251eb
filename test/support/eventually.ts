import assert from 'node:assert/strict';

/**
 * Waits until a check passes, for what VS Code does in its own time; gives its last failure when it
 * never does. The limit only ends a test that has failed.
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
