import type { AgentAdapter } from '#agents/contract/adapter.ts';
import type { GivenName, NameOf } from '#agents/contract/sources.ts';
import type { SessionSummary } from '#core/events/session.ts';
import { nameLine, namedSummary } from '#core/events/summary.ts';
import {
  failure,
  isGrownFrom,
  isSameState,
  success,
  type FileFailure,
  type FileStat,
  type Result,
} from '../disk/fileSystem.ts';
import { failureBy, type OnFault } from '../disk/faults.ts';
import type { StorePlace } from '../roots/storeRoots.ts';
import { endBytes, smallLog } from '../sources/log/logBytes.ts';
import { hintsOf, isCompressed } from '../sources/log/logHints.ts';
import type { ListedSession } from './listedSession.ts';
import type { SummaryReader } from './summaryReader.ts';

/** What the reading of a whole session told that its two ends do not tell. */
export interface WholeReading {
  /** The session as it was read. */
  readonly stat: FileStat;
  /** Undefined if it gives the session none, or takes it away again. */
  readonly name: string | undefined;
}

/** What is cached of a session; `listed` is undefined for a file that is plainly no session. */
export interface CachedSession {
  /** The agent at whose place it lies. */
  readonly place: AgentAdapter;
  readonly stat: FileStat;
  readonly listed: ListedSession | undefined;
  readonly whole: WholeReading | undefined;
}

/** The part of a session that may hold a name that nobody has seen yet. */
export interface NameGap {
  readonly adapter: AgentAdapter;
  /** The log as it was listed. */
  readonly stat: FileStat;
  /** Where the part begins. It ends with the log. */
  readonly from: number;
  /** The name if that part holds none. */
  readonly name: string | undefined;
}

/**
 * Summaries by path, good as long as size, mtime and inode are what they were: an unchanged session
 * costs one stat, a new or changed one the reading of its two ends.
 */
export class SummaryCache {
  #entries: Map<string, CachedSession> | undefined;
  /** Sessions that could not be read, and their states then. */
  readonly #faults = new Map<
    string,
    { readonly ok: false; readonly failure: FileFailure; readonly stat: FileStat }
  >();
  #changes = 0;

  /**
   * @param load gives what an earlier cache knew, when the first session is asked for.
   * @param onLearned a session is listed otherwise from now on, though it did not change.
   * @param onFault hears of each state of a session that cannot be read for a mistake of this program.
   */
  constructor(
    private readonly reader: SummaryReader,
    private readonly load: () => Map<string, CachedSession>,
    private readonly onLearned: () => void,
    private readonly onFault: OnFault,
    private readonly nameOf: (place: StorePlace) => NameOf | undefined = () => undefined,
  ) {}

  /** Grows with everything that is worth saving. */
  get changes(): number {
    return this.#changes;
  }

  get entries(): ReadonlyMap<string, CachedSession> {
    return this.#all();
  }

  /** @param stat of the session now. */
  read(place: StorePlace, stat: Result<FileStat>): Result<ListedSession> {
    const read = this.#readNow(place, stat);
    const given = read.ok ? this.nameOf(place)?.(read.value.summary.id) : undefined;
    return read.ok && given !== undefined ? success(withGiven(read.value, given)) : read;
  }

  #readNow(place: StorePlace, stat: Result<FileStat>): Result<ListedSession> {
    const { path } = place;
    if (!stat.ok) {
      this.#all().delete(path);
      return stat;
    }
    const cached = this.#all().get(path);
    const isTold = cached?.listed?.recognizedBy !== undefined || cached?.place === place.adapter;
    if (cached !== undefined && isTold && isSameState(cached.stat, stat.value)) {
      return cached.listed === undefined
        ? failure(path, 'notASession')
        : success(this.#placed(place, cached, cached.listed));
    }
    const read = this.#read(place, stat.value);
    if (!read.ok) {
      this.#all().delete(path);
      return read;
    }
    this.#changes += 1;
    return this.#add(place, cached?.whole, read.value);
  }

