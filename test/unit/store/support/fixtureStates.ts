import type { AgentId } from '#core/session.ts';
import { adapters } from '#agents/registry.ts';
import type { SessionReader } from '#store/session/sessionReader.ts';
import { SessionStore } from '#store/sessionStore.ts';
import { fixtureFiles } from '../../../support/fixtures.ts';
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
    const path = '/chosen/log.jsonl';
    disk.put(path, bytes.subarray(0, Math.floor(bytes.length * 0.7)));
    const store = new SessionStore({
      fileSystem: disk,
      adapters,
      environment: { home: '/home/user', platform: 'posix', variables: {} },
      onFault: (fault) => {
        throw fault;
      },
    });
    try {
      store.choose(path);
    } catch {
      // Nothing in it identifies its agent, so it cannot be opened.
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
