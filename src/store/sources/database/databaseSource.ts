import { t } from '#base/l10n.ts';
import type { Pacer } from '#base/pacer.ts';
import type { RawRecord } from '#core/jsonl/rawRecord.ts';
import type { Source } from '#core/events/decodedLine.ts';
import { oneLine } from '#core/text/oneLine.ts';
import {
  failed,
  resultOf,
  success,
  valueOf,
  type FileStat,
  type Result,
} from '../../disk/fileSystem.ts';
import {
  SessionReplaced,
  type BackwardReading,
  type ReadingProgress,
  type RecordReading,
  type SessionSource,
  type SoughtText,
} from '../records/source.ts';
import type { DatabaseReader } from './databases.ts';
import type { DatabaseSession } from './openedSessions.ts';
import type { SessionDatabase } from './sessionDatabase.ts';
import { SessionRows, Slice, type Entries } from './sessionRows.ts';

const none: Entries = { all: [], state: undefined };

/** A session in a database. Its records are the session's row and those of its entries, in order. */
export class DatabaseSource implements SessionSource {
  constructor(
    readonly database: SessionDatabase,
    /** See `DatabaseSession`. */
    readonly name: string,
  ) {}

  stat(): Result<FileStat> {
    return resultOf(() => this.database.session(this.name).stat);
  }

  read(from?: Source): RecordReading {
    return new DatabaseReading(this.database, this.name, from);
  }

  readBackward(): BackwardReading {
    return new RowsBackward(this.database, this.name);
  }

  async mightContain(text: SoughtText, pacer: Pacer): Promise<boolean> {
    let entries: Entries | undefined;
    let bytes = 0;
    for (let next = 0; ;) {
      const session = this.database.session(this.name);
      const answer = this.database.use((reader) => {
        const rows = new SessionRows(this.database.contexts, reader, session.tables);
        entries ??= rows.entriesOf(session);
        for (; next <= entries.all.length; next += 1) {
          const record = rows.mightContain(session, next, entries, text);
          bytes += record.bytes;
          // An unreadable session reports why when it is read.
          if (record.isShown || isTooMuch(bytes, reader)) {
            return true;
          }
          if (pacer.isDue) {
            return undefined;
          }
        }
        return false;
      }, session);
      if (answer !== undefined) {
        return answer;
      }
      next += 1;
      await pacer.pause();
    }
  }
}

/**
 * Reads the rows of one session by the keys its entries had at the start. If the agent rewrites rows, the
 * last entry is the one being written.
 */
class DatabaseReading implements RecordReading {
  #session: DatabaseSession | undefined;
  #entries: Entries = none;
  #next: number;
  #bytes = 0;
  /** The last entry, which may still change. */
  #tail: RawRecord | undefined;

  constructor(
    private readonly database: SessionDatabase,
    private readonly name: string,
    from: Source | undefined,
  ) {
    this.#next = (from?.line ?? 1) - 1;
  }

  get stat(): FileStat | undefined {
    return this.#session?.stat;
  }

