import type { AgentId } from '#core/events/session.ts';
import type { SessionReader } from '#store/session/sessionReader.ts';
import { fixtureFiles } from '../../../support/fixtures.ts';
import { chosenPath as path, chosenStore } from './chosenStore.ts';
import { MemoryFileSystem } from './memoryFileSystem.ts';

/**
 * Every fixture of an agent as one reader after another sees it: cut off, then grown to its end,
 * then on each of its branches.
 */
export async function forFixtureStates(
  agent: AgentId,
  look: (reader: SessionReader, name: string) => void,
): Promise<void> {
  for (const { name, bytes } of fixtureFiles(agent)) {
    const disk = new MemoryFileSystem();
    const store = chosenStore(bytes.subarray(0, Math.floor(bytes.length * 0.7)), disk);
    if (store === undefined) {
      continue;
    }
    store.open(path);
    const reader = store.reader(path);
    await reader.indexAll();
    look(reader, name);
    disk.put(path, bytes);
    await reader.indexAll();
    look(reader, name);
    for (const row of reader.rows('all', 0, 100_000).rows) {
      if (row.kind === 'branch') {
        for (const { leaf } of row.branches) {
          reader.showBranch(leaf);
          look(reader, `${name} at ${leaf}`);
        }
      }
    }
  }
}
