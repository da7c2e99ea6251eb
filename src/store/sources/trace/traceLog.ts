import { mostRecords, type TraceLayout } from '#agents/contract/sources.ts';
import type { Pacer } from '#base/pacer.ts';
import { lineFeed } from '#core/jsonl/lineSplitter.ts';
import { readRecords, type JsonRecord } from '#core/jsonl/readRecords.ts';
import {
  failure,
  isSameState,
  readRange,
  resultOf,
  smallText,
  valueOf,
  withFile,
  type FileStat,
  type FileSystem,
  type Result,
} from '../../disk/fileSystem.ts';
import type { PathStyle } from '../../disk/pathStyle.ts';
import { readWholeFile } from '../../disk/sizeLimits.ts';
import { bytesMightContain } from '../records/fileMightContain.ts';
import {
  boundedSnapshot,
  madeRecord,
  SnapshotSource,
  type Snapshot,
} from '../records/snapshotReading.ts';
import type { SoughtText } from '../records/source.ts';

/** The lines of one session: where each begins and ends, in bytes. */
interface Trace {
  readonly lines: { readonly offset: number; readonly end: number }[];
  readonly stat: FileStat;
}

/** A log with traces of all sessions. It is read whole once for each of its states; what it says is not kept. */
export class TraceLog {
  #known: { readonly stat: FileStat; readonly traces: ReadonlyMap<string, Trace> } | undefined;

  constructor(
    private readonly fileSystem: FileSystem,
    private readonly style: PathStyle,
    private readonly path: string,
    private readonly layout: TraceLayout,
  ) {}

  /** The states of all sessions by their IDs. */
  stats(): Result<ReadonlyMap<string, FileStat>> {
    return resultOf(
      () => new Map([...this.#traces()].map(([id, trace]) => [id, trace.stat] as const)),
    );
  }

  stat(id: string): Result<FileStat> {
    return resultOf(() => this.#at(id).stat);
  }

  /** @throws failures, as `valueOf`. */
  recordsOf(id: string): { readonly stat: FileStat; readonly records: readonly JsonRecord[] } {
    const { stat, lines } = this.#at(id);
    const read = withFile(this.fileSystem, this.path, (file) =>
      lines.slice(0, mostRecords + 1).flatMap(({ offset, end }) =>
        // What changed meanwhile is not this session's any more.
        recordsOn(readRange(file, offset, end)).filter(
          (record) => this.layout.sessionOn(record)?.id === id,
        ),
      ),
    );
    const { folder } = this.style.split(this.path);
    const textBeside = (names: readonly string[]) =>
      smallText(this.fileSystem, this.style.join(folder, names.join('/')));
    return { stat, records: this.layout.recordsOf(valueOf(read), textBeside) };
  }

  #at(id: string): Trace {
    return this.#traces().get(id) ?? valueOf(failure(this.path, 'notFound'));
  }

  #traces(): ReadonlyMap<string, Trace> {
    const stat = valueOf(this.fileSystem.stat(this.path));
    if (this.#known === undefined || !isSameState(this.#known.stat, stat)) {
      const bytes = valueOf(
        withFile(this.fileSystem, this.path, (file) => readWholeFile(file, this.path)),
      );
      this.#known = { stat, traces: this.#tracesIn(bytes) };
    }
    return this.#known.traces;
  }

  #tracesIn(bytes: Buffer): ReadonlyMap<string, Trace> {
    const traces = new Map<string, Trace>();
    for (let offset = 0; offset < bytes.length;) {
      const feed = bytes.indexOf(lineFeed, offset);
      const end = feed < 0 ? bytes.length : feed;
      for (const record of recordsOn(bytes.subarray(offset, end))) {
        const { id, time } = this.layout.sessionOn(record) ?? {};
        if (id !== undefined && time !== undefined) {
          const { lines = [], stat } = traces.get(id) ?? {};
          lines.push({ offset, end });
          const size = (stat?.size ?? 0) + end - offset;
          const mtimeMs = Math.max(time, stat?.mtimeMs ?? 0);
          traces.set(id, { lines, stat: { size, mtimeMs, identity: undefined } });
        }
      }
      offset = end + 1;
    }
    return traces;
  }
}

function recordsOn(bytes: Uint8Array): readonly JsonRecord[] {
  return readRecords(bytes, { line: 1, offset: 0, length: bytes.length }).records;
}

/** What is left of one session. */
export class TraceSource extends SnapshotSource {
  constructor(
    private readonly log: TraceLog,
    private readonly id: string,
  ) {
    super();
  }

  stat(): Result<FileStat> {
    return this.log.stat(this.id);
  }

  mightContain(text: SoughtText, pacer: Pacer): Promise<boolean> {
    const { records } = this.log.recordsOf(this.id);
    return bytesMightContain(Buffer.from(JSON.stringify(records)), text, pacer);
  }

  protected snapshot(): Snapshot {
    const { stat, records } = this.log.recordsOf(this.id);
    const at = (place: number) => madeRecord(records[place] ?? {}, place);
    return boundedSnapshot({ stat, length: records.length, at }, this.id);
  }
}
