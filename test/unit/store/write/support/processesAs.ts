import { here, type Processes } from '#store/write/processes.ts';

/**
 * A process, and what it sees of others.
 *
 * @param alive others that run.
 * @param token told from others with this ID; by default every process with an ID is the same one.
 */
export function processesAs(
  pid: number,
  alive: readonly number[] = [],
  token = '00000000',
): Processes {
  const own = { pid, host: here, token };
  return {
    own,
    isRunning: (other) =>
      other.host !== here
        ? undefined
        : other.pid === pid
          ? other.token === token
          : alive.includes(other.pid)
            ? undefined
            : false,
  };
}
