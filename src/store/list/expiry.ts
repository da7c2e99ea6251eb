import type { Retention, RetentionRule } from '#agents/contract/retention.ts';
import type { StorePlace } from '../roots/places.ts';
import type { FoundPlace, ListTools } from './rootScan.ts';
import type { CachedSession } from './summaryReader.ts';

/** What starts of an agent delete, by the folder of the start; empty for any that is not open. */
type ByFolder = ReadonlyMap<string, readonly Retention[]>;

/** When agents delete sessions, by their rules and settings at the time of one scan. */
export class Expiry {
  readonly #retentions = new Map<RetentionRule, ByFolder>();

  /** @param folders the open ones, native; no other folder’s settings are read. */
  constructor(
    private readonly tools: Pick<ListTools, 'style' | 'roots'>,
    private readonly folders: readonly string[],
  ) {}

  /** How many newer files lie beside a session’s, where an agent keeps only so many. */
  ranksOf(places: readonly FoundPlace[]): ReadonlyMap<FoundPlace, number> {
    const counts = new Map<string, number>();
    const ranks = new Map<FoundPlace, number>();
    // They are the newest first.
    for (const place of places) {
      const { retention } = place.layout;
      const starts = retention === undefined ? [] : [...this.#of(retention).values()].flat();
      if (starts.some(({ count }) => count !== undefined)) {
        const { folder } = this.tools.style.split(place.path);
        const rank = counts.get(folder) ?? 0;
        counts.set(folder, rank + 1);
        ranks.set(place, rank);
      }
    }
    return ranks;
  }

  /** Epoch ms; undefined if its agent keeps it, as far as is known. */
  of({ layout, path }: StorePlace, session: CachedSession, rank = 0): number | undefined {
    const { retention } = layout;
    const { summary, stat } = session;
    if (retention === undefined || summary.isExempt === true || summary.isKept === true) {
      return undefined;
    }
    const { style } = this.tools;
    const byFolder = this.#of(retention);
    const own = summary.cwd === undefined ? '' : style.key(summary.cwd);
    const starts =
      retention.isForAll === true
        ? [...byFolder.values()].flat()
        : (byFolder.get(own) ?? byFolder.get('') ?? []);
    let first = Infinity;
    for (const { root, age = Infinity, count = Infinity, isDatedBySession } of starts) {
      if (style.isWithin(root, path)) {
        const changed = isDatedBySession === true ? summary.updatedAt : Math.floor(stat.mtimeMs);
        first = Math.min(first, rank >= count ? changed : changed + age);
      }
    }
    return first === Infinity ? undefined : first;
  }

  #of(rule: RetentionRule): ByFolder {
    const known = this.#retentions.get(rule);
    if (known !== undefined) {
      return known;
    }
    const { roots, style } = this.tools;
    const read = (folder?: string) => roots.files.retentionsOf(rule, folder);
    const all = new Map([
      ['', read()],
      ...this.folders.map((folder) => [style.key(folder), read(folder)] as const),
    ]);
    this.#retentions.set(rule, all);
    return all;
  }
}
