import type { AgentAdapter } from '#agents/contract/adapter.ts';
import type { ImageData } from '#core/conversation/message.ts';
import { fullText } from '#core/replay/buildRow.ts';
import type { Row, RowPart } from '#core/replay/row.ts';
import type { SessionSummary } from '#core/session.ts';
import { isTelling } from '#core/summary.ts';
import { stripAnsi } from '#core/text/ansi.ts';
import { noLimits, pageLimits } from '#core/text/longText.ts';
import { UserError } from '#core/userError.ts';
import type { FoundRows, ProblemsPage, RowFilter, RowsPage } from '#protocol/page.ts';
import type { ConversationPage, IndexState, WorkerContract } from '#protocol/worker.ts';
import { isSameState, type FileSystem } from '../disk/fileSystem.ts';
import { conversationStart } from './conversationStart.ts';
import { indexState } from './indexState.ts';
import { IndexedLog } from './indexedLog.ts';
import { lastTurns, type TurnLimits, type TurnsAtEnd } from './lastTurns.ts';
import { lineOfLast } from './lineOfLast.ts';
import { LineReader, LogReplaced } from '../sources/log/lineReader.ts';
import type { LogFile } from '../roots/logFiles.ts';
import { Pacer } from '#base/pacer.ts';
import type { ConversationStart } from './readConversation.ts';
import { RowSearch, type FindQuery } from '../find/rowSearch.ts';
import { placeOfRow, spanOfRow, type RowSpan } from './rowPlace.ts';
import { imagesOfRow, rowOfLog } from './rowsOfLog.ts';
import type { SummaryCache } from '../list/summaryCache.ts';
import { untilAborted } from '#base/untilAborted.ts';

/** Lines kept decoded while a page is scrolled, in bytes on disk. */
const keptBytes = 8 * 1024 * 1024;
/** Likewise for one search, which goes through the log once. */
const passingBytes = 1024 * 1024;

export interface ReaderOptions {
  readonly fileSystem: FileSystem;
  readonly log: LogFile;
  readonly adapter: AgentAdapter;
  readonly summaries: SummaryCache;
  /** The index got further, or another log took its place, without anybody having asked. */
  readonly onProgress: () => void;
  /** Indexing in the background ended early. */
  readonly onFault: (fault: unknown) => void;
}

/**
 * One open session: its index, kept up with the log on disk, and rows and messages made from it on
 * demand. Content is never held beyond a few lines.
 */
export class SessionReader {
  readonly #options: ReaderOptions;
  readonly #closed = new AbortController();
  /** Grows with each log that takes the place of another; branches that are shown count on top. */
  #generation = 1;
  #log: IndexedLog;
  #lines: LineReader;
  #summary: SessionSummary | undefined;
  /** The search that was asked for last, until it has found everything. */
  #search: RowSearch | undefined;
  /** Indexing that goes on after the caller got its answer. */
  #background: Promise<void> | undefined;

  constructor(options: ReaderOptions) {
    this.#options = options;
    this.#log = this.#newLog();
    this.#lines = this.#newLines(keptBytes);
  }

  /**
   * Looks at the log and indexes what is new. A longer stretch is begun here and finished in the
   * background, so that the first rows can be read at once.
   *
   * @throws UserError if the log is gone or cannot be read; what was indexed stays.
   */
  refresh(): IndexState {
    if (this.#background === undefined && this.#hasChanged() && !this.#advance(true)) {
      this.#background = this.#indexRest(this.#closed.signal, this.#options.onProgress)
        .catch((fault: unknown) => {
          if (!this.#closed.signal.aborted) {
            this.#options.onFault(fault);
          }
        })
        .finally(() => {
          this.#background = undefined;
        });
    }
    return this.state();
  }

