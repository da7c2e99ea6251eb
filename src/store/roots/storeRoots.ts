import type { AgentAdapter, StoreRoot } from '#agents/contract/adapter.ts';
import type { MachineEnvironment } from '#agents/contract/machineEnvironment.ts';
import type { AgentSettings } from '#protocol/worker.ts';
import { AgentConfigs } from './agentConfigs.ts';
import type { FileSystem } from '../disk/fileSystem.ts';
import type { PathStyle } from '../disk/pathStyle.ts';

/** A log's place in the store of its agent. */
export interface LogPlace {
  readonly adapter: AgentAdapter;
  /** Names from the root down to the log. */
  readonly segments: readonly string[];
}

export interface NativeRoot {
  /** Absolute and native; a segment `*` stands for any one folder. */
  readonly pattern: string;
  /** In which ways logs lie below it: usually one, both for a root that the user named. */
  readonly kinds: readonly StoreRoot['kind'][];
}

/** Where one agent's sessions are to be looked for. */
export interface AgentRoots {
  readonly adapter: AgentAdapter;
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
  #roots: readonly AgentRoots[] | undefined;

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
  enabled(): readonly AgentRoots[] {
    return this.#all().filter(({ adapter }) => this.isEnabled(adapter));
  }

  /** Settings files of the enabled agents that may name roots, native. */
  configFiles(): readonly string[] {
    const enabled = this.adapters.filter((adapter) => this.isEnabled(adapter));
    const files = enabled.flatMap(({ layout }) => layout.configFiles?.(this.#environment) ?? []);
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
   * Where a log lies in an agent's store, enabled or not; undefined for a path that is no agent's log
   * by its place. Whose log it is, its content may know better.
   */
  locate(path: string): LogPlace | undefined {
    const names = this.#style.segments(path);
    for (const { adapter, roots } of this.#all()) {
      if (adapter.layout.isSideFile?.(names.at(-1) ?? '') === true) {
        continue;
      }
      for (const { pattern, kinds } of roots) {
        const root = this.#style.segments(pattern);
        for (const kind of kinds) {
          const below = kind === 'byFolder' ? ['*'] : [];
          if (this.#style.fits([...root, ...below, ...adapter.layout.logPath], names)) {
            return { adapter, segments: names.slice(root.length) };
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
    return this.#all().some(({ adapter, roots }) =>
      roots.some(({ pattern }) => {
        const real = this.expand(pattern).map((root) => this.#fileSystem.realpath(root));
        return [pattern, ...real.flatMap((each) => (each.ok ? [each.value] : []))].some((root) => {
          const patterns = this.#style.segments(root);
          const last = patterns.at(-1);
          const isDatabase = last !== undefined && last === adapter.layout.database?.fileName;
          const start = names.slice(0, patterns.length);
          return (
            this.#style.fits(patterns, start) ||
            (isDatabase && this.#style.fits([...patterns.slice(0, -1), `${last}-*`], start))
          );
        });
      }),
    );
  }

  #all(): readonly AgentRoots[] {
    this.#roots ??= this.adapters.map((adapter) => ({ adapter, roots: this.#rootsOf(adapter) }));
    return this.#roots;
  }

  #rootsOf(adapter: AgentAdapter): readonly NativeRoot[] {
    const own = adapter.layout.roots({ ...this.#environment, configs: this.#textsOf(adapter) });
    const extra = this.#agents[adapter.id]?.extraRoots ?? [];
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
  #textsOf({ layout }: AgentAdapter): ReadonlyMap<string, string> {
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
