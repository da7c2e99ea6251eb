import { hash } from '../disk/hash.ts';
import stripJsonComments from 'strip-json-comments';
import type { AgentAdapter } from '#agents/contract/adapter.ts';
import type { MachineEnvironment } from '#agents/contract/machineEnvironment.ts';
import type { CwdOf, NameOf, SourceLayout, StoreRoot } from '#agents/contract/sources.ts';
import type { AgentSettings } from '#protocol/worker.ts';
import { AgentConfigs } from './agentConfigs.ts';
import { expanded, highest, isFilePattern } from './rootPatterns.ts';
import { isParted, type PartedLayout } from './partedLayout.ts';
import type { FileSystem } from '../disk/fileSystem.ts';
import type { PathStyle } from '../disk/pathStyle.ts';
import type { SessionPlace } from '../sources/sources.ts';
import { isInPlaces, linksBelow, placesBeside } from './storePlaces.ts';

/** A session's place in an agent's store. */
export interface StorePlace extends SessionPlace {
  /** The agent whose store it is. The session itself may be another agent's. */
  readonly adapter: AgentAdapter;
  /** Whose sessions lie there, by the agent's own list. The session itself may say otherwise. */
  readonly cwd?: string | undefined;
}

/** A place that is known by its path alone. */
export interface LocatedPlace extends StorePlace {
  /** Where the layout's paths begin: a root, or a folder below it. */
  readonly base: string;
  /** Segments from there. */
  readonly names: readonly string[];
  /** It is a sub-agent's: in a log of its own, or within that of the session that it names. */
  readonly subAgent?: 'log' | 'inline';
}

export interface NativeRoot {
  /** Absolute and native; a segment `*` matches any one folder. */
  readonly pattern: string;
  /** How sessions are arranged below it: usually one way, both for a root added by the user. */
  readonly kinds: readonly StoreRoot['kind'][];
  /** Native; see `StoreRoot`. */
  readonly watched?: readonly string[] | undefined;
}

/** Where to look for one agent's sessions of one form. */
export interface SourceRoots {
  readonly adapter: AgentAdapter;
  readonly layout: SourceLayout;
  readonly roots: readonly NativeRoot[];
}

interface RootsOptions {
  readonly fileSystem: FileSystem;
  readonly style: PathStyle;
  readonly adapters: readonly AgentAdapter[];
  readonly environment: MachineEnvironment;
  /** By agent; a missing one is enabled and has no user-defined roots. */
  readonly agents?: AgentSettings | undefined;
  /** See `StoreOptions`. */
  readonly kept?: string | undefined;
}

/**
 * The roots of all agents on this machine: from the adapters, the agents' own settings files, and
 * the user. Only `refresh`, `expand` and what tells a folder's owner access the disk.
 */
export class StoreRoots {
  /** Includes disabled agents, whose logs are still recognized. */
  readonly adapters: readonly AgentAdapter[];
  readonly #fileSystem: FileSystem;
  readonly #style: PathStyle;
  readonly #environment: MachineEnvironment;
  readonly #configs: AgentConfigs;
  readonly #kept: string | undefined;
  #agents: AgentSettings;
  #roots: readonly SourceRoots[] | undefined;
  /** Agents' own lists of whose their folders are. */
  readonly #lists = new Map<SourceLayout['cwdOf'], CwdOf>();
  readonly #names = new Map<SourceLayout['nameOf'], NameOf>();
  /** Grows with each look at what may have changed. */
  looks = 0;

  constructor({ fileSystem, style, adapters, environment, agents = {}, kept }: RootsOptions) {
    this.adapters = adapters;
    this.#fileSystem = fileSystem;
    this.#style = style;
    this.#environment = environment;
    this.#configs = new AgentConfigs(fileSystem);
    this.#agents = agents;
    this.#kept = kept;
  }

  /** Whether a path is that of a copy of our own. */
  isKept(path: string): boolean {
    return this.#kept !== undefined && this.#style.isWithin(this.#kept, path);
  }

  /** Applies changed settings. */
  configure(agents: AgentSettings): void {
    this.#agents = agents;
    this.#roots = undefined;
  }

  /** Checks settings files, by default those of enabled agents: one stat each. */
  refresh(files = this.configFiles()): void {
    this.looks += 1;
    for (const path of files) {
      if (this.#configs.refresh(path)) {
        this.#roots = undefined;
        this.#lists.clear();
        this.#names.clear();
      }
    }
  }

  isEnabled(adapter: AgentAdapter): boolean {
    return this.#agents[adapter.id]?.enabled ?? true;
  }

  /** The roots of the enabled agents at the last refresh, in registry order. */
  enabled(): readonly SourceRoots[] {
    return this.#all().filter(({ adapter }) => this.isEnabled(adapter));
  }

  /** Settings files of enabled agents that may name roots, native. */
  configFiles(): readonly string[] {
    return this.#configFiles(this.adapters.filter((adapter) => this.isEnabled(adapter)));
  }

