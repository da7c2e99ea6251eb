import { ConversationIndex } from '#core/conversation/conversationIndex.ts';
import { concernsModel, entriesOf } from '#core/conversation/entriesOf.ts';
import type { ConversationEntry } from '#core/conversation/message.ts';
import type { DecodeRecord } from '#core/decodedLine.ts';
import type { SessionEvent } from '#core/event.ts';
import type { RawRecord } from '#core/rawRecord.ts';
import { EntryTree } from '#core/replay/entryTree.ts';
import { LineTable } from '#core/replay/lineTable.ts';
import { decodeRaw } from '#core/replay/logIndex.ts';
import { RecordPlaces } from '#core/replay/recordPlaces.ts';
import type { Source } from '#core/source.ts';

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
  /** Bytes of all records so far. */
  #read = 0;

  /** @param shortLog bytes from the first line on of which all words are kept. */
  constructor(decode: DecodeRecord, shortLog = worthReadingOnce) {
    this.#decode = decode;
    this.#shortLog = shortLog;
  }

  /** Compactions so far, of the branch that the log goes on with. */
  get compactions(): number {
    return this.#index.compactions;
  }

  /** Takes the next record. @returns how many problems it has. */
  push(raw: RawRecord): number {
    this.#lines.push(raw.source.offset, raw.source.length);
    const line = this.#lines.length;
    const content = decodeRaw(raw, this.#decode);
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
    const { length } = raw.source;
    const isEarly = this.#read < this.#shortLog;
    this.#read += length;
    if ((isEarly || length > longLine) && content.events.some(concernsModel)) {
      const words = lengthOf(content.events);
      if (isEarly || words <= length * fewWords) {
        this.#keep(line, content.events, words);
      }
    }
    return content.problems.length;
  }

  /** Where the words stand that are not at hand, in the order of the log. */
  missing(): readonly Source[] {
    const lines = new Set(this.#index.lines().filter((line) => !this.#words.has(line)));
    return [...lines].sort((a, b) => a - b).flatMap((line) => this.#lines.get(line) ?? []);
  }

  /** @param raw one of `missing`. */
  take(raw: RawRecord): void {
    const { events } = decodeRaw(raw, this.#decode);
    this.#words.set(raw.source.line, { words: wordsOf(events), length: 0 });
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
