import { lineFeed } from '#core/jsonl/lineSplitter.ts';
import { decodeRaw } from '#core/jsonl/rawRecord.ts';
import { faultAt, type OnFault } from '../disk/faults.ts';
import {
  isGrownFrom,
  readInto,
  withFile,
  type FileStat,
  type FileSystem,
} from '../disk/fileSystem.ts';
import { Pacer } from '#base/pacer.ts';
import { linesWith } from '../sources/log/logBytes.ts';
import { hintsOf } from '../sources/log/logHints.ts';
import type { NameGap, SummaryCache } from './summaryCache.ts';

/** Read and searched at once: about a tenth of a millisecond, and little for a slow disk. */
const sliceBytes = 256 * 1024;
const mib = 1024 * 1024;
const standardLimits = { log: 256 * mib, run: 1024 * mib };
/** The list gets new names no more often than this, so that it is not made for each of them. */
const tellMs = 500;

export interface NameSearchOptions {
  readonly fileSystem: FileSystem;
  readonly summaries: SummaryCache;
  /** Sessions would be listed under other names now. */
  readonly onLearned: () => void;
  readonly onFault: OnFault;
  /** Milliseconds; the process's own by default. */
  readonly now?: (() => number) | undefined;
  /**
   * Bytes. Of a longer log only the end is searched; once a run has searched so many, the rest waits
   * for the next list.
   */
  readonly limits?: { readonly log: number; readonly run: number };
}

interface Run {
  readonly abort: AbortController;
  readonly learned: Promise<boolean>;
}

/**
 * Searches logs for names that stand in neither of their two ends, which is all that a list reads. It
 * runs after a list, waits while another one is made, and searches the bytes without parsing: from the
 * end back to the first name, and only what was added since the last search.
 */
export class NameSearch {
  readonly #limits: NonNullable<NameSearchOptions['limits']>;
  /** Logs of the last list, newest first. */
  #paths: readonly string[] = [];
  /** How often a search was asked for. */
  #asked = 0;
  /** Settles when no list is being made. */
  #listed: Promise<unknown> = Promise.resolve();
  #running: Run | undefined;

  constructor(private readonly options: NameSearchOptions) {
    this.#limits = options.limits ?? standardLimits;
  }

  /** Lets a list be made without disturbing it. One that fails or is canceled ends the search too. */
  waitFor(list: Promise<unknown>): void {
    const settled = list.catch(() => this.stop());
    this.#listed = Promise.all([this.#listed, settled]);
  }

  /**
   * Searches these logs, newest first, and no others.
   *
   * @returns whether anything was learned; false if the search was stopped before.
   */
  search(paths: readonly string[]): Promise<boolean> {
    this.#paths = paths;
    this.#asked += 1;
    this.#running ??= this.#start();
    return this.#running.learned;
  }

  stop(): void {
    this.#running?.abort.abort();
    this.#running = undefined;
  }

  #start(): Run {
    const abort = new AbortController();
    const learned = this.#run(abort).catch((fault: unknown) => {
      if (!abort.signal.aborted) {
        throw fault;
      }
      return false;
    });
    return { abort, learned };
  }

  async #run(abort: AbortController): Promise<boolean> {
    const { summaries, onLearned, now = () => performance.now() } = this.options;
    const pacer = new Pacer(abort.signal, now);
    // The list goes out first.
    await pacer.pause();
    const room = Buffer.allocUnsafeSlow(sliceBytes);
    let left = this.#limits.run;
    let hasLearned = false;
    let hasNewNames = false;
    let reportedAt = now();
    const tell = () => {
      if (hasNewNames) {
        hasNewNames = false;
        reportedAt = now();
        onLearned();
      }
    };
    try {
      for (let asked = 0; asked !== this.#asked;) {
        asked = this.#asked;
        for (const path of this.#paths) {
          const gap = left > 0 ? summaries.nameGap(path) : undefined;
          if (gap !== undefined) {
            const whole = await this.#nameOrFault(path, gap, room, pacer);
            left -= Math.min(gap.stat.size - gap.from, this.#limits.log);
            if (whole !== undefined) {
              hasLearned = true;
              hasNewNames = summaries.remember(path, whole) || hasNewNames;
            }
          }
          if (now() - reportedAt >= tellMs) {
            tell();
          }
          if (asked !== this.#asked) {
            break;
          }
        }
      }
    } finally {
      if (this.#running?.abort === abort) {
        this.#running = undefined;
      }
      tell();
    }
    return hasLearned;
  }

  /** A log that cannot be searched for a mistake of this program gives no name. */
  async #nameOrFault(path: string, gap: NameGap, room: Buffer, pacer: Pacer) {
    try {
      return await this.#lastName(path, gap, room, pacer);
    } catch (error) {
      pacer.signal?.throwIfAborted();
      this.options.onFault(faultAt(path, error));
      return { stat: gap.stat, name: gap.name };
    }
  }

  /** The name that the log as it was listed gives; undefined if another log has taken its place. */
  async #lastName(
    path: string,
    { adapter, stat, from, name }: NameGap,
    room: Buffer,
    pacer: Pacer,
  ): Promise<{ stat: FileStat; name: string | undefined } | undefined> {
    const { nameMark = '' } = hintsOf(adapter);
    const first = Math.max(from, stat.size - this.#limits.log);
    for (let end = stat.size; end > first;) {
      await this.#listed;
      await pacer.pauseIfDue();
      const start = Math.max(first, end - room.length);
      const read = withFile(this.options.fileSystem, path, (file) =>
        isGrownFrom(stat, file.stat)
          ? readInto(file, start, room.subarray(0, end - start))
          : undefined,
      );
      if (!read.ok || read.value?.length !== end - start) {
        return undefined;
      }
      const bytes = read.value;
      const feed = start === 0 ? -1 : bytes.indexOf(lineFeed);
      // A line that takes up the whole slice is too long for a name.
      const isLong = start > 0 && (feed < 0 || feed === bytes.length - 1);
      if (!isLong) {
        const last = linesWith(nameMark, bytes, feed + 1, start)
          .flatMap((raw) => decodeRaw(raw, adapter.decode).events)
          .findLast((event) => event.kind === 'sessionTitle');
        if (last?.kind === 'sessionTitle') {
          return { stat, name: last.title === '' ? undefined : last.title };
        }
      }
      end = isLong || start === first ? start : start + feed + 1;
    }
    return { stat, name };
  }
}
