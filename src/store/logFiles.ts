import type { StoreLayout } from '#agents/adapter.ts';
import type { FileFailure, FileSystem, FolderEntry } from './fileSystem.ts';
import { matchesName, type PathStyle } from './pathStyle.ts';

export interface LogFile {
  readonly path: string;
  /** Names from the root down, as `StoreLayout.fallbackId` wants them. */
  readonly segments: readonly string[];
}

/** What of a store's layout it takes to find logs below a folder. */
export type LogNames = Pick<StoreLayout, 'logPath' | 'isSideFile'>;

/** Finds the logs in folders of a store, as an agent's layout has them. */
export class LogFinder {
  readonly #fileSystem: FileSystem;
  readonly #style: PathStyle;
  readonly #names: LogNames;

  constructor(fileSystem: FileSystem, style: PathStyle, names: LogNames) {
    this.#fileSystem = fileSystem;
    this.#style = style;
    this.#names = names;
  }

  /**
   * The paths below a folder at which logs are to be expected. A name without `*` is taken as there:
   * opening it tells soon enough, and a call for each session is saved.
   *
   * @param onFailure a folder that is there but cannot be listed.
   * @param entries what the folder holds, where the caller has listed it.
   */
  in(
    folder: LogFile,
    onFailure: (path: string, failure: FileFailure) => void,
    entries?: readonly FolderEntry[],
  ): Iterable<LogFile> {
    return this.#below(folder, this.#names.logPath, onFailure, entries);
  }

  *#below(
    folder: LogFile,
    logPath: readonly string[],
    onFailure: (path: string, failure: FileFailure) => void,
    entries?: readonly FolderEntry[],
  ): Generator<LogFile> {
    const [pattern, ...rest] = logPath;
    if (pattern === undefined) {
      yield folder;
      return;
    }
    for (const name of this.#namesIn(folder, pattern, rest.length > 0, onFailure, entries)) {
      const path = this.#style.join(folder.path, name);
      const below = { path, segments: [...folder.segments, name] };
      yield* this.#below(below, rest, onFailure);
    }
  }

  #namesIn(
    folder: LogFile,
    pattern: string,
    wantsFolders: boolean,
    onFailure: (path: string, failure: FileFailure) => void,
    entries: readonly FolderEntry[] | undefined,
  ): readonly string[] {
    if (!pattern.includes('*')) {
      return [pattern];
    }
    return (entries ?? this.#list(folder.path, onFailure))
      .filter(
        ({ name, kind }) =>
          (kind === 'link' || kind === (wantsFolders ? 'folder' : 'file')) &&
          matchesName(pattern, name) &&
          (wantsFolders || this.#names.isSideFile?.(name) !== true),
      )
      .map(({ name }) => name);
  }

  #list(
    path: string,
    onFailure: (path: string, failure: FileFailure) => void,
  ): readonly FolderEntry[] {
    const listed = this.#fileSystem.list(path);
    if (listed.ok) {
      return listed.value;
    }
    if (listed.failure.code !== 'notFound' && listed.failure.code !== 'notAFolder') {
      onFailure(path, listed.failure);
    }
    return [];
  }
}