  /** Indexes all there is. @throws UserError; the signal's reason when it was aborted. */
  async indexAll(signal?: AbortSignal): Promise<IndexState> {
    await untilAborted(this.#background, signal);
    if (this.#hasChanged() && !this.#advance(true)) {
      await this.#indexRest(signal, () => undefined);
    }
    return this.state();
  }

  /** Stops what runs. The reader must not be used afterwards. */
  close(): void {
    this.#closed.abort();
  }

  get compactions(): number {
    return this.#log.index.conversation.compactions;
  }

  state(): IndexState {
    const { adapter, log } = this.#options;
    return indexState(this.#log, log, adapter, this.#summary, this.#generationNow());
  }

  rows(filter: RowFilter, start: number, count: number, limits = pageLimits): RowsPage {
    return this.#reading(() => {
      const numbers = this.#log.filters.rows(filter, start, count);
      const rows = this.#lines.use((contentOf) =>
        numbers.map((row) => rowOfLog(this.#log.index, row, contentOf, limits)),
      );
      if (!rows.every((row) => row !== undefined)) {
        throw new LogReplaced();
      }
      const total = this.#log.filters.total(filter);
      return { generation: this.#generationNow(), start, total, rows };
    });
  }

  messages(start: number, count: number): ConversationPage {
    return this.#reading(() => {
      const { conversation } = this.#log.index;
      const messages = this.#lines.use((contentOf) =>
        conversation.read(start, count, (line) => contentOf(line)?.events ?? []),
      );
      return { generation: this.#generationNow(), start, total: conversation.messages, messages };
    });
  }

  /**
   * Shows the branch that ends at a line; undefined goes back to the last entry's.
   *
   * @throws UserError if no entry stands there.
   */
  showBranch(leaf: number | undefined): IndexState {
    if (!this.#log.index.showBranch(leaf)) {
      throw new UserError('That branch is not in the log any more.');
    }
    return this.state();
  }

  problems(start: number, count: number): ProblemsPage {
    const { problems } = this.#log.index;
    return { start, total: problems.length, problems: problems.slice(start, start + count) };
  }

  /** See `conversationStart`. */
  conversationStart(): ConversationStart | undefined {
    return conversationStart(this.#log.index);
  }

  lastTurns(limits: TurnLimits): TurnsAtEnd {
    return this.#reading(() => lastTurns(this.#log, this.#lines, limits));
  }

  /**
   * A part of what a search finds, from a place within the filter on.
   *
   * @throws UserError if the log cannot be read; the signal's reason when it was aborted.
   */
  async find(query: FindQuery, from: number, signal?: AbortSignal): Promise<FoundRows> {
    if (query.query === '') {
      return { rows: [], counts: [], complete: true };
    }
    const known = from > 0 && this.#search?.isFor(this.#log, query) === true;
    const search = (known ? this.#search : undefined) ?? this.#newSearch(query);
    this.#search = search;
    try {
      const found = await search.part(from, new Pacer(signal));
      if (found.next === undefined && this.#search === search) {
        this.#search = undefined;
      }
      return found;
    } catch (error) {
      if (error instanceof LogReplaced) {
        // Its matches would be places in a log that is gone; the page asks again when it is told.
        this.#replace();
        return { rows: [], counts: [], complete: false };
      }
      throw error;
    }
  }

  #newSearch(query: FindQuery): RowSearch {
    const { fileSystem, log } = this.#options;
    const lines = this.#newLines(passingBytes);
    return new RowSearch({ fileSystem, path: log.path, log: this.#log, lines }, query);
  }

  locate(filter: RowFilter, rowId: string): { index: number } {
    const { row } = placeOfRow(this.#log.index, rowId);
    return { index: row === undefined ? 0 : this.#log.filters.placeOf(filter, row) };
  }

  /** Where a row ends; undefined if it is gone. */
  span(rowId: string): RowSpan | undefined {
    return this.#reading(() => spanOfRow(this.#log.index, rowId));
  }

  /** Line where the last messages begin; undefined if there are no more than that. */
  lineOfLast(messages: number): number | undefined {
    return lineOfLast(this.#log.index.transcript.rows, messages);
  }

  /** A part of a row for an editor, without any cut; undefined if there is no such row or part. */
  text(rowId: string, part: RowPart): string | undefined {
    const row = this.#wholeRow(rowId);
    const text = row === undefined ? undefined : fullText(row, part);
    // An editor shows control sequences as boxes; the replay shows their colours.
    return text !== undefined && part === 'output' ? stripAnsi(text) : text;
  }

  /** The images of a row; none if it is gone. */
  images(rowId: string): readonly ImageData[] {
    return this.#reading(() => {
      const { row, exact } = placeOfRow(this.#log.index, rowId);
      return exact && row !== undefined
        ? this.#lines.use((contentOf) => imagesOfRow(this.#log.index, row, contentOf))
        : [];
    });
  }

  diff(rowId: string): WorkerContract['requests']['session/diff']['result'] {
    const row = this.#wholeRow(rowId);
    return row?.kind === 'diff' ? { path: row.path, lines: row.lines } : undefined;
  }

  #wholeRow(rowId: string): Row | undefined {
    return this.#reading(() => {
      const { row, exact } = placeOfRow(this.#log.index, rowId);
      return exact && row !== undefined
        ? this.#lines.use((contentOf) => rowOfLog(this.#log.index, row, contentOf, noLimits))
        : undefined;
    });
  }

  #hasChanged(): boolean {
    const { fileSystem, log } = this.#options;
    const now = fileSystem.stat(log.path);
    if (!now.ok) {
      throw new UserError(
        now.failure.code === 'notFound'
          ? `${log.path} is gone: the session was deleted or moved.`
          : now.failure.message,
      );
    }
    const before = this.#log.stat;
    return before === undefined || !this.#log.complete || !isSameState(before, now.value);
  }

  /** Indexes one slice; true when nothing is left. */
  #advance(verify: boolean): boolean {
    const retract = (line: number) => {
      this.#lines.forget(line);
    };
    const { path } = this.#options.log;
    let progress = this.#log.advance(verify, retract);
    if (progress.ok && progress.value === 'replaced') {
      this.#startOver();
      progress = this.#log.advance(false, retract);
    }
    if (!progress.ok) {
      throw new UserError(progress.failure.message);
    }
    if (progress.value === 'replaced') {
      throw new UserError(`${path} changes too fast to be read. Try again in a moment.`);
    }
    this.#summarise();
    const isComplete = progress.value === 'complete';
    if (isComplete) {
      this.#learn();
    }
    return isComplete;
  }

  /** The list reads only a log's ends; what else it shows, it is told here. */
  #learn(): void {
    const { stat, index } = this.#log;
    if (stat !== undefined) {
      const { summaries, log } = this.#options;
      summaries.learn(log.path, { stat, name: index.facts.name });
    }
  }

