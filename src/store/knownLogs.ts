import type { AgentAdapter } from '#agents/adapter.ts';
import { UserError } from '#core/userError.ts';
import type { FileSystem } from './fileSystem.ts';
import type { LogFile } from './logFiles.ts';
import type { PathStyle } from './pathStyle.ts';
import { recogniseLog } from './recogniseLog.ts';
import type { StoreRoots } from './storeRoots.ts';

export interface KnownLog {
  readonly log: LogFile;
  readonly adapter: AgentAdapter;
  /** Why this adapter, as a sentence. */
  readonly reason: string;
}

/**
 * Decides which files may be read. A path arrives from outside (a restored page, a command's
 * argument), and whatever it names would be shown: only logs in an agent's store pass, and files that
 * the user chose.
 */
export class KnownLogs {
  readonly #fileSystem: FileSystem;
  readonly #style: PathStyle;
  readonly #roots: StoreRoots;
  readonly #chosen = new Map<string, KnownLog>();

  constructor(fileSystem: FileSystem, style: PathStyle, roots: StoreRoots) {
    this.#fileSystem = fileSystem;
    this.#style = style;
    this.#roots = roots;
  }

  /** @throws UserError for any other file. */
  at(path: string): KnownLog {
    const known = this.#chosen.get(path) ?? this.#byPlace(path);
    if (known === undefined) {
      throw new UserError(`${path} lies in no folder where a known agent keeps its sessions.`);
    }
    return known;
  }

  /**
   * Lets a file be read wherever it lies, because the user chose it.
   *
   * @throws UserError if it is not the log of a known agent.
   */
  choose(path: string): KnownLog {
    const stat = this.#fileSystem.stat(path);
    if (!stat.ok) {
      throw new UserError(stat.failure.message);
    }
    const known = this.#byPlace(path) ?? this.#byContent(path);
    this.#chosen.set(path, known);
    return known;
  }

  #byPlace(path: string): KnownLog | undefined {
    // With a link in it, `a/..` leads elsewhere on disk than in the text that is checked here.
    const isPlain = this.#style.isAbsolute(path) && this.#style.native(path) === path;
    if (!isPlain || path.includes('\0')) {
      return undefined;
    }
    const place = this.#roots.locate(path);
    return place === undefined
      ? undefined
      : {
          log: { path, segments: place.segments },
          adapter: place.adapter,
          reason: `The file lies where ${place.adapter.label} keeps its sessions.`,
        };
  }

  #byContent(path: string): KnownLog {
    const recognised = recogniseLog(this.#fileSystem, path, this.#roots.adapters);
    if (!recognised.ok) {
      throw new UserError(recognised.failure.message);
    }
    if (recognised.value === undefined) {
      const labels = this.#roots.adapters.map(({ label }) => label).join(', ');
      throw new UserError(`${path} is not a session log of a known format (${labels}).`);
    }
    const { adapter, line } = recognised.value;
    const depth = adapter.layout.logPath.length + 1;
    return {
      log: { path, segments: this.#style.segments(path).slice(-depth) },
      adapter,
      reason: `Line ${line} of the file is an event of ${adapter.label}.`,
    };
  }
}
