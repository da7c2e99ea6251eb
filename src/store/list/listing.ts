import { t } from '#base/l10n.ts';
import type { SourceLayout } from '#agents/contract/adapter.ts';
import type { AgentId, SessionSummary } from '#core/events/session.ts';
import type { FolderListing, ListingPatch, OtherFiles, UnknownPart } from '#protocol/listing.ts';
import type { FileFailure, FileIdentity } from '../disk/fileSystem.ts';
import type { Disk } from '../roots/places.ts';
import type { CachedSession } from './summaryReader.ts';

/** A screen of the list is reported at once, then so many sessions at a time, which take 2 ms to receive. */
const firstPart = 50;
export const laterPart = 250;
/** And whatever was found, or nothing, after so long: somebody waits. ms */
const flushMs = 1_000;

export type OnPatch = (patch: ListingPatch) => Promise<void>;

interface FolderResult {
  readonly folder: string;
  /** By what the file is and not by its path: a session that is reached twice is one. */
  readonly sessions: Map<FileIdentity, CachedSession>;
  readonly failures: Map<string, string>;
  /** By folder and agent. */
  readonly others: Map<string, OtherFiles>;
  /** Not reported yet. */
  readonly pending: SessionSummary[];
}

/**
 * Collects what a scan finds for each of the open folders, and reports it in patches. Folders are named by
 * their place.
 */
export class Listing {
  readonly everyone: readonly number[];
  readonly #results: readonly FolderResult[];
  #found = 0;
  #looked = 0;
  #part = firstPart;
  #pendingCount = 0;
  #flushedAt = performance.now();
  /** Those that another of the same ID goes before. */
  readonly #yielding = new Set<SessionSummary>();
  /** By agent and name, each once. */
  readonly #unknown = new Map<string, UnknownPart>();

  /** @param onPatch receives what is found meanwhile, about newest first; the scan waits for it. */
  constructor(
    private readonly disk: Disk,
    folders: readonly string[],
    private readonly onPatch?: OnPatch,
  ) {
    this.everyone = folders.map((_, index) => index);
    this.#results = folders.map((folder) => ({
      folder,
      sessions: new Map(),
      failures: new Map(),
      others: new Map(),
      pending: [],
    }));
  }

  /** So many sessions are pending that they are worth a patch. */
  get isFull(): boolean {
    return this.#pendingCount >= this.#part;
  }

  /** Reports what is pending, and how far the scan is, unless that was just done. */
  async flushIfDue(): Promise<void> {
    if (performance.now() - this.#flushedAt >= flushMs) {
      await this.flush();
    }
  }

  async flush(): Promise<void> {
    this.#flushedAt = performance.now();
    this.#part = this.#pendingCount > 0 ? laterPart : this.#part;
    await this.onPatch?.(this.#takePending());
  }

  #takePending(): ListingPatch {
    const changed = this.#results
      .map(({ folder, pending }) => ({ folder, sessions: pending.splice(0) }))
      .filter(({ sessions }) => sessions.length > 0);
    this.#pendingCount = 0;
    return { count: { found: this.#found, looked: this.#looked }, changed };
  }

  /**
   * @param owners none for a session that is another folder's.
   * @param layout of where it was found.
   */
  add(
    owners: readonly number[],
    session: CachedSession,
    { yields }: Pick<SourceLayout, 'yields'>,
  ): void {
    const { summary } = session;
    if (yields === true) {
      this.#yielding.add(summary);
    }
    this.#looked += 1;
    const { agent, path, newerForm } = summary;
    if (newerForm !== undefined) {
      this.addUnknown({ agent, place: path, what: t('version {0}', newerForm) });
    }
    if (owners.length === 0) {
      return;
    }
    this.#found += 1;
    const identity = this.#identify(session);
    this.#each(owners, ({ sessions, pending }) => {
      if (!sessions.has(identity)) {
        sessions.set(identity, session);
        pending.push(summary);
        this.#pendingCount += 1;
      }
    });
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

  /** Whose sessions these are is unknown. */
  addUnknown(part: UnknownPart): void {
    const key = `${part.agent}\n${part.what}`;
    if (!this.#unknown.has(key)) {
      this.#unknown.set(key, part);
    }
  }

  /** What could not be read since this was asked last, by anybody's count. */
  takeFailures(): FolderListing['failures'] {
    return this.#results.flatMap(({ failures }) => {
      const taken = [...failures].map(([path, message]) => ({ path, message }));
      failures.clear();
      return taken;
    });
  }

  /** Counts a file of a store's folder that is no session, for these folders. */
  addForeignFile(owners: readonly number[], folder: string, agent: AgentId): void {
    this.#looked += 1;
    this.#each(owners, ({ others }) => {
      const key = `${agent}\n${folder}`;
      others.set(key, { folder, agent, count: (others.get(key)?.count ?? 0) + 1 });
    });
  }

  /** @param lastSeq tells a session's last sequence number. */
  async build(lastSeq: (session: CachedSession) => number): Promise<FolderListing[]> {
    if (this.#pendingCount > 0) {
      await this.flush();
    }
    return this.#results.map(({ folder, sessions, failures, others }) => ({
      folder,
      sessions: sorted(withoutSeconds([...sessions.values()], this.#yielding), lastSeq),
      failures: [...failures].map(([path, message]) => ({ path, message })),
      others: [...others.values()].sort((a, b) => (a.folder < b.folder ? -1 : 1)),
      unknownParts: [...this.#unknown.values()],
    }));
  }

  #each(owners: readonly number[], visit: (result: FolderResult) => void): void {
    for (const index of owners) {
      const result = this.#results[index];
      if (result !== undefined) {
        visit(result);
      }
    }
  }

  #identify({ stat, summary }: CachedSession): FileIdentity {
    if (stat.identity !== undefined) {
      return stat.identity;
    }
    const { fileSystem, style } = this.disk;
    const real = fileSystem.realpath(summary.path);
    return style.key(real.ok ? real.value : summary.path);
  }
}

/**
 * Each session of an agent once: a copy of ours counts only while its agent's own is not there, one that yields only
 * while no other source has it, and a trace only while there is nothing else.
 */
function withoutSeconds(
  sessions: CachedSession[],
  yielding: ReadonlySet<SessionSummary>,
): CachedSession[] {
  const nameOf = ({ summary: { agent, id } }: CachedSession) => `${agent}\n${id}`;
  const rankOf = ({ summary }: CachedSession) =>
    summary.promptsLeft !== undefined
      ? 3
      : summary.isKept === true
        ? 2
        : yielding.has(summary)
          ? 1
          : 0;
  if (sessions.every((session) => rankOf(session) === 0)) {
    return sessions;
  }
  const ranks = new Map<string, number>();
  for (const session of sessions) {
    const name = nameOf(session);
    ranks.set(name, Math.min(rankOf(session), ranks.get(name) ?? Infinity));
  }
  return sessions.filter((session) => rankOf(session) === ranks.get(nameOf(session)));
}

/** Keen's own order: time of the last change, then the higher sequence number; then any fixed one. */
function sorted(
  sessions: CachedSession[],
  lastSeq: (session: CachedSession) => number,
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
function fractionOf({ stat, summary }: CachedSession): number {
  return Math.floor(stat.mtimeMs) === summary.updatedAt ? stat.mtimeMs - summary.updatedAt : 0;
}
