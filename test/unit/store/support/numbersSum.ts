import { addCounts, noCounts, type SessionNumbers, type Sum } from '#core/numbers/numbers.ts';
import { readNumbers } from '#store/numbers/readNumbers.ts';
import { storeOfAll } from './agentLogs.ts';
import type { MemoryFileSystem } from './memoryFileSystem.ts';

/** What sessions came to, all days and models together. */
export async function numbersSum(disk: MemoryFileSystem, paths: readonly string[]): Promise<Sum> {
  const sum = { ...noCounts };
  await readNumbers(storeOfAll(disk), paths, ({ sessions }) => {
    for (const cell of sessions.flatMap(({ cells }) => cells)) {
      addCounts(sum, cell);
    }
    return Promise.resolve();
  });
  return sum;
}

/** What each session came to. */
export async function numbersOf(store: ReturnType<typeof storeOfAll>, paths: readonly string[]) {
  const sessions: SessionNumbers[] = [];
  await readNumbers(store, paths, (part) => {
    sessions.push(...part.sessions);
    return Promise.resolve();
  });
  return sessions;
}
