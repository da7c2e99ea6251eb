import type { SessionSummary } from '#core/session.ts';
import type { FolderListing, ScanCount } from '#protocol/worker.ts';

/** How often it is told what a scan has found, in ms. */
const tellMs = 1_000;

export interface ScanSoFar {
  /** Undefined until the scan has taken a while. */
  readonly count: ScanCount | undefined;
  /** Undefined where nothing is new. */
  readonly folders: readonly FolderListing[] | undefined;
}

export type OnSoFar = (soFar: ScanSoFar) => Promise<void>;

/**
 * What a scan has found before its end. The first sessions are told at once, for they are the newest;
 * what comes later is below them.
 */
export class FoundSoFar {
  readonly #folders: readonly string[];
  readonly #tell: OnSoFar;
  readonly #now: () => number;
  readonly #found: readonly SessionSummary[][];
  #size = 0;
  #told = 0;
  #toldAt: number;

  constructor(folders: readonly string[], tell: OnSoFar, now: () => number) {
    this.#folders = folders;
    this.#tell = tell;
    this.#now = now;
    this.#found = folders.map(() => []);
    this.#toldAt = now();
  }

  /** @param folder its place. */
  add(folder: number, session: SessionSummary): void {
    this.#found[folder]?.push(session);
    this.#size += 1;
  }

  /** Tells it if it is time. */
  async tell(count: ScanCount): Promise<void> {
    const isNew = this.#size > this.#told;
    const isLate = this.#now() - this.#toldAt >= tellMs;
    if (isLate || (isNew && this.#told === 0)) {
      this.#toldAt = this.#now();
      this.#told = this.#size;
      const folders = isNew ? this.#listings() : undefined;
      await this.#tell({ count: isLate ? count : undefined, folders });
    }
  }

  #listings(): readonly FolderListing[] {
    return this.#folders.map((folder, place) => {
      const sessions = [...(this.#found[place] ?? [])];
      return { folder, searched: [], sessions, failures: [], others: [] };
    });
  }
}
