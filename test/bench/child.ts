import { fork } from 'node:child_process';
import { once } from 'node:events';

/**
 * Runs a script in its own process.
 *
 * @returns its last message; undefined if it failed.
 */
export async function messageOfChild(
  file: string,
  args: readonly string[],
  execArgv: readonly string[],
  node = process.execPath,
): Promise<unknown> {
  const child = fork(file, args, { execArgv: [...execArgv], execPath: node });
  let last: unknown;
  child.on('message', (message) => {
    last = message;
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code === 0 ? last : undefined;
}
