import { ConversationIndex } from '#core/conversation/conversationIndex.ts';
import { concernsModel, entriesOf } from '#core/conversation/entriesOf.ts';
import type { ConversationEntry } from '#core/conversation/message.ts';
import type { DecodeRecord } from '#core/decodedLine.ts';
import type { SessionEvent } from '#core/event.ts';
import type { RawLine } from '#core/jsonl/lineSplitter.ts';
import { EntryTree } from '#core/replay/entryTree.ts';
import { LineTable } from '#core/replay/lineTable.ts';
import { decodeLine } from '#core/replay/logIndex.ts';
import { RecordPlaces } from '#core/replay/recordPlaces.ts';

/** Lines that stand close together, and the bytes from the first to the end of the last. */
export interface LineRange {
  readonly lines: readonly number[];
  readonly start: number;
  readonly end: number;
}

/** What a line says to the model; nothing in the places of its other events. */
type Words = readonly (SessionEvent | undefined)[];

/** Bytes; a log that is no longer is not read again, nor the beginning of a longer one. */
const worthReadingOnce = 1024 * 1024;
/** Shorter lines are soon read again. Bytes. */
const longLine = 16 * 1024;
/** Of a longer one the words are kept if they are no more than this part. */
const fewWords = 1 / 8;
/** Characters of words that are kept at most. */
const mostWords = 32 * 1024 * 1024;
/** Bytes between two lines that are read along rather than begun anew after. */
const widestGap = 64 * 1024;

/**
 * The conversation projection over a log as it is read. What a compaction takes away is most of a long
 * log, and what a later one or another branch may bring back is known at the end only; so it
 * remembers where the words stand, and they are read when it is known which count. Keeping all of them
 * took a third of the time that reading 200 MB of pi takes, and as much memory as the log is long. Only
 * of long lines with few words, as Keen writes its turns, the words are kept.
 */
export class ConversationLines {
  readonly #decode: DecodeRecord;
  readonly #shortLog: number;
  readonly #tree = new EntryTree();
  readonly #records = new RecordPlaces();
  readonly #lines = new LineTable();
  readonly #index = new ConversationIndex({
    tree: this.#tree,
    lineOfRecord: (record) => this.#records.lineOf(record),
  });
  /** Oldest first. */
  readonly #words = new Map<number, { readonly words: Words; readonly length: number }>();
  #length = 0;

  /** @param shortLog bytes from the first line on of which all words are kept. */
  constructor(decode: DecodeRecord, shortLog = worthReadingOnce) {
    this.#decode = decode;
    this.#shortLog = shortLog;
  }

  /** Compactions so far, of the branch that the log goes on with. */
  get compactions(): number {
    return this.#index.compactions;
  }

  /** Takes the next line. */
  push(raw: RawLine): void {
    this.#lines.push(raw.source.offset, raw.source.length);
    const line = this.#lines.length;
    const content = decodeLine(raw, this.#decode);
    const { version } = this.#tree;
    this.#tree.push(content.links);
    if (this.#tree.version !== version) {
      this.#index.rebuild();
    }
    for (let record = 0; record < content.records; record += 1) {
      this.#records.push(line);
    }
    let place = 0;
    for (const event of content.events) {
      this.#index.push(event, line, place);
      place += 1;
    }
    if (this.#index.restart === line) {
      this.#words.clear();
      this.#length = 0;
    }
    const { length, offset } = raw.source;
    const isEarly = offset - (this.#lines.get(1)?.offset ?? 0) < this.#shortLog;
    if ((isEarly || length > longLine) && content.events.some(concernsModel)) {
      const words = lengthOf(content.events);
      if (isEarly || words <= length * fewWords) {
        this.#keep(line, content.events, words);
      }
    }
  }

  /** Where the words stand that are not at hand, in the order of the log. @param most bytes at once. */
  *missing(most: number): Generator<LineRange> {
    const missing = new Set(this.#index.lines().filter((line) => !this.#words.has(line)));
    let lines: number[] = [];
    let start = 0;
    let end = 0;
    for (const line of [...missing].sort((a, b) => a - b)) {
      const { offset, length } = this.#lines.get(line) ?? { offset: end, length: 0 };
      if (lines.length > 0 && (offset - end > widestGap || offset + length - start > most)) {
        yield { lines, start, end };
        lines = [];
      }
      start = lines.length === 0 ? offset : start;
      end = offset + length;
      lines.push(line);
    }
    if (lines.length > 0) {
      yield { lines, start, end };
    }
  }

  /** @param bytes of a range of `missing`. */
  take({ lines, start }: LineRange, bytes: Buffer): void {
    for (const line of lines) {
      const source = this.#lines.get(line);
      if (source !== undefined) {
        const at = source.offset - start;
        const raw = { bytes: bytes.subarray(at, at + source.length), source, windowsEnd: false };
        const { events } = decodeLine(raw, this.#decode);
        this.#words.set(line, { words: wordsOf(events), length: 0 });
      }
    }
  }

  /** The conversation, as far as its words are at hand. */
  entries(): ConversationEntry[] {
    return this.#index.entries((line) => this.#words.get(line)?.words ?? []);
  }

  #keep(line: number, events: readonly SessionEvent[], length: number): void {
    this.#words.set(line, { words: wordsOf(events), length });
    this.#length += length;
    for (const [oldest, { length: freed }] of this.#words) {
      if (this.#length <= mostWords) {
        break;
      }
      this.#words.delete(oldest);
      this.#length -= freed;
    }
  }
}

function wordsOf(events: readonly SessionEvent[]): Words {
  return events.map((event) => (concernsModel(event) ? event : undefined));
}

function lengthOf(events: readonly SessionEvent[]): number {
  return events.reduce((sum, event) => sum + charactersIn(entriesOf(event)), 0);
}

/** In all texts of a value out of a log, which is nowhere deeper than `readRecords` lets through. */
function charactersIn(value: unknown): number {
  if (typeof value === 'string') {
    return value.length;
  }
  if (typeof value !== 'object' || value === null) {
    return 0;
  }
  return Object.values(value).reduce((sum: number, member) => sum + charactersIn(member), 0);
}
