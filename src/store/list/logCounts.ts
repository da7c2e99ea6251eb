import { UserError } from '#core/userError.ts';
import { isSameState, type FileStat, type FileSystem } from '../disk/fileSystem.ts';

/** What is counted in the whole of a log. */
export interface Counts {
  /** Messages of the user and answers that the replay shows. */
  readonly messages: number;
  readonly problems: { readonly lost: number; readonly odd: number };
}

/** Tooltips ask for the sessions that the pointer passes, so the last ones are enough. */
const maxKept = 500;

/** Counts by log, good as long as the log is what it was. */
export class LogCounts {
  readonly #kept = new Map<string, { readonly stat: FileStat; readonly counts: Counts }>();

  /** @param count counts in the log; asked only if it changed. */
  async of(fileSystem: FileSystem, path: string, count: () => Promise<Counts>): Promise<Counts> {
    const stat = fileSystem.stat(path);
    if (!stat.ok) {
      throw new UserError(stat.failure.message);
    }
    const known = this.#kept.get(path);
    if (known !== undefined && isSameState(known.stat, stat.value)) {
      return known.counts;
    }
    const counts = await count();
    this.#kept.delete(path);
    this.#kept.set(path, { stat: stat.value, counts });
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= maxKept) {
        break;
      }
      this.#kept.delete(oldest);
    }
    return counts;
  }
}
