import type { AgentAdapter } from '#agents/contract/adapter.ts';
import type { MachineEnvironment } from '#agents/contract/machineEnvironment.ts';
import type { SourceLayout, StoreRoot } from '#agents/contract/sources.ts';
import type { AgentSettings } from '#protocol/worker.ts';
import { AgentConfigs } from './agentConfigs.ts';
import type { FileSystem } from '../disk/fileSystem.ts';
import type { PathStyle } from '../disk/pathStyle.ts';
import type { SessionPlace } from '../sources/sources.ts';

/** A session's place in the store of an agent. */
export interface StorePlace extends SessionPlace {
  /** The agent whose place it is. What lies there may be another's. */
  readonly adapter: AgentAdapter;
}

export interface NativeRoot {
  /** Absolute and native; a segment `*` stands for any one folder. */
  readonly pattern: string;
  /** In which ways sessions lie below it: usually one, both for a root that the user named. */
  readonly kinds: readonly StoreRoot['kind'][];
}

/** Where one agent's sessions of one form are to be looked for. */
export interface SourceRoots {
  readonly adapter: AgentAdapter;
  readonly layout: SourceLayout;
  readonly roots: readonly NativeRoot[];
}

export interface RootsOptions {
  readonly fileSystem: FileSystem;
  readonly style: PathStyle;
  readonly adapters: readonly AgentAdapter[];
  readonly environment: MachineEnvironment;
  /** By agent; one that is missing is enabled and has no roots of the user's. */
  readonly agents?: AgentSettings | undefined;
}

/**
 * The roots of all agents on this machine: what the adapters say, what the agents' own settings files
 * say, and what the user added. Nothing here looks at the disk but `refresh` and `expand`.
 */
export class StoreRoots {
  /** Also of the agents that are not enabled: their logs are told apart all the same. */
  readonly adapters: readonly AgentAdapter[];
  readonly #fileSystem: FileSystem;
  readonly #style: PathStyle;
  readonly #environment: MachineEnvironment;
  readonly #configs: AgentConfigs;
  #agents: AgentSettings;
  #roots: readonly SourceRoots[] | undefined;

  constructor({ fileSystem, style, adapters, environment, agents = {} }: RootsOptions) {
    this.adapters = adapters;
    this.#fileSystem = fileSystem;
    this.#style = style;
    this.#environment = environment;
    this.#configs = new AgentConfigs(fileSystem);
    this.#agents = agents;
  }

  /** The user changed the settings. */
  configure(agents: AgentSettings): void {
    this.#agents = agents;
    this.#roots = undefined;
  }

  /** Looks whether settings files of enabled agents changed: one stat for each. */
  refresh(): void {
    for (const path of this.configFiles()) {
      if (this.#configs.refresh(path)) {
        this.#roots = undefined;
      }
    }
  }

  isEnabled(adapter: AgentAdapter): boolean {
    return this.#agents[adapter.id]?.enabled ?? true;
  }

  /** The roots of the enabled agents as last refreshed, in the registry's order. */
  enabled(): readonly SourceRoots[] {
    return this.#all().filter(({ adapter }) => this.isEnabled(adapter));
  }

  /** Settings files of the enabled agents that may name roots, native. */
  configFiles(): readonly string[] {
    const enabled = this.adapters.filter((adapter) => this.isEnabled(adapter));
    const files = enabled
      .flatMap(({ sources }) => sources)
      .flatMap((layout) => layout.configFiles?.(this.#environment) ?? []);
    return [...new Set(files.map((file) => this.#style.native(file)))];
  }

  /** The folders that a pattern may stand for; whether they hold anything is for the caller to see. */
  expand(pattern: string): readonly string[] {
    const [start = '', ...levels] = pattern.split(/[\\/](?=\*(?:[\\/]|$))/);
    let roots = [start];
    for (const level of levels) {
      const rest = level.slice(2);
      roots = roots.flatMap((folder) => {
        const listed = this.#fileSystem.list(folder);
        // A parent that cannot be listed holds no sessions of this agent that anybody could read.
        return (listed.ok ? listed.value : [])
          .filter(({ kind }) => kind === 'folder' || kind === 'link')
          .map(({ name }) => this.#style.join(folder, name, rest));
      });
    }
    return roots;
  }

  /**
   * Where a session lies in an agent's store, enabled or not; undefined for a path that is no agent's
   * session by its place. Whose session it is, its content may know better.
   */
  locate(path: string): StorePlace | undefined {
    const names = this.#style.segments(path);
    for (const { adapter, layout, roots } of this.#all()) {
      if (layout.isSideFile?.(names.at(-1) ?? '') === true) {
        continue;
      }
      for (const { pattern, kinds } of roots) {
        const root = this.#style.segments(pattern);
        for (const kind of kinds) {
          const below = kind === 'byFolder' ? ['*'] : [];
          if (this.#style.fits([...root, ...below, ...layout.path], names)) {
            return { adapter, layout, path };
          }
        }
      }
    }
    return undefined;
  }

  /**
   * Whether a path lies in a store, of whatever agent and enabled or not, or is a database of one or
   * what SQLite keeps beside it.
   *
   * @param path without links.
   */
  holds(path: string): boolean {
    const names = this.#style.segments(path);
    return this.#all().some(({ layout, roots }) =>
      roots.some(({ pattern }) => {
        const real = this.expand(pattern).map((root) => this.#fileSystem.realpath(root));
        return [pattern, ...real.flatMap((each) => (each.ok ? [each.value] : []))].some((root) => {
          const patterns = this.#style.segments(root);
          const last = patterns.at(-1);
          const isDatabase = last !== undefined && layout.kind === 'database';
          const start = names.slice(0, patterns.length);
          return (
            this.#style.fits(patterns, start) ||
            (isDatabase && this.#style.fits([...patterns.slice(0, -1), `${last}-*`], start))
          );
        });
      }),
    );
  }

  #all(): readonly SourceRoots[] {
    this.#roots ??= this.adapters.flatMap((adapter) =>
      adapter.sources.map((layout) => ({ adapter, layout, roots: this.#rootsOf(adapter, layout) })),
    );
    return this.#roots;
  }

  #rootsOf(adapter: AgentAdapter, layout: SourceLayout): readonly NativeRoot[] {
    const own = layout.roots({ ...this.#environment, configs: this.#textsOf(layout) });
    // A database is a file, and the user adds folders.
    const isFolder = layout.kind !== 'database';
    const extra = isFolder ? (this.#agents[adapter.id]?.extraRoots ?? []) : [];
    const kinds = new Map<string, Set<StoreRoot['kind']>>();
    const add = (path: string, kind: StoreRoot['kind']) => {
      // Relative to what, nobody knows: the agent ran in another folder than this program does.
      if (this.#style.isAbsolute(path)) {
        const pattern = this.#style.cleaned(path);
        kinds.set(pattern, (kinds.get(pattern) ?? new Set()).add(kind));
      }
    };
    for (const { path, kind } of own) {
      add(path, kind);
    }
    for (const path of extra) {
      add(path, 'byFolder');
      add(path, 'flat');
    }
    return [...kinds].map(([pattern, found]) => ({ pattern, kinds: [...found] }));
  }

  /** By path as the adapter spells it. */
  #textsOf(layout: SourceLayout): ReadonlyMap<string, string> {
    const texts = new Map<string, string>();
    for (const file of layout.configFiles?.(this.#environment) ?? []) {
      const text = this.#configs.text(this.#style.native(file));
      if (text !== undefined) {
        texts.set(file, text);
      }
    }
    return texts;
  }
}
