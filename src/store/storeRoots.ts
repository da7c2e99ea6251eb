import type { AgentAdapter, MachineEnvironment } from '#agents/adapter.ts';
import type { FileSystem } from './fileSystem.ts';
import { matchesName, type PathStyle } from './pathStyle.ts';

/** A log's place in the store of its agent. */
export interface LogPlace {
  readonly adapter: AgentAdapter;
  /** Names from the root down to the log. */
  readonly segments: readonly string[];
}

/** The roots of all agents on this machine. */
export class StoreRoots {
  readonly adapters: readonly AgentAdapter[];
  readonly #style: PathStyle;
  readonly #environment: MachineEnvironment;

  constructor(
    style: PathStyle,
    adapters: readonly AgentAdapter[],
    environment: MachineEnvironment,
  ) {
    this.adapters = adapters;
    this.#style = style;
    this.#environment = environment;
  }

  /** An agent's roots, native, as patterns: a segment `*` stands for any one folder. */
  patterns(adapter: AgentAdapter): readonly string[] {
    const patterns = adapter.layout
      .roots(this.#environment)
      .map((root) => this.#style.native(root));
    return [...new Set(patterns)];
  }

  /** The folders that a pattern may stand for; whether they hold anything is for the caller to see. */
  expand(fileSystem: FileSystem, pattern: string): readonly string[] {
    const [start = '', ...levels] = pattern.split(/[\\/](?=\*(?:[\\/]|$))/);
    let roots = [start];
    for (const level of levels) {
      const rest = level.slice(2);
      roots = roots.flatMap((folder) => {
        const listed = fileSystem.list(folder);
        // A parent that cannot be listed holds no sessions of this agent that anybody could read.
        return (listed.ok ? listed.value : [])
          .filter(({ kind }) => kind === 'folder' || kind === 'link')
          .map(({ name }) => this.#style.join(folder, name, rest));
      });
    }
    return roots;
  }

  /** Where a log lies in an agent's store; undefined for a path that is no agent's log by its place. */
  locate(path: string): LogPlace | undefined {
    const names = this.#style.segments(path);
    for (const adapter of this.adapters) {
      for (const pattern of this.patterns(adapter)) {
        const root = this.#style.segments(pattern);
        const expected = [...root, '*', ...adapter.layout.logPath];
        if (
          names.length === expected.length &&
          expected.every((segment, index) => this.#fits(segment, names[index] ?? ''))
        ) {
          return { adapter, segments: names.slice(root.length) };
        }
      }
    }
    return undefined;
  }

  #fits(pattern: string, name: string): boolean {
    return matchesName(this.#style.fold(pattern), this.#style.fold(name));
  }
}