  next(take: (record: RawRecord) => number, verify: boolean): ReadingProgress {
    const known = this.#session;
    const isLook = known === undefined || verify;
    const now = isLook ? this.database.session(this.name) : known;
    // Records are passed on only when the whole slice is known to come from one state of the database.
    const slice = this.database.use((reader) => {
      const rows = new SessionRows(this.database.contexts, reader, now.tables);
      const entries = isLook ? rows.entriesOf(now) : this.#entries;
      if (!this.#isContinuedBy(now, entries)) {
        return undefined;
      }
      const { areRewritten } = now.tables.entries;
      const last = areRewritten === true ? entries.all.length : undefined;
      const whole = last === undefined ? entries : { ...entries, all: entries.all.slice(0, -1) };
      const records = rows.slice(now, this.#next, whole);
      const isAtEnd = records !== undefined && this.#next + records.length > whole.all.length;
      const tail =
        isAtEnd && last !== undefined && last > 0 ? rows.record(now, last, entries) : undefined;
      const bytes = this.#bytes + bytesOf(records ?? []);
      const all = bytes + (tail?.source.length ?? 0);
      return { entries, records, isAtEnd, tail, bytes, isTooMuch: isTooMuch(all, reader) };
    }, now);
    if (slice?.records === undefined) {
      return 'replaced';
    }
    if (slice.isTooMuch) {
      return valueOf(tooMuch(now, this.database));
    }
    this.#bytes = slice.bytes;
    this.#session = now;
    this.#entries = slice.entries;
    this.#tail = slice.tail;
    slice.records.forEach(take);
    this.#next += slice.records.length;
    return slice.isAtEnd ? 'complete' : 'more';
  }

  #isContinuedBy(session: DatabaseSession, entries: Entries): boolean {
    const print = ({ row, tables }: DatabaseSession) => JSON.stringify(tables.headerOf(row));
    return (
      (this.#session === undefined || print(this.#session) === print(session)) &&
      this.#entries.all
        .slice(0, Math.max(0, this.#next - 1))
        .every(
          ({ key, version }, place) =>
            key === entries.all[place]?.key && version === entries.all[place].version,
        )
    );
  }

  tail(): RawRecord | undefined {
    return this.#tail;
  }

  again<T>(work: (recordAt: (source: Source) => RawRecord) => T): T {
    const session = this.#session;
    return this.database.use((reader) => {
      const rows = session && new SessionRows(this.database.contexts, reader, session.tables);
      return work(({ line, length }) => {
        if (line === this.#tail?.source.line) {
          return this.#tail;
        }
        const record = session && rows?.record(session, line - 1, this.#entries);
        if (record === undefined || (line > 1 && record.source.length !== length)) {
          throw new SessionReplaced();
        }
        return record;
      });
    }, session);
  }
}

class RowsBackward implements BackwardReading {
  #session: DatabaseSession | undefined;
  #entries: Entries = none;
  #left = 0;
  #bytes = 0;

  constructor(
    private readonly database: SessionDatabase,
    private readonly name: string,
  ) {}

  get isDone(): boolean {
    return this.#session !== undefined && this.#left === 0;
  }

  next<T>(visit: (record: RawRecord) => T | undefined): T | undefined {
    const known = this.#session;
    const session = known ?? this.database.session(this.name);
    const visited = this.database.use((reader) => {
      const rows = new SessionRows(this.database.contexts, reader, session.tables);
      if (known === undefined) {
        this.#session = session;
        this.#entries = rows.entriesOf(session);
        this.#left = this.#entries.all.length + 1;
      }
      const slice = new Slice();
      while (this.#left > 0 && !slice.isFull) {
        this.#left -= 1;
        const record = rows.record(session, this.#left, this.#entries);
        if (record !== undefined) {
          slice.add(record);
          const answer = visit(record);
          if (answer !== undefined) {
            return success(answer);
          }
        }
      }
      this.#bytes += slice.bytes;
      return isTooMuch(this.#bytes, reader) ? tooMuch(session, this.database) : success(undefined);
    }, session);
    return valueOf(visited);
  }
}

/** Each row belongs to one session, but two edits may share a file's content. */
const mostTimes = 8;

/** Whether records of a session have so much that a database would be larger. */
function isTooMuch(bytes: number, { state: { main, wal } }: DatabaseReader): boolean {
  return bytes > mostTimes * (main.size + (wal?.size ?? 0));
}

function tooMuch({ id }: DatabaseSession, { path }: SessionDatabase): Result<never> {
  return failed(
    t(
      'The session {0} in {1} cannot be read: its rows add up to many times the size of the file.',
      oneLine(id, 60),
      path,
    ),
  );
}

function bytesOf(records: readonly RawRecord[]): number {
  return records.reduce((sum, { source }) => sum + source.length, 0);
}
