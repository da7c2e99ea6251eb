import { fork } from 'node:child_process';
import { once } from 'node:events';

/**
 * Runs a script in a process of its own.
 *
 * @returns its last message.
 * @throws Error if it failed; what it wrote was shown already.
 */
export async function messageOfChild(file: string, args: readonly string[]): Promise<unknown> {
  const child = fork(file, args);
  let last: unknown;
  child.on('message', (message) => {
    last = message;
  });
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
  if (code !== 0 || last === undefined) {
    throw new Error(`Its process ended with ${String(signal ?? code)}.`);
  }
  return last;
}
