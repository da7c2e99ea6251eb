import type { SourceLayout } from '#agents/contract/adapter.ts';
import type { GivenName, NameOf } from '#agents/contract/sources.ts';
import type { StoreRoots } from '../roots/storeRoots.ts';
import type { SessionPlace, Sources } from '../sources/sources.ts';

/** The names that agents keep beside their sessions: in lists, and in databases. */
export class GivenNames {
  readonly #found = new Map<SourceLayout['names'], readonly ReadonlyMap<string, GivenName>[]>();
  #looks = -1;

  constructor(
    private readonly roots: StoreRoots,
    private readonly sources: Pick<Sources, 'names'>,
  ) {}

  /** As they were at the last look at the roots; undefined if the agent keeps none. */
  readonly of = ({ layout }: Pick<SessionPlace, 'layout'>): NameOf | undefined => {
    const listed = this.roots.files.nameOf(layout);
    const databases = this.#inDatabases(layout);
    return databases.length === 0
      ? listed
      : (id) => databases.reduce((last, names) => laterOf(last, names.get(id)), listed?.(id));
  };

  #inDatabases(layout: SourceLayout): readonly ReadonlyMap<string, GivenName>[] {
    const { names } = layout;
    if (names === undefined) {
      return [];
    }
    if (this.#looks !== this.roots.looks) {
      this.#looks = this.roots.looks;
      this.#found.clear();
    }
    const known = this.#found.get(names);
    const found =
      known ??
      this.roots.files.nameDatabasesOf(layout).map((path) => this.sources.names(path, names));
    this.#found.set(names, found);
    return found;
  }
}

function laterOf(one: GivenName | undefined, other: GivenName | undefined): GivenName | undefined {
  return one === undefined || other === undefined
    ? (one ?? other)
    : (one.time ?? 0) > (other.time ?? 0)
      ? one
      : other;
}