  #configFiles(of: readonly AgentAdapter[]): readonly string[] {
    const files = of
      .flatMap(({ sources }) => sources)
      .flatMap((layout) => layout.configFiles?.(this.#environment) ?? []);
    return [...new Set(files.map((file) => this.#style.native(file)))];
  }

  /**
   * Where agents, turned on or not, make worktrees of a repository: native paths with a `*` for the name.
   *
   * @param repository native path of its main checkout.
   */
  worktreesOf(repository: string): readonly string[] {
    const { platform } = this.#environment;
    const path = platform === 'windows' ? repository.replaceAll('\\', '/') : repository;
    return this.adapters
      .flatMap((adapter) => adapter.worktreesOf?.(this.#environment, path) ?? [])
      .map((pattern) => this.#style.native(pattern));
  }

  /**
   * The working directories whose sessions a folder of a store holds, by the agent's own list or by a
   * file in the folder: mostly one, several if an editor had them open together; none if nothing tells.
   *
   * @param folder native path.
   */
  cwdsOf(layout: SourceLayout, folder: string): readonly string[] {
    const { name } = this.#style.split(folder);
    const listed = this.#listedIn(layout)?.(name);
    const { folderFile } = layout;
    if (listed !== undefined || folderFile === undefined) {
      return listed === undefined ? [] : [listed];
    }
    const text = this.#configText(this.#style.below(folder, folderFile.name));
    const cwd = text && folderFile.cwdIn(text);
    const path = text && folderFile.workspace?.pathIn(text);
    if (cwd !== undefined || path === undefined || this.#style.isRemote(path)) {
      return cwd === undefined ? [] : [cwd];
    }
    const workspace = this.#configText(this.#style.native(path));
    const json = stripJsonComments(workspace ?? '', { trailingCommas: true });
    const folders = folderFile.workspace?.foldersIn(json, path) ?? [];
    return folders.map((each) => this.#style.cleaned(each));
  }

  #configText(file: string): string | undefined {
    this.#configs.refresh(file);
    return this.#configs.text(file);
  }

  /** Names of sessions by the agent's own list; undefined if it keeps none. */
  nameOf(layout: SourceLayout): NameOf | undefined {
    const known = this.#names.get(layout.nameOf) ?? layout.nameOf?.(this.#environmentOf(layout));
    if (known !== undefined) {
      this.#names.set(layout.nameOf, known);
    }
    return known;
  }

  /** The databases in which the agent keeps names as well, each in its latest version. */
  nameDatabasesOf({ names }: SourceLayout): readonly string[] {
    return (names?.paths(this.#environment) ?? [])
      .map((path) => this.#style.native(path))
      .filter((pattern) => this.#style.isAbsolute(pattern))
      .flatMap((pattern) => highest(this.expand(pattern)) ?? []);
  }

  #listedIn(layout: SourceLayout): CwdOf | undefined {
    const list = this.#lists.get(layout.cwdOf) ?? layout.cwdOf?.(this.#environmentOf(layout), hash);
    if (list !== undefined) {
      this.#lists.set(layout.cwdOf, list);
    }
    return list;
  }

  /** The folders or files that a pattern matches; they may be missing or empty. */
  expand(pattern: string): readonly string[] {
    return expanded({ fileSystem: this.#fileSystem, style: this.#style }, pattern);
  }

  /** Folders below which an agent keeps logs in parts, whose parent is this. */
  *besides(
    adapter: AgentAdapter,
    home: string,
  ): Generator<{ readonly layout: PartedLayout; readonly folder: string }> {
    for (const { adapter: of, layout, roots } of this.#all()) {
      if (of === adapter && isParted(layout)) {
        for (const { pattern, kinds } of roots) {
          const levels = kinds.flatMap((kind) =>
            kind === 'byFolder'
              ? this.expand(this.#style.join(pattern, '*'))
              : this.expand(pattern),
          );
          for (const folder of levels) {
            if (this.#style.split(folder).folder === home) {
              yield { layout, folder };
            }
          }
        }
      }
    }
  }

  /**
   * A session's place in an agent's store, enabled or not; undefined if no agent keeps sessions at
   * such a path. Its content may identify another agent.
   */
  locate(path: string): LocatedPlace | undefined {
    const names = this.#style.segments(path);
    for (const { adapter, layout, roots } of this.#all()) {
      for (const { pattern, kinds } of roots) {
        const root = this.#style.segments(pattern);
        for (const kind of kinds) {
          const start = kind === 'byFolder' ? [...root, '*'] : root;
          const below = names.slice(start.length);
          const form = this.#style.fits(start, names.slice(0, start.length))
            ? this.#formOf(layout, below)
            : undefined;
          if (form !== undefined) {
            const base = below.reduce((at) => this.#style.split(at).folder, path);
            const [cwd] = kind === 'byFolder' ? this.cwdsOf(layout, base) : [];
            const place = { adapter, layout, path, cwd, base, names: below };
            return form === 'session' ? place : { ...place, subAgent: form };
          }
        }
      }
    }
    return undefined;
  }

  /** What lies at a path of a layout, by its names alone. */
  #formOf(
    { path, subAgents, isSideFile }: SourceLayout,
    names: readonly string[],
  ): 'session' | LocatedPlace['subAgent'] {
    const isSession = (own: readonly string[]) =>
      this.#style.fits(path, own) && isSideFile?.(own.at(-1) ?? '', new Set()) !== true;
    if (isSession(names)) {
      return 'session';
    }
    if (subAgents?.paths?.some((pattern) => this.#style.fits(pattern, names)) === true) {
      return 'log';
    }
    return subAgents?.inline !== undefined && isSession(names.slice(0, -1)) ? 'inline' : undefined;
  }

  /**
   * Whether a path is in a store of any agent, enabled or not, or in a folder that the user added: in
   * all that is read there, and in what links there lead to.
   *
   * @param path with links resolved.
   */
  holds(path: string): boolean {
    this.refresh(this.#configFiles(this.adapters));
    return isInPlaces({ fileSystem: this.#fileSystem, style: this.#style }, path, this.#places());
  }

  *#places(): Generator<string> {
    const tools = { fileSystem: this.#fileSystem, style: this.#style };
    yield* this.#kept === undefined ? [] : [this.#kept];
    yield* this.#configFiles(this.adapters);
    for (const { extraRoots } of Object.values(this.#agents)) {
      yield* extraRoots.filter((root) => this.#style.isAbsolute(root));
    }
    for (const { layout, roots } of this.#all()) {
      for (const { pattern, kinds } of roots) {
        // What is beside such a file has its name and more.
        yield isFilePattern(this.#style.split(pattern).name)
          ? pattern.replace(/\*[^*]*$/, '*')
          : pattern;
        for (const root of this.expand(pattern)) {
          yield root;
          for (const kind of kinds) {
            yield* linksBelow(tools, root, [...(kind === 'byFolder' ? ['*'] : []), ...layout.path]);
          }
          for (const place of placesBeside(
            this.#style,
            layout,
            this.#style.join(root, layout.path.join('/')),
          )) {
            yield place;
            yield* linksBelow(tools, place, ['*']);
          }
        }
      }
    }
  }

  #all(): readonly SourceRoots[] {
    this.#roots ??= this.adapters.flatMap((adapter) =>
      adapter.sources.map((layout) => ({ adapter, layout, roots: this.#rootsOf(adapter, layout) })),
    );
    return this.#roots;
  }

  #rootsOf(adapter: AgentAdapter, layout: SourceLayout): readonly NativeRoot[] {
    const own = layout.roots(this.#environmentOf(layout));
    const kept =
      this.#kept === undefined ? [] : [keptFolder(this.#style, this.#kept, adapter, layout)];
    const extra = [...(this.#agents[adapter.id]?.extraRoots ?? []), ...kept];
    const kinds = new Map<string, Set<StoreRoot['kind']>>();
    const watched = new Map<string, readonly string[]>();
    const add = (path: string, kind: StoreRoot['kind'], busy?: readonly string[]) => {
      // The base of a relative path is unknown: the agent ran in another folder.
      if (this.#style.isAbsolute(path)) {
        const pattern = this.#style.cleaned(path);
        kinds.set(pattern, (kinds.get(pattern) ?? new Set()).add(kind));
        if (busy !== undefined) {
          watched.set(
            pattern,
            busy.map((each) => this.#style.cleaned(each)),
          );
        }
      }
    };
    for (const root of own) {
      add(root.path, root.kind, root.watched);
    }
    for (const path of extra) {
      if (layout.kind === 'database') {
        add(this.#style.join(path, layout.file), 'flat');
      } else if (layout.kind === 'folder') {
        add(this.#style.join(path, layout.folder), 'flat');
      } else {
        add(path, 'byFolder');
        add(path, 'flat');
      }
    }
    return [...kinds].map(([pattern, found]) => ({
      pattern,
      kinds: [...found],
      watched: watched.get(pattern),
    }));
  }

  /** With the agent's own files, by path as spelled by the adapter. */
  #environmentOf(layout: SourceLayout): MachineEnvironment {
    const texts = new Map<string, string>();
    for (const file of layout.configFiles?.(this.#environment) ?? []) {
      const text = this.#configs.text(this.#style.native(file));
      if (text !== undefined) {
        texts.set(file, text);
      }
    }
    return { ...this.#environment, configs: texts };
  }
}

/**
 * Where copies of an agent's sessions are: arranged as in its store; those of databases, which earlier
 * versions made, each in a folder of its own.
 */
export function keptFolder(
  style: PathStyle,
  kept: string,
  { id }: Pick<AgentAdapter, 'id'>,
  layout: SourceLayout,
): string {
  return layout.kind === 'database' ? style.join(kept, id, '*') : style.join(kept, id);
}
