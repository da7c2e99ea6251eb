import { createHash } from 'node:crypto';
import { mostRecords } from '#agents/contract/sources.ts';
import { t } from '#base/l10n.ts';
import type { Pacer } from '#base/pacer.ts';
import type { JsonRecord } from '#core/jsonl/readRecords.ts';
import { shallowRecord } from '#core/jsonl/shallowJson.ts';
import type { RawRecord } from '#core/jsonl/rawRecord.ts';
import type { Source } from '#core/events/decodedLine.ts';
import type { FileStat, Result } from '../../disk/fileSystem.ts';
import {
  SessionReplaced,
  type BackwardReading,
  type ReadingProgress,
  type RecordReading,
  type SessionSource,
  type SoughtText,
} from './source.ts';

/** Limits of a slice: work, where an ordinary record is 1, and bytes of records. */
const sliceRecords = 500;
const sliceBytes = 1024 * 1024;

/** All records of one state of a session, each read on demand. */
export interface Snapshot {
  readonly stat: FileStat;
  readonly length: number;
  /**
   * @param place from 0.
   * @returns `print` is another for another content.
   * @throws a failure, as `valueOf`.
   */
  at(place: number): { readonly record: RawRecord; readonly print: string };
}

/** A record that is made of what was read, with its print. @param place from 0. */
export function madeRecord(made: JsonRecord, place: number): ReturnType<Snapshot['at']> {
  const value = shallowRecord(made);
  const text = JSON.stringify(value);
  const source = { line: place + 1, offset: place, length: Buffer.byteLength(text) };
  const print = createHash('sha1').update(text).digest('base64');
  return { record: { value, source }, print };
}

/** A record that is there and cannot be read. @param unread why, as a sentence. */
export function unreadRecord(unread: string, place: number): ReturnType<Snapshot['at']> {
  const source = { line: place + 1, offset: place, length: 0 };
  return { record: { source, unread }, print: unread };
}

/** A snapshot whose last record says so where there are more than are held. */
export function boundedSnapshot(snapshot: Snapshot, path: string): Snapshot {
  if (snapshot.length <= mostRecords) {
    return snapshot;
  }
  const why = t('{0} has more than {1} records. The others were not read.', path, mostRecords);
  return {
    stat: snapshot.stat,
    length: mostRecords + 1,
    at: (place) => (place < mostRecords ? snapshot.at(place) : unreadRecord(why, place)),
  };
}

/** Goes through a session that is taken as a whole: a document, or a folder of them. */
export class SnapshotReading implements RecordReading {
  #snapshot: Snapshot | undefined;
  readonly #prints: string[] = [];
  #next: number;

  /** @param take looks at the session as it is now; throws failures, as `valueOf`. */
  constructor(
    private readonly take: () => Snapshot,
    from: Source | undefined,
  ) {
    this.#next = (from?.line ?? 1) - 1;
  }

  get stat(): FileStat | undefined {
    return this.#snapshot?.stat;
  }

  next(take: (record: RawRecord) => number, verify: boolean): ReadingProgress {
    const known = verify ? undefined : this.#snapshot;
    const snapshot = known ?? this.take();
    if (known === undefined && !this.#isContinuedBy(snapshot)) {
      return 'replaced';
    }
    this.#snapshot = snapshot;
    let bytes = 0;
    for (let work = 0; this.#next < snapshot.length;) {
      if (work >= sliceRecords || bytes >= sliceBytes) {
        return 'more';
      }
      const { record, print } = snapshot.at(this.#next);
      work += take(record);
      bytes += record.source.length;
      this.#prints[this.#next] = print;
      this.#next += 1;
    }
    return 'complete';
  }

  tail(): undefined {
    return undefined;
  }

  back(): SnapshotBackward {
    const snapshot = this.#snapshot;
    return new SnapshotBackward(snapshot === undefined ? this.take : () => snapshot);
  }

  again<T>(work: (recordAt: (source: Source) => RawRecord) => T): T {
    return work(({ line }) => {
      const read = this.#snapshot?.at(line - 1);
      if (read === undefined || read.print !== this.#prints[line - 1]) {
        throw new SessionReplaced();
      }
      return read.record;
    });
  }

  /** What was given last changes most often, and any other record may change as well. */
  #isContinuedBy(snapshot: Snapshot): boolean {
    if (snapshot.length < this.#next) {
      return false;
    }
    for (let place = this.#next - 1; place >= 0; place -= 1) {
      const print = this.#prints[place];
      if (print !== undefined && snapshot.at(place).print !== print) {
        return false;
      }
    }
    return true;
  }
}

/** The same from the last record to the first. */
export class SnapshotBackward implements BackwardReading {
  #snapshot: Snapshot | undefined;
  #left = 0;

  constructor(private readonly take: () => Snapshot) {}

  get isDone(): boolean {
    return this.#snapshot !== undefined && this.#left === 0;
  }

  next<T>(visit: (record: RawRecord) => T | undefined): T | undefined {
    if (this.#snapshot === undefined) {
      this.#snapshot = this.take();
      this.#left = this.#snapshot.length;
    }
    let bytes = 0;
    for (let given = 0; this.#left > 0 && given < sliceRecords && bytes < sliceBytes; given += 1) {
      this.#left -= 1;
      const { record } = this.#snapshot.at(this.#left);
      bytes += record.source.length;
      const found = visit(record);
      if (found !== undefined) {
        return found;
      }
    }
    return undefined;
  }
}

/** A session of which all records are taken at once. */
export abstract class SnapshotSource implements SessionSource {
  abstract stat(): Result<FileStat>;
  abstract mightContain(text: SoughtText, pacer: Pacer): Promise<boolean>;

  read(from?: Source): SnapshotReading {
    return new SnapshotReading(() => this.snapshot(), from);
  }

  readBackward(): SnapshotBackward {
    return new SnapshotBackward(() => this.snapshot());
  }

  /** @throws UserError if it cannot be read. */
  protected abstract snapshot(): Snapshot;
}
