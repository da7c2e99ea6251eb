import type { DecodeRecord } from '#core/decodedLine.ts';
import type { RawRecord } from '#core/rawRecord.ts';
import { decodeRaw, type LineContent } from '#core/replay/logIndex.ts';
import type { Source } from '#core/source.ts';
import { LruMap } from '#base/lruMap.ts';
import type { IndexedSession } from './indexedSession.ts';

/** Answers what a line holds; undefined for a line that the index does not know. */
export type ContentOf = (line: number) => LineContent | undefined;

/**
 * Reads single records of an indexed session again and keeps the last ones decoded, so that the rows
 * of a line of many MB are not parsed one by one.
 */
export class RecordReader {
  readonly #session: IndexedSession;
  readonly #decode: DecodeRecord;
  readonly #cache: LruMap<number, { readonly content: LineContent; readonly bytes: number }>;

  /** @param maxBytes of records as they are stored whose content is kept. */
  constructor(session: IndexedSession, decode: DecodeRecord, maxBytes: number) {
    this.#session = session;
    this.#decode = decode;
    this.#cache = new LruMap(maxBytes, ({ bytes }) => bytes);
  }

  /**
   * Lets `work` read records; what holds them is opened with the first one that is not at hand.
   *
   * @throws SessionReplaced; UserError if the session cannot be read.
   */
  use<T>(work: (contentOf: ContentOf) => T): T {
    const { index, reading } = this.#session;
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
    const content = decodeRaw(recordAt(source), this.#decode);
    this.#cache.set(source.line, { content, bytes: source.length });
    return content;
  }
}
