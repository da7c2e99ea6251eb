import { writeFileSync } from 'node:fs';
import { adapters } from '#agents/registry.ts';
import { NodeFileSystem } from '#store/disk/nodeFileSystem.ts';
import { SessionStore } from '#store/sessionStore.ts';

function keptIn(file: string) {
  return {
    file,
    writer: 'bench',
    replace: (path: string, bytes: Uint8Array) => {
      writeFileSync(path, bytes);
    },
  };
}

function onFault(fault: unknown): never {
  throw fault;
}

/** Lives as long as the worker thread. */
const latest: { store?: SessionStore } = {};

/**
 * A store over a home's logs, as in the worker thread, and its disk.
 *
 * @param summaries file of summaries saved by other stores.
 */
export function newStore(
  home: string,
  summaries?: string,
): {
  readonly store: SessionStore;
  readonly disk: NodeFileSystem;
} {
  const disk = new NodeFileSystem();
  const store = new SessionStore({
    fileSystem: disk,
    adapters,
    environment: { home, platform: 'posix', variables: {} },
    summaries: summaries === undefined ? undefined : keptIn(summaries),
    onFault,
  });
  latest.store = store;
  return { store, disk };
}
