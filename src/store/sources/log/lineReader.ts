import { UserError } from '#core/userError.ts';
import type { DecodeRecord } from '#core/decodedLine.ts';
import { maxLineBytes } from '#core/jsonl/lineSplitter.ts';
import { decodeLine, type LineContent } from '#core/replay/logIndex.ts';
import { readRange, type FileSystem, type OpenFile } from '../../disk/fileSystem.ts';
import type { IndexedLog } from '../../session/indexedLog.ts';

/** Answers what a line holds; undefined for a line that the index does not know. */
export type ContentOf = (line: number) => LineContent | undefined;

/** The log on disk is not the one that was indexed. */
export class LogReplaced extends Error {
  override readonly name = 'LogReplaced';
}

/**
 * Reads single lines of an indexed log again and keeps the last ones decoded, so that the rows of a
 * line of many MB are not parsed one by one.
 */
export class LineReader {
  readonly #fileSystem: FileSystem;
  readonly #path: string;
  readonly #log: IndexedLog;
  readonly #decode: DecodeRecord;
  readonly #maxBytes: number;
  /** Least recently used first. */
  readonly #kept = new Map<number, { readonly content: LineContent; readonly bytes: number }>();
  #keptBytes = 0;

  /** @param maxBytes of lines on disk whose content is kept; the last line is kept at any size. */
  constructor(
    fileSystem: FileSystem,
    path: string,
    log: IndexedLog,
    decode: DecodeRecord,
    maxBytes: number,
  ) {
    this.#fileSystem = fileSystem;
    this.#path = path;
    this.#log = log;
    this.#decode = decode;
    this.#maxBytes = maxBytes;
  }

  /**
   * Lets `work` read lines; the file is opened with the first one that is not at hand and closed
   * again at the end.
   *
   * @throws LogReplaced; UserError if the log cannot be read.
   */
  use<T>(work: (contentOf: ContentOf) => T): T {
    let file: OpenFile | undefined;
    try {
      return work((line) => {
        const source = this.#log.index.lines.get(line);
        if (source === undefined) {
          return undefined;
        }
        const known = this.#kept.get(line);
        if (known !== undefined) {
          this.#kept.delete(line);
          this.#kept.set(line, known);
          return known.content;
        }
        file ??= this.#open();
        // Nothing of a longer line was read the first time either.
        const wanted = source.length > maxLineBytes ? 0 : source.length;
        const read = readRange(file, source.offset, source.offset + wanted);
        if (!read.ok) {
          throw new UserError(read.failure.message);
        }
        if (read.value.length < wanted) {
          throw new LogReplaced();
        }
        const raw = { bytes: read.value, source, windowsEnd: false };
        const content = decodeLine(raw, this.#decode);
        this.#keep(line, content, wanted);
        return content;
      });
    } finally {
      file?.close();
    }
  }

  forget(line: number): void {
    this.#keptBytes -= this.#kept.get(line)?.bytes ?? 0;
    this.#kept.delete(line);
  }

  #open(): OpenFile {
    const opened = this.#fileSystem.open(this.#path);
    if (!opened.ok) {
      throw new UserError(opened.failure.message);
    }
    if (!this.#log.isOf(opened.value.stat)) {
      opened.value.close();
      throw new LogReplaced();
    }
    return opened.value;
  }

  #keep(line: number, content: LineContent, bytes: number): void {
    this.#kept.set(line, { content, bytes });
    this.#keptBytes += bytes;
    for (const oldest of this.#kept.keys()) {
      if (this.#keptBytes <= this.#maxBytes || oldest === line) {
        break;
      }
      this.forget(oldest);
    }
  }
}
