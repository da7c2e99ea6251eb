import { ConversationIndex } from '#core/conversation/conversationIndex.ts';
import { concernsModel, entriesOf } from '#core/conversation/entriesOf.ts';
import type { ConversationEntry } from '#core/events/message.ts';
import type { DecodeRecord, Source } from '#core/events/decodedLine.ts';
import type { SessionEvent } from '#core/events/event.ts';
import { decodeRaw, type RawRecord } from '#core/jsonl/rawRecord.ts';
import { EntryTree } from '#core/entries/entryTree.ts';
import { LineTable, RecordPlaces } from '#core/index/lineTable.ts';
import { isWordless, QueuedPrompts, type PlacedEvent } from '#core/index/queuedPrompts.ts';

/** A line's events for the model; undefined in place of its other events. */
type Words = readonly (SessionEvent | undefined)[];

/** Bytes; words from this much of a log are cached, so a shorter log is read only once. */
const worthReadingOnce = 1024 * 1024;
/** Shorter lines are quickly read again. Bytes. */
const longLine = 16 * 1024;
/** A longer line's words are cached if they make up no more than this fraction. */
const fewWords = 1 / 8;
/** Maximum characters of cached words. */
const mostWords = 32 * 1024 * 1024;

/**
 * Builds the conversation while a log is read. A compaction removes most of a long log, and only
 * the end tells what a later compaction or another branch restores; so this records where the words
 * are, and reads them once it is known which count. Caching them all took a third of the time to
 * read 200 MB of pi, and as much memory as the log is long. Only long lines with few words, such as
 * Keen's turns, are cached.
 */
export class ConversationLines {
  readonly #tree = new EntryTree();
  readonly #records = new RecordPlaces();
  readonly #lines = new LineTable();
  readonly #queued = new QueuedPrompts();
  /** Of lines that mark a prompt without its words. */
  readonly #queuedWords = new Map<number, Words>();
  readonly #index = new ConversationIndex({
    tree: this.#tree,
    lineOfRecord: (record) => this.#records.lineOf(record),
  });
  /** Oldest first. */
  readonly #words = new Map<number, { readonly words: Words; readonly length: number }>();
  #length = 0;
  /** Bytes of all records so far. */
  #read = 0;

  /**
   * @param shortLog bytes from the first line on whose words are all cached.
   * @param decodeNext decodes the records in order, where other than `decode`.
   */
  constructor(
    private readonly decode: DecodeRecord,
    private readonly shortLog = worthReadingOnce,
    private readonly decodeNext = decode,
  ) {}

  /** Compactions so far on the branch that the log continues. */
  get compactions(): number {
    return this.#index.compactions;
  }

  /**
   * Adds the next record.
   *
   * @param events number of its events that count; those after them did not happen yet.
   * @returns its number of problems; none if the log had it before.
   */
  push(raw: RawRecord, events = Infinity): number {
    this.#lines.push(raw.source.offset, raw.source.length);
    const line = this.#lines.length;
    const content = decodeRaw(raw, this.decodeNext);
    const { version } = this.#tree;
    const isNew = this.#tree.push(content.links);
    if (this.#tree.version !== version) {
      this.#index.rebuild();
    }
    for (let record = 0; record < content.records; record += 1) {
      this.#records.push(line);
    }
    if (!isNew) {
      return 0;
    }
    const said = content.events.slice(0, events);
    const source = { ...raw.source, line };
    for (const [eventIndex, event] of said.entries()) {
      if (this.#queued.concerns(event)) {
        this.#queued.take({ event, source, eventIndex, time: undefined }).forEach((prompt) => {
          this.#tell(prompt);
        });
      } else {
        this.#index.push(event, line, eventIndex);
      }
    }
    const replacesAll = said.some(
      (event) => event.kind === 'compaction' && event.retained === undefined,
    );
    if (replacesAll && this.#tree.isShown(line)) {
      this.#words.clear();
      this.#length = 0;
    }
    const { length } = raw.source;
    const isEarly = this.#read < this.shortLog;
    this.#read += length;
    if ((isEarly || length > longLine) && content.events.some(concernsModel)) {
      const words = lengthOf(content.events);
      if (isEarly || words <= length * fewWords) {
        this.#keep(line, content.events, words);
      }
    }
    return content.problems.length;
  }

  /** Locations of words that are not cached, in log order. */
  missing(): readonly Source[] {
    const isKnown = (line: number) => this.#words.has(line) || this.#queuedWords.has(line);
    const lines = new Set(this.#index.lines().filter((line) => !isKnown(line)));
    return [...lines].sort((a, b) => a - b).flatMap((line) => this.#lines.get(line) ?? []);
  }

  /** @param raw one of `missing`. */
  add(raw: RawRecord): void {
    const { events } = decodeRaw(raw, this.decode);
    this.#words.set(raw.source.line, { words: wordsOf(events), length: 0 });
  }

  /** Prompts at the end that are recorded nowhere else. */
  end(): void {
    for (const prompt of this.#queued.release()) {
      this.#tell(prompt);
    }
  }

  #tell({ event, source: { line }, eventIndex }: PlacedEvent): void {
    if (isWordless(event)) {
      this.#queuedWords.set(line, [event]);
    }
    this.#index.push(event, line, eventIndex);
  }

  /** The conversation, as far as its words are cached. */
  entries(): ConversationEntry[] {
    return this.#index.entries(
      (line) => this.#queuedWords.get(line) ?? this.#words.get(line)?.words ?? [],
    );
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

/**
 * Characters in all strings of a value from a log, which is never deeper than `readRecords`
 * permits.
 */
function charactersIn(value: unknown): number {
  if (typeof value === 'string') {
    return value.length;
  }
  if (typeof value !== 'object' || value === null) {
    return 0;
  }
  return Object.values(value).reduce((sum: number, member) => sum + charactersIn(member), 0);
}