  /** One session that cannot be read for a mistake of this program must not end the list of all. */
  #read(place: StorePlace, stat: FileStat): ReturnType<SummaryReader['read']> {
    const known = this.#faults.get(place.path);
    if (known !== undefined && isSameState(known.stat, stat)) {
      return known;
    }
    this.#faults.delete(place.path);
    try {
      return this.reader.read(place, stat);
    } catch (error) {
      const failure = failureBy(place.path, error, this.onFault);
      const failed = { ok: false, failure, stat } as const;
      this.#faults.set(place.path, failed);
      return failed;
    }
  }

  /** Its agent may have said since then whose the folder is that the session lies in. */
  #placed({ path, cwd }: StorePlace, entry: CachedSession, listed: ListedSession): ListedSession {
    if (cwd === undefined || listed.summary.cwd !== undefined) {
      return listed;
    }
    const now = { ...listed, summary: { ...listed.summary, cwd } };
    this.#all().set(path, { ...entry, listed: now });
    this.#changes += 1;
    return now;
  }

  /** Remembers what only the whole session tells, until its end says otherwise. */
  learn(path: string, whole: WholeReading): void {
    if (this.remember(path, whole)) {
      this.onLearned();
    }
  }

  /** The same without telling anybody. @returns whether the session is listed otherwise from now on. */
  remember(path: string, whole: WholeReading): boolean {
    const entry = this.#all().get(path);
    const { listed, whole: known } = entry ?? {};
    if (entry === undefined || listed === undefined) {
      return false;
    }
    const isOlder = known !== undefined && known.stat.size > whole.stat.size;
    const isNews =
      known === undefined
        ? hasGap(listed) || listed.summary.name !== nameLine(whole.name)
        : known.name !== whole.name || !isGrownFrom(known.stat, whole.stat);
    if ((!isNews && known === undefined) || (isOlder && isGrownFrom(whole.stat, known.stat))) {
      return false;
    }
    this.#changes += isNews ? 1 : 0;
    const summary =
      isNews && !listed.namedAtEnd ? named(listed.summary, listed.stat, whole) : listed.summary;
    this.#all().set(path, { ...entry, whole, listed: { ...listed, summary } });
    return summary.name !== listed.summary.name;
  }

  /** Where a session may hold a name that is not listed; undefined if nowhere. */
  nameGap(path: string): NameGap | undefined {
    const { listed, whole } = this.#all().get(path) ?? {};
    if (listed === undefined || listed.namedAtEnd || !hasGap(listed)) {
      return undefined;
    }
    const { adapter, stat, summary } = listed;
    if (whole === undefined || !isGrownFrom(whole.stat, stat)) {
      return { adapter, stat, from: 0, name: summary.name };
    }
    // The last line may have been unfinished when the log was read.
    const from = Math.max(0, whole.stat.size - endBytes);
    return isSameState(whole.stat, stat) ? undefined : { adapter, stat, from, name: whole.name };
  }

  forget(path: string): void {
    this.#faults.delete(path);
    this.#changes += this.#all().delete(path) ? 1 : 0;
  }

  /** Takes over what another cache learned, but for what is here. */
  join(others: ReadonlyMap<string, CachedSession>): void {
    for (const [path, entry] of others) {
      if (!this.#all().has(path)) {
        this.#all().set(path, entry);
      }
    }
  }

  #add(
    { path, adapter }: StorePlace,
    before: WholeReading | undefined,
    read: ListedSession | FileStat,
  ): Result<ListedSession> {
    if (!('summary' in read)) {
      this.#all().set(path, { place: adapter, stat: read, listed: undefined, whole: undefined });
      return failure(path, 'notASession');
    }
    // When the log has grown past its name, nothing before this needs to be searched for one.
    const whole = read.namedAtEnd ? { stat: read.stat, name: read.summary.name } : before;
    const listed = read.namedAtEnd
      ? read
      : { ...read, summary: named(read.summary, read.stat, whole) };
    this.#all().set(path, { place: adapter, stat: read.stat, listed, whole });
    return success(listed);
  }

  #all(): Map<string, CachedSession> {
    this.#entries ??= this.load();
    return this.#entries;
  }
}

/** The summary with the name that a reading of the whole told, where that still holds. */
function named(
  summary: SessionSummary,
  stat: FileStat,
  whole: WholeReading | undefined,
): SessionSummary {
  return whole === undefined || !isGrownFrom(whole.stat, stat)
    ? summary
    : namedSummary(summary, whole.name);
}

/** Of two names, the later one counts. */
function withGiven(listed: ListedSession, { name, time }: GivenName): ListedSession {
  const { summary } = listed;
  return time !== undefined && summary.namedAt !== undefined && summary.namedAt > time
    ? listed
    : { ...listed, summary: { ...namedSummary(summary, name), isNamedElsewhere: true } };
}

/** Whether a name can stand where the list does not look. */
function hasGap({ adapter, stat, summary }: ListedSession): boolean {
  const { nameMark } = hintsOf(adapter);
  return nameMark !== undefined && stat.size > smallLog && !isCompressed(adapter, summary.path);
}
