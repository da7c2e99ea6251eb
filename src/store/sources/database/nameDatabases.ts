import type { GivenName, NameDatabase } from '#agents/contract/sources.ts';
import type { FileSystem } from '../../disk/fileSystem.ts';
import type { Databases } from './databases.ts';
import { isSameDatabase, databaseStateOf, type DatabaseState } from './databaseState.ts';

interface Names {
  readonly state: DatabaseState;
  readonly names: ReadonlyMap<string, GivenName>;
}

/** Reads the names that agents keep in databases, each when it changed. */
export class NameReader {
  readonly #known = new Map<string, Names>();

  constructor(
    private readonly fileSystem: FileSystem,
    private readonly databases: Databases,
  ) {}

  /** Names of sessions by their IDs. What cannot be read tells none. */
  names(path: string, layout: NameDatabase): ReadonlyMap<string, GivenName> {
    const now = databaseStateOf(this.fileSystem, path);
    const known = this.#known.get(path);
    if (!now.ok) {
      return new Map();
    }
    if (known !== undefined && isSameDatabase(known.state, now.value)) {
      return known.names;
    }
    const read = this.databases.read(path, { ...layout, indexed: {} }, ({ rows, state }): Names => {
      const names = new Map<string, GivenName>();
      for (const { id, name, time } of rows(layout.sql)) {
        if (typeof id === 'string' && typeof name === 'string') {
          names.set(id, { name, time: typeof time === 'number' ? time : undefined });
        }
      }
      return { state, names };
    });
    const found = read.ok ? read.value : { state: now.value, names: new Map<never, never>() };
    this.#known.set(path, found);
    return found.names;
  }
}
