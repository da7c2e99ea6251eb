import type { StoreLayout } from '#agents/contract/adapter.ts';
import type { FileFailure, FileSystem, FolderEntry } from '../disk/fileSystem.ts';
import { matchesName, type PathStyle } from '../disk/pathStyle.ts';

export interface LogFile {
  readonly path: string;
  /** Names from the root down, as `StoreLayout.fallbackId` wants them. */
  readonly segments: readonly string[];
}

/** What it takes to find logs below a folder. */
export interface FinderTools {
  readonly fileSystem: FileSystem;
  readonly style: PathStyle;
  readonly layout: Pick<StoreLayout, 'logPath' | 'isSideFile'>;
}

/** Hears of a folder that is there but cannot be listed. */
export type OnFailure = (path: string, failure: FileFailure) => void;

/**
 * The logs below one folder of a store, as an agent's layout has them. A name that was there before
 * is the same object again, so that a folder of many thousand logs costs little more than its listing.
 */
export class LogFolder {
  readonly #tools: FinderTools;
  readonly #folder: LogFile;
  /** Segments from here to a log. */
  readonly #logPath: readonly string[];
  /** As they were listed last, which is how they are listed again as long as none comes or goes. */
  #names: readonly string[] = [];
  #logs: readonly LogFile[] = [];
  #folders = new Map<string, LogFolder>();

  constructor(tools: FinderTools, folder: LogFile, logPath = tools.layout.logPath) {
    this.#tools = tools;
    this.#folder = folder;
    this.#logPath = logPath;
  }

  get path(): string {
    return this.#folder.path;
  }

  /**
   * Where logs are to be expected, folder by folder. A name without `*` is taken as there: opening it
   * tells soon enough, and a call for each session is saved.
   *
   * @param entries what the folder holds, where the caller has listed it.
   */
  *look(onFailure: OnFailure, entries?: readonly FolderEntry[]): Iterable<readonly LogFile[]> {
    const [pattern, ...rest] = this.#logPath;
    if (pattern === undefined) {
      yield [this.#folder];
      return;
    }
    const names = this.#namesLike(pattern, rest.length > 0, onFailure, entries);
    if (!rest.some((segment) => segment.includes('*'))) {
      yield this.#logsOf(names, rest);
      return;
    }
    const folders = new Map<string, LogFolder>();
    for (const name of names) {
      const folder = this.#folders.get(name) ?? new LogFolder(this.#tools, this.#below(name), rest);
      folders.set(name, folder);
      yield* folder.look(onFailure);
    }
    this.#folders = folders;
  }

  #logsOf(names: readonly string[], rest: readonly string[]): readonly LogFile[] {
    const before = this.#names;
    if (names.length !== before.length || names.some((name, index) => name !== before[index])) {
      const known = new Map(before.map((name, index) => [name, this.#logs[index]]));
      const { style } = this.#tools;
      const start = style.below(this.#folder.path, '');
      const end = rest.reduce((path, name) => style.below(path, name), '');
      this.#logs = names.map(
        (name) => known.get(name) ?? new FileBelow(this.#folder, start + name + end, name, rest),
      );
      this.#names = names;
    }
    return this.#logs;
  }

  #below(name: string): LogFile {
    const path = this.#tools.style.below(this.#folder.path, name);
    return new FileBelow(this.#folder, path, name, []);
  }

  #namesLike(
    pattern: string,
    wantsFolders: boolean,
    onFailure: OnFailure,
    entries: readonly FolderEntry[] | undefined,
  ): readonly string[] {
    if (!pattern.includes('*')) {
      return [pattern];
    }
    const { layout } = this.#tools;
    const wanted = wantsFolders ? 'folder' : 'file';
    const names: string[] = [];
    const isAny = pattern === '*';
    for (const { name, kind } of entries ?? this.#list(onFailure)) {
      if (
        (kind === wanted || kind === 'link') &&
        (isAny || matchesName(pattern, name)) &&
        (wantsFolders || layout.isSideFile?.(name) !== true)
      ) {
        names.push(name);
      }
    }
    return names;
  }

  #list(onFailure: OnFailure): readonly FolderEntry[] {
    const { path } = this.#folder;
    const listed = this.#tools.fileSystem.list(path);
    if (listed.ok) {
      return listed.value;
    }
    if (listed.failure.code !== 'notFound' && listed.failure.code !== 'notAFolder') {
      onFailure(path, listed.failure);
    }
    return [];
  }
}

/** A log by its folder. Only one that is read is asked for its segments. */
class FileBelow implements LogFile {
  readonly path: string;
  readonly #folder: LogFile;
  readonly #name: string;
  readonly #rest: readonly string[];

  constructor(folder: LogFile, path: string, name: string, rest: readonly string[]) {
    this.path = path;
    this.#folder = folder;
    this.#name = name;
    this.#rest = rest;
  }

  get segments(): readonly string[] {
    return [...this.#folder.segments, this.#name, ...this.#rest];
  }
}
