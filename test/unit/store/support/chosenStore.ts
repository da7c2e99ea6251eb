import { adapters } from '#agents/registry.ts';
import { SessionStore } from '#store/sessionStore.ts';
import { MemoryFileSystem } from './memoryFileSystem.ts';

/** Of the log that a store has. */
export const chosenPath = '/chosen/log.jsonl';

/**
 * A store in which the user chose a log of any agent.
 *
 * @returns undefined if nothing in it identifies its agent, so that it cannot be opened.
 */
export function chosenStore(
  content: Uint8Array | string,
  disk = new MemoryFileSystem(),
): SessionStore | undefined {
  disk.put(chosenPath, content);
  const store = new SessionStore({
    fileSystem: disk,
    adapters,
    environment: { home: '/home/user', platform: 'posix', variables: {} },
    onFault: (fault) => {
      throw fault;
    },
  });
  try {
    store.choose(chosenPath);
  } catch {
    return undefined;
  }
  return store;
}
