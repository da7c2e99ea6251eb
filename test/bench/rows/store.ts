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

/** As long as the worker thread runs, there is one. */
const latest: { store?: SessionStore } = {};

/**
 * A store over the logs of a home, as the worker thread has one, and the disk it works on.
 *
 * @param summaries file with what other stores learnt.
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