  async #indexRest(signal: AbortSignal | undefined, onProgress: () => void): Promise<void> {
    const pacer = new Pacer(signal);
    for (let isComplete = false; !isComplete;) {
      await pacer.pause();
      isComplete = this.#advance(false);
      onProgress();
    }
  }

  /** The log's beginning does not change while it grows, so this is done until it tells a title. */
  #summarise(): void {
    const title = this.#summary?.firstUserMessage;
    if (title === undefined || !isTelling({ kind: 'userMessage', text: title })) {
      const { summaries, log, adapter } = this.#options;
      const read = summaries.read(log, adapter);
      this.#summary = read.ok ? read.value.summary : undefined;
    }
  }

  /** Reads; and if another log has taken the place of the indexed one, indexes that and reads again. */
  #reading<T>(read: () => T): T {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof LogReplaced)) {
        throw error;
      }
    }
    this.#replace();
    try {
      return read();
    } catch (error) {
      throw error instanceof LogReplaced
        ? new UserError(`${this.#options.log.path} changes too fast to be read. Try again.`)
        : error;
    }
  }

  #replace(): void {
    this.#startOver();
    this.refresh();
    this.#options.onProgress();
  }

  #startOver(): void {
    this.#generation = this.#generationNow() + 1;
    this.#log = this.#newLog();
    this.#lines = this.#newLines(keptBytes);
    this.#search = undefined;
    this.#summary = undefined;
  }

  #generationNow(): number {
    return this.#generation + this.#log.index.tree.version;
  }

  #newLog(): IndexedLog {
    const { fileSystem, log, adapter } = this.#options;
    return new IndexedLog(fileSystem, log.path, adapter.decode);
  }

  #newLines(maxBytes: number): LineReader {
    const { fileSystem, log, adapter } = this.#options;
    return new LineReader(fileSystem, log.path, this.#log, adapter.decode, maxBytes);
  }
}
