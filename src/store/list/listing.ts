import { append } from '#base/append.ts';
import { t } from '#base/l10n.ts';
import type { SourceLayout } from '#agents/contract/sources.ts';
import type { AgentId, SessionSummary } from '#core/events/session.ts';
import type {
  FolderListing,
  Found,
  FoundSession,
  OtherFiles,
  UnknownPart,
} from '#protocol/listing.ts';
import type { FileFailure, FileIdentity, FileSystem } from '../disk/fileSystem.ts';
import type { PathStyle } from '../disk/pathStyle.ts';
import type { ListedSession } from './listedSession.ts';

/** A screen of the list is told of at once, then so many sessions at a time. */
export const firstPart = 50;
export const laterPart = 250;
/** And whatever it was, after so long. ms */
export const tellMs = 1_000;

interface Shelf {
  readonly folder: string;
  /** By what the file is and not by its path: a session that is reached twice is one. */
  readonly sessions: Map<FileIdentity, ListedSession>;
  readonly failures: Map<string, string>;
  /** By folder and agent. */
  readonly others: Map<string, OtherFiles>;
}

/** Collects what a scan finds for each of the open folders. Folders are named by their place. */
export class Listing {
  readonly everyone: readonly number[];
  readonly #shelves: readonly Shelf[];
  #found = 0;
  #looked = 0;
  /** Those that another of the same ID goes before. */
  readonly #yielding = new Set<SessionSummary>();
  /** By agent and name, each once. */
  readonly #unknown = new Map<string, UnknownPart>();
  /** Not told yet. */
  #news: FoundSession[] = [];

  constructor(
    private readonly fileSystem: FileSystem,
    private readonly style: PathStyle,
    folders: readonly string[],
  ) {
    this.everyone = folders.map((_, index) => index);
    this.#shelves = folders.map((folder) => ({
      folder,
      sessions: new Map(),
      failures: new Map(),
      others: new Map(),
    }));
  }

  /** Sessions that were found since they were taken last. */
  get untold(): number {
    return this.#news.length;
  }

  takeNews(): Found {
    const sessions = this.#news;
    this.#news = [];
    return { count: { found: this.#found, looked: this.#looked }, sessions };
  }

  /**
   * @param owners none for a session that is another folder's.
   * @param layout of where it was found.
   */
  add(
    owners: readonly number[],
    session: ListedSession,
    { yields }: Pick<SourceLayout, 'yields'>,
  ): void {
    if (yields === true) {
      this.#yielding.add(session.summary);
    }
    this.#looked += 1;
    const { agent, path, newerForm } = session.summary;
    if (newerForm !== undefined) {
      this.addUnknown({ agent, place: path, what: t('version {0}', newerForm) });
    }
    if (owners.length === 0) {
      return;
    }
    this.#found += 1;
    const identity = this.#identify(session);
    for (const folder of owners) {
      const sessions = this.#shelves[folder]?.sessions;
      if (sessions !== undefined && !sessions.has(identity)) {
        sessions.set(identity, session);
        this.#news.push({ folder, summary: session.summary });
      }
    }
  }

  fail(owners: readonly number[], path: string, { message }: FileFailure): void {
    this.#each(owners, ({ failures }) => failures.set(path, message));
  }

  /** What was found that is newer than what is read, since this was asked last. */
  takeUnknown(): readonly UnknownPart[] {
    const taken = [...this.#unknown.values()];
    this.#unknown.clear();
    return taken;
  }

  /** Whoever's sessions these are: nothing tells. */
  addUnknown(part: UnknownPart): void {
    const key = `${part.agent}\n${part.what}`;
    if (!this.#unknown.has(key)) {
      this.#unknown.set(key, part);
    }
  }

  /** What could not be read since this was asked last, by anybody's count. */
  takeFailures(): FolderListing['failures'] {
    return this.#shelves.flatMap(({ failures }) => {
      const taken = [...failures].map(([path, message]) => ({ path, message }));
      failures.clear();
      return taken;
    });
  }

  /** Counts a file of a store's folder that is no session. @param owners who is told of it. */
  addOther(owners: readonly number[], folder: string, agent: AgentId): void {
    this.#looked += 1;
    this.#each(owners, ({ others }) => {
      const key = `${agent}\n${folder}`;
      others.set(key, { folder, agent, count: (others.get(key)?.count ?? 0) + 1 });
    });
  }

  /** @param lastSeq tells a session's last sequence number. */
  build(lastSeq: (session: ListedSession) => number): FolderListing[] {
    return this.#shelves.map(({ folder, sessions, failures, others }) => ({
      folder,
      sessions: sorted(withoutSeconds([...sessions.values()], this.#yielding), lastSeq),
      failures: [...failures].map(([path, message]) => ({ path, message })),
      others: [...others.values()].sort((a, b) => (a.folder < b.folder ? -1 : 1)),
      unknownParts: [...this.#unknown.values()],
    }));
  }

  #each(owners: readonly number[], visit: (shelf: Shelf) => void): void {
    for (const index of owners) {
      const shelf = this.#shelves[index];
      if (shelf !== undefined) {
        visit(shelf);
      }
    }
  }

  #identify({ stat, summary }: ListedSession): FileIdentity {
    if (stat.identity !== undefined) {
      return stat.identity;
    }
    const real = this.fileSystem.realpath(summary.path);
    return this.style.key(real.ok ? real.value : summary.path);
  }
}

/**
 * Each session of an agent once: a copy of ours counts only while its agent's own is not there, and one that
 * yields only while no other source has it.
 */
function withoutSeconds(
  sessions: ListedSession[],
  yielding: ReadonlySet<SessionSummary>,
): ListedSession[] {
  const nameOf = ({ summary: { agent, id } }: ListedSession) => `${agent}\n${id}`;
  const rankOf = ({ summary }: ListedSession) =>
    summary.isKept === true ? 2 : yielding.has(summary) ? 1 : 0;
  const ranks = [0, 1, 2].map((rank) => sessions.filter((session) => rankOf(session) === rank));
  const [first = [], ...later] = ranks;
  if (first.length === sessions.length) {
    return sessions;
  }
  const names = new Set(first.map(nameOf));
  const left = [...first];
  for (const rank of later) {
    const others = rank.filter((session) => !names.has(nameOf(session)));
    append(left, others);
    others.forEach((session) => names.add(nameOf(session)));
  }
  return left;
}

/** Keen's own order: time of the last change, then the higher sequence number; then any fixed one. */
function sorted(
  sessions: ListedSession[],
  lastSeq: (session: ListedSession) => number,
): readonly SessionSummary[] {
  return sessions
    .sort(
      (a, b) =>
        b.summary.updatedAt - a.summary.updatedAt ||
        fractionOf(b) - fractionOf(a) ||
        lastSeq(b) - lastSeq(a) ||
        (a.summary.id < b.summary.id ? -1 : a.summary.id > b.summary.id ? 1 : 0),
    )
    .map(({ summary }) => summary);
}

/** Of a session whose last change is the file's, the part of its time below a millisecond. */
function fractionOf({ stat, summary }: ListedSession): number {
  return Math.floor(stat.mtimeMs) === summary.updatedAt ? stat.mtimeMs - summary.updatedAt : 0;
}
