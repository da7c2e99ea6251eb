import { adapters } from '#agents/registry.ts';
import { NodeFileSystem } from '#store/nodeFileSystem.ts';
import { SessionStore } from '#store/sessionStore.ts';

/** A store over the logs of a home, as the worker thread has one, and the disk it works on. */
export function newStore(home: string): {
  readonly store: SessionStore;
  readonly disk: NodeFileSystem;
} {
  const disk = new NodeFileSystem();
  const store = new SessionStore({
    fileSystem: disk,
    adapters,
    environment: { home, platform: 'posix', variables: {} },
    onIndexed: () => undefined,
    onFault: (fault) => {
      throw fault;
    },
  });
  return { store, disk };
}
