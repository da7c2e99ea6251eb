import type { DecodeRecord, Source } from '#core/events/decodedLine.ts';
import { decodeRaw, type LineContent, type RawRecord } from '#core/jsonl/rawRecord.ts';
import { type LogIndex } from '#core/index/logIndex.ts';
import { LruMap } from '#base/lruMap.ts';
import type { RecordReading } from '../sources/records/source.ts';

/** Content of a line; undefined if the line is not indexed. */
export type ContentOf = (line: number) => LineContent | undefined;

interface IndexedRecords {
  readonly index: LogIndex;
  readonly reading: RecordReading;
}

/** A call and its result: of two long lines with hundreds of both, neither is read again for each. */
const linesOfRow = 2;

/**
 * Rereads single records of an indexed session and caches the latest ones decoded, so that a line
 * of many MB is not parsed once for each of its rows.
 */
export class RecordReader {
  readonly #cache: LruMap<number, { readonly content: LineContent; readonly bytes: number }>;

  /** @param maxBytes of cached records, in stored bytes. */
  constructor(
    private readonly session: IndexedRecords,
    private readonly decode: DecodeRecord,
    maxBytes: number,
  ) {
    this.#cache = new LruMap(maxBytes, ({ bytes }) => bytes, linesOfRow);
  }

  /**
   * Lets `work` read records; the file is opened for the first one that is not cached.
   *
   * @throws SessionReplaced; UserError if the session cannot be read.
   */
  use<T>(work: (contentOf: ContentOf) => T): T {
    const { index, reading } = this.session;
    return reading.again((recordAt) =>
      work((line) => {
        const source = index.lines.get(line);
        return source && (this.#cache.get(line)?.content ?? this.#read(source, recordAt));
      }),
    );
  }

  forget(line: number): void {
    this.#cache.delete(line);
  }

  #read(source: Source, recordAt: (source: Source) => RawRecord): LineContent {
    const decoded = decodeRaw(recordAt(source), this.decode);
    const words = this.session.index.queuedWords.get(source.line);
    const content = words === undefined ? decoded : { ...decoded, events: [words] };
    this.#cache.set(source.line, { content, bytes: source.length });
    return content;
  }
}
