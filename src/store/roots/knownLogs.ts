import type { AgentAdapter } from '#agents/contract/adapter.ts';
import { UserError } from '#core/userError.ts';
import type { FileSystem } from '../disk/fileSystem.ts';
import type { LogFile } from './logFiles.ts';
import type { PathStyle } from '../disk/pathStyle.ts';
import { recogniseLog } from '../sources/log/recogniseLog.ts';
import type { LogPlace, StoreRoots } from './storeRoots.ts';
import type { SummaryCache } from '../list/summaryCache.ts';

export interface KnownLog {
  readonly log: LogFile;
  readonly adapter: AgentAdapter;
  /** Why this adapter, as a sentence. */
  readonly reason: string;
}

/**
 * Decides which files may be read, and as whose. A path arrives from outside (a restored page, a
 * command's argument), and whatever it names would be shown: only logs in an agent's store pass, and
 * files that the user chose. What a log's first lines say counts more than the store it lies in.
 */
export class KnownLogs {
  readonly #fileSystem: FileSystem;
  readonly #style: PathStyle;
  readonly #roots: StoreRoots;
  readonly #summaries: SummaryCache;
  readonly #chosen = new Map<string, KnownLog>();

  constructor(
    fileSystem: FileSystem,
    style: PathStyle,
    roots: StoreRoots,
    summaries: SummaryCache,
  ) {
    this.#fileSystem = fileSystem;
    this.#style = style;
    this.#roots = roots;
    this.#summaries = summaries;
  }

  /** @throws UserError for any other file. */
  at(path: string): KnownLog {
    const known = this.#chosen.get(path) ?? this.#inStore(path);
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
    const known = this.#inStore(path) ?? this.#elsewhere(path);
    this.#chosen.set(path, known);
    return known;
  }

  /** @param real path without links. */
  hasChosen(real: string): boolean {
    return [...this.#chosen.keys()].some((path) => {
      const chosen = this.#fileSystem.realpath(path);
      return chosen.ok && chosen.value === real;
    });
  }

  #inStore(path: string): KnownLog | undefined {
    // With a link in it, `a/..` leads elsewhere on disk than in the text that is checked here.
    const isPlain = this.#style.isAbsolute(path) && this.#style.native(path) === path;
    if (!isPlain || path.includes('\0')) {
      return undefined;
    }
    const place = this.#roots.locate(path);
    return place === undefined ? undefined : this.#byContent(path, place);
  }

  /** A log that cannot be read now is taken for the agent's whose place it is. */
  #byContent(path: string, { adapter: place, segments }: LogPlace): KnownLog {
    const log = { path, segments };
    const where = `The file lies where ${place.label} keeps its sessions`;
    const read = this.#summaries.read(log, place);
    const line = read.ok ? read.value.recognisedBy : undefined;
    if (!read.ok || line === undefined) {
      const reason = read.ok ? `${where}; none of its first lines tells whose it is.` : `${where}.`;
      return { log, adapter: place, reason };
    }
    const { adapter } = read.value;
    const and = adapter === place ? 'and' : 'but';
    return { log, adapter, reason: `${where}, ${and} line ${line} is one of ${adapter.label}.` };
  }

  #elsewhere(path: string): KnownLog {
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
