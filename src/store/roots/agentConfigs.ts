import { hash } from '../disk/hash.ts';
import stripJsonComments from 'strip-json-comments';
import type { MachineEnvironment } from '#agents/contract/machineEnvironment.ts';
import type { SourceLayout } from '#agents/contract/adapter.ts';
import type { Retention, RetentionRule } from '#agents/contract/retention.ts';
import type { CwdOf, NameOf } from '#agents/contract/sources.ts';
import type { PathStyle } from '../disk/pathStyle.ts';
import { expanded, highest } from './storePlaces.ts';
import {
  isSameState,
  readRange,
  withFile,
  type FileStat,
  type FileSystem,
} from '../disk/fileSystem.ts';

/** Agents' settings files have a few lines, lists of sessions thousands; a larger file is something else. */
export const maxConfigBytes = 4 * 1024 * 1024;

interface CachedConfig {
  readonly stat: FileStat;
  /** Undefined if the file is too large; the agent's default places apply. */
  readonly text: string | undefined;
}

/** What agents' own settings files say, which are read again only when they changed. */
export class AgentConfigs {
  readonly #cache = new Map<string, CachedConfig>();
  /** Agents' own lists of whose their folders are. */
  readonly #lists = new Map<SourceLayout['cwdOf'], CwdOf>();
  readonly #names = new Map<SourceLayout['nameOf'], NameOf>();

  constructor(
    private readonly fileSystem: FileSystem,
    private readonly style: PathStyle,
    private readonly environment: MachineEnvironment,
  ) {}

  /** Checks files: one stat each, and a read only if it changed. @returns whether any text changed. */
  refresh(paths: readonly string[]): boolean {
    const isChanged = paths.filter((path) => this.#refresh(path)).length > 0;
    if (isChanged) {
      this.#lists.clear();
      this.#names.clear();
    }
    return isChanged;
  }

  /**
   * The working directories whose sessions a folder of a store holds, by the agent's own list or by a
   * file in the folder: mostly one, several if an editor had them open together; none if unknown.
   *
   * @param folder native path.
   */
  cwdsOf(layout: SourceLayout, folder: string): readonly string[] {
    const { name } = this.style.split(folder);
    const listed = this.#listedIn(layout)?.(name);
    const { folderFile } = layout;
    if (listed !== undefined || folderFile === undefined) {
      return listed === undefined ? [] : [listed];
    }
    const text = this.#textNow(this.style.below(folder, folderFile.name));
    const cwd = text && folderFile.cwdIn(text);
    const path = text && folderFile.workspace?.pathIn(text);
    if (cwd !== undefined || path === undefined || this.style.isRemote(path)) {
      return cwd === undefined ? [] : [cwd];
    }
    const workspace = this.#textNow(this.style.native(path));
    const json = stripJsonComments(workspace ?? '', { trailingCommas: true });
    const folders = folderFile.workspace?.foldersIn(json, path) ?? [];
    return folders.map((each) => this.style.cleaned(each));
  }

  /** Names of sessions by the agent's own list; undefined if it keeps none. */
  nameOf(layout: SourceLayout): NameOf | undefined {
    const known = this.#names.get(layout.nameOf) ?? layout.nameOf?.(this.environmentOf(layout));
    if (known !== undefined) {
      this.#names.set(layout.nameOf, known);
    }
    return known;
  }

  /** The databases in which the agent keeps names as well, each in its latest version. */
  nameDatabasesOf({ names }: SourceLayout): readonly string[] {
    const { fileSystem, style } = this;
    return (names?.paths(this.environment) ?? [])
      .map((path) => style.native(path))
      .filter((pattern) => style.isAbsolute(pattern))
      .flatMap((pattern) => highest(expanded({ fileSystem, style }, pattern)) ?? []);
  }

  /** With the agent's own files, by path as spelled by the adapter. */
  environmentOf(layout: SourceLayout): MachineEnvironment {
    const files = layout.configFiles?.(this.environment) ?? [];
    return this.#withTexts(files, (file) => this.#text(this.style.native(file)));
  }

  /**
   * What starts of an agent in a folder delete, by its settings files now; in any other than the open ones, if
   * it is undefined.
   */
  retentionsOf(rule: RetentionRule, folder: string | undefined): readonly Retention[] {
    const { environment, style, fileSystem } = this;
    const place = environment.platform === 'windows' ? folder?.replaceAll('\\', '/') : folder;
    const files = rule
      .settingsFiles(environment, place)
      .map((file) => style.native(file))
      .filter((file) => style.isAbsolute(file))
      .flatMap((file) =>
        file.includes('*') ? [...expanded({ fileSystem, style }, file)].sort() : [file],
      );
    const env = this.#withTexts(files, (file) => {
      const text = this.#textNow(file);
      return rule.mayHaveComments === true && text !== undefined ? stripJsonComments(text) : text;
    });
    return rule.in(env, place).map((each) => ({ ...each, root: style.cleaned(each.root) }));
  }

  #withTexts(
    files: readonly string[],
    textOf: (file: string) => string | undefined,
  ): MachineEnvironment {
    const texts = files.flatMap((file) => {
      const text = textOf(file);
      return text === undefined ? [] : [[file, text] as const];
    });
    return { ...this.environment, configs: new Map(texts) };
  }

  #listedIn(layout: SourceLayout): CwdOf | undefined {
    const list = this.#lists.get(layout.cwdOf) ?? layout.cwdOf?.(this.environmentOf(layout), hash);
    if (list !== undefined) {
      this.#lists.set(layout.cwdOf, list);
    }
    return list;
  }

  /** A file's text now; undefined if it cannot be read. */
  #textNow(path: string): string | undefined {
    this.#refresh(path);
    return this.#text(path);
  }

  #text(path: string): string | undefined {
    return this.#cache.get(path)?.text;
  }

  #refresh(path: string): boolean {
    const before = this.#cache.get(path);
    const stat = this.fileSystem.stat(path);
    if (stat.ok && before !== undefined && isSameState(stat.value, before.stat)) {
      return false;
    }
    const read = stat.ok ? this.#read(path) : undefined;
    if (read === undefined) {
      this.#cache.delete(path);
    } else {
      this.#cache.set(path, read);
    }
    return read?.text !== before?.text;
  }

  #read(path: string): CachedConfig | undefined {
    const read = withFile(this.fileSystem, path, (file) => {
      const { stat } = file;
      const bytes = readRange(file, 0, Math.min(stat.size, maxConfigBytes));
      return {
        stat,
        text: stat.size > maxConfigBytes ? undefined : new TextDecoder().decode(bytes),
      };
    });
    return read.ok ? read.value : undefined;
  }
}
