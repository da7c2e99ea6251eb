import type { StoreOptions } from '#store/storeOptions.ts';
import { storeOfAll } from './agentLogs.ts';
import { home } from './keenStore.ts';
import type { MemoryFileSystem } from './memoryFileSystem.ts';

/** Where windows save their summaries. */
export const file = `${home}/storage/summaries.jsonl`;
/** Where they save what sessions came to. */
export const numbersFile = `${home}/storage/numbers.jsonl`;

/** A window: a store with saved summaries. */
export function windowOn(
  disk: MemoryFileSystem,
  writer = '1.0.0',
  options: Partial<StoreOptions> = {},
) {
  const replace = (path: string, bytes: Uint8Array) => {
    disk.put(path, bytes);
  };
  return storeOfAll(disk, {
    ...options,
    summaries: { file, numbers: numbersFile, writer, replace },
  });
}
