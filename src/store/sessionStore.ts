import { setTimeout } from 'node:timers/promises';
import type { AgentAdapter } from '#agents/contract/adapter.ts';
import type { MachineEnvironment } from '#agents/contract/machineEnvironment.ts';
import { expandEntry } from '#core/conversation/expandEntry.ts';
import { speakerOf, startOfLast } from '#core/conversation/startOfLast.ts';
import type { Row } from '#core/replay/row.ts';
import type { SessionSummary } from '#core/session.ts';
import { UserError } from '#core/userError.ts';
import type {
  AgentSettings,
  Conversation,
  FolderListing,
  Found,
  IndexState,
  LastTurns,
  TranscriptRows,
} from '#protocol/worker.ts';
import type { ForkPart, ForkPoint } from '#protocol/writing.ts';
import type { FileSystem } from './disk/fileSystem.ts';
import { KeptSummaries, type KeptOptions } from './list/keptSummaries.ts';
import { KnownLogs, type KnownLog } from './roots/knownLogs.ts';
import { readLastMessage } from './sources/log/lastMessage.ts';
import type { TurnLimits } from './session/lastTurns.ts';
import { NameSearch } from './sources/log/nameSearch.ts';
import { Pacer } from '#base/pacer.ts';
import { PathStyle } from './disk/pathStyle.ts';
import { LogCounts, type Counts } from './list/logCounts.ts';
import type { ReadAhead } from './readAhead/aheadFiles.ts';
import { readConversation, type ReadConversation } from './session/readConversation.ts';
import { rowAfterPrompts } from './session/rowAfterPrompts.ts';
import { SessionList } from './list/sessionList.ts';
import { SessionReader } from './session/sessionReader.ts';
import { StoreRoots } from './roots/storeRoots.ts';
import { SummaryCache } from './list/summaryCache.ts';

export interface StoreOptions {
  readonly fileSystem: FileSystem;
  readonly adapters: readonly AgentAdapter[];
  readonly environment: MachineEnvironment;
  readonly agents?: AgentSettings | undefined;
  /** Where summaries outlive the store. Without it every store begins by reading all logs. */
  readonly summaries?: Pick<KeptOptions, 'file' | 'writer' | 'replace'> | undefined;
  /** What reads logs ahead of a scan; without it a scan does all itself. */
  readonly readAhead?: ReadAhead | undefined;
  /** Sessions would be listed otherwise now, though nothing changed on disk. */
  readonly onLearned?: () => void;
  readonly onFault: (fault: unknown) => void;
  /** Milliseconds, by which long work gives way to other requests; the process's own by default. */
  readonly now?: () => number;
}

/** What one answer may hold, about: rows with long texts are handed over in smaller parts. */
const maxTranscriptChars = 2_000_000;

/**
 * All that the product does with files, without threads: the worker answers its requests from here,
 * tests and the command line use it as it is. Every method throws `UserError` with a sentence where a
 * file cannot be read.
 */
export class SessionStore {
  /** The session that was last read by range. */
  #paged: { readonly path: string; readonly reader: SessionReader } | undefined;
  readonly #options: StoreOptions;
  readonly #roots: StoreRoots;
  readonly #logs: KnownLogs;
  readonly #kept: KeptSummaries | undefined;
  readonly #summaries: SummaryCache;
  readonly #list: SessionList;
  readonly #names: NameSearch;
  /** Logs of the last list, newest first. */
  #listed: readonly string[] = [];
  readonly #counts = new LogCounts();
  readonly #open = new Map<string, SessionReader>();

  constructor(options: StoreOptions) {
    const { fileSystem, adapters, environment, agents, summaries, onLearned } = options;
    const style = new PathStyle(environment.platform);
    this.#options = options;
    this.#roots = new StoreRoots({ fileSystem, style, adapters, environment, agents });
    this.#kept = summaries && new KeptSummaries({ fileSystem, adapters, ...summaries });
    this.#summaries = new SummaryCache({ fileSystem, adapters, archive: this.#kept, onLearned });
    this.#logs = new KnownLogs(fileSystem, style, this.#roots, this.#summaries);
    this.#list = new SessionList(fileSystem, style, this.#roots, this.#summaries, options);
    this.#names = new NameSearch({
      fileSystem,
      summaries: this.#summaries,
      onLearned: onLearned ?? (() => undefined),
      now: options.now,
    });
  }

  /** Follows the user's settings from the next list on. */
  configure(agents: AgentSettings): void {
    this.#roots.configure(agents);
  }

  /**
   * Sessions of each folder, newest first. Only logs that changed since the last call are read.
   *
   * @param onFound hears what the scan finds while it goes on, newest first; the scan waits for it.
   */
  async list(
    folders: readonly string[],
    signal?: AbortSignal,
    onFound?: (found: Found) => Promise<void>,
  ): Promise<FolderListing[]> {
    const ended = new AbortController();
    const list = this.#list.list(folders, signal).finally(() => {
      ended.abort();
    });
    this.#names.waitFor(list);
    const [listings] = await Promise.all([list, onFound && this.#tell(onFound, ended.signal)]);
    this.#listed = listings.flatMap(({ sessions }) => sessions.map(({ path }) => path));
    return listings;
  }

  async #tell(onFound: (found: Found) => Promise<void>, ended: AbortSignal): Promise<void> {
    const told = new Set<SessionSummary>();
    for (;;) {
      const isOver = await setTimeout(500, false, { signal: ended }).catch(() => true);
      const { soFar } = this.#list;
      if (isOver || soFar === undefined) {
        return;
      }
      const sessions = soFar
        .listings()
        .flatMap((listing, folder) => listing.sessions.map((summary) => ({ folder, summary })))
        .filter(({ summary }) => !told.has(summary));
      sessions.forEach(({ summary }) => told.add(summary));
      await onFound({ count: soFar.count, sessions });
    }
  }

  /**
   * Searches the listed logs for names in their middle, which the list does not read.
   *
   * @returns whether anything was learned that is worth keeping.
   */
  searchNames(): Promise<boolean> {
    return this.#names.search(this.#listed);
  }

  stopNameSearch(): void {
    this.#names.stop();
  }

  /** Keeps what is known of logs for the next store. @throws what the disk says. */
  async saveSummaries(signal?: AbortSignal): Promise<void> {
    await this.#kept?.save(this.#summaries, signal);
  }

  /** Lets a file outside all stores be read, because the user chose it; says whose log it is. */
  choose(path: string): KnownLog {
    return this.#logs.choose(path);
  }

  /** Whose log a path is. @throws UserError for any file that is nobody's. */
  logAt(path: string): KnownLog {
    return this.#logs.at(path);
  }

  /** Whether a path without links lies in a store, or is a file that the user chose as a log. */
  holds(path: string): boolean {
    return this.#roots.holds(path) || this.#logs.hasChosen(path);
  }

  summarise(path: string): SessionSummary {
    const { log, adapter } = this.#logs.at(path);
    const read = this.#summaries.read(log, adapter);
    if (!read.ok) {
      throw new UserError(read.failure.message);
    }
    return read.value.summary;
  }

  /** Last message of the user, as the list shows the first; undefined if the log holds none. */
  async lastMessage(path: string, signal?: AbortSignal): Promise<string | undefined> {
    const { adapter } = this.#logs.at(path);
    const { fileSystem, now } = this.#options;
    const read = await readLastMessage(fileSystem, path, adapter, new Pacer(signal, now));
    if (!read.ok) {
      throw new UserError(read.failure.message);
    }
    return read.value;
  }

  /** Messages and problems of the whole log. Reads it, unless that was done since it last changed. */
  async count(path: string, signal?: AbortSignal): Promise<Counts> {
    this.#logs.at(path);
    return this.#counts.of(this.#options.fileSystem, path, async () => {
      const { kinds, problems } = (await this.whole(path, signal)).state();
      return { messages: (kinds.user ?? 0) + (kinds.assistant ?? 0), problems };
    });
  }

  /**
   * Opens a session, if it is not open yet. Its first rows can be read at once.
   *
   * @param onProgress hears when its index got further in the background, or another log took its place.
   */
  open(path: string, onProgress?: () => void): IndexState {
    const reader = this.#open.get(path) ?? this.#newReader(this.#logs.at(path), onProgress);
    const state = reader.refresh();
    this.#open.set(path, reader);
    return state;
  }

  close(path: string): void {
    this.#open.get(path)?.close();
    this.#open.delete(path);
  }

  /** The reader of an open session. */
  reader(path: string): SessionReader {
    const reader = this.#open.get(path);
    if (reader === undefined) {
      throw new UserError(`${path} is not open.`);
    }
    return reader;
  }

  /** A reader that has indexed the log to its end: the open session's, or one in passing. */
  async whole(path: string, signal?: AbortSignal): Promise<SessionReader> {
    const reader = this.#open.get(path) ?? this.#newReader(this.#logs.at(path));
    await reader.indexAll(signal);
    return reader;
  }

  /** What a model would get now; the session need not be open. */
  async conversation(path: string, signal?: AbortSignal): Promise<Conversation> {
    const { adapter } = this.#logs.at(path);
    const session = this.summarise(path);
    const reader = this.#open.get(path);
    const start = reader?.refresh().complete === true ? reader.conversationStart() : undefined;
    const pacer = new Pacer(signal);
    const read = await readConversation(this.#options.fileSystem, path, adapter, pacer, start);
    return { session, messages: read.messages, compactions: read.compactions };
  }

  /** Rows of the last turns; the session need not be open. */
  async lastTurns(path: string, limits: TurnLimits, signal?: AbortSignal): Promise<LastTurns> {
    const session = this.summarise(path);
    const reader = await this.whole(path, signal);
    return { session, ...reader.lastTurns(limits), compactions: reader.compactions };
  }

  /**
   * Rows by range, whatever branch an open session shows. The index stays for the next range of the
   * same session.
   */
  async transcript(
    path: string,
    range: { readonly start: number; readonly count: number },
    signal?: AbortSignal,
  ): Promise<TranscriptRows> {
    const session = this.summarise(path);
    if (this.#paged?.path !== path) {
      this.#paged?.reader.close();
      this.#paged = { path, reader: this.#newReader(this.#logs.at(path)) };
    }
    const { reader } = this.#paged;
    await reader.indexAll(signal);
    const { start, total, rows } = reader.rows('all', range.start, range.count);
    return { session, start, total, rows: firstRows(rows, maxTranscriptChars) };
  }

  /** Where a fork begins or ends that has a part of a session; the session need not be open. */
  async forkPoint(path: string, part: ForkPart, signal?: AbortSignal): Promise<ForkPoint> {
    if (part.kind === 'first') {
      const reader = await this.whole(path, signal);
      const rowId = await rowAfterPrompts(reader, part.prompts, new Pacer(signal));
      return rowId === undefined ? { path } : { path, rowId };
    }
    const { adapter } = this.#logs.at(path);
    let start: number | undefined;
    if (adapter.writer === undefined) {
      const { entries } = await this.#conversation(path, signal);
      const speakers = entries.map(speakerOf);
      start = startOfLast(speakers.length, (place) => speakers[place] ?? 'nobody', part.messages);
    } else {
      start = (await this.whole(path, signal)).lineOfLast(part.messages);
    }
    return start === undefined ? { path } : { path, start };
  }

  /** What a fork leaves behind, before it or after it, as a model would get it. */
  async leftBehind({ path, rowId, start }: ForkPoint, signal?: AbortSignal): Promise<Conversation> {
    const session = this.summarise(path);
    const { adapter } = this.#logs.at(path);
    if (start !== undefined) {
      if (adapter.writer === undefined) {
        const { entries, compactions } = await this.#conversation(path, signal);
        const messages = entries.slice(0, start).flatMap(expandEntry);
        return { session, messages, compactions };
      }
      const { messages, compactions } = await this.#conversation(path, signal, start - 1);
      return { session, messages, compactions };
    }
    if (rowId === undefined) {
      return { session, messages: [], compactions: 0 };
    }
    const end = (await this.whole(path, signal)).span(rowId)?.endLine;
    const kept = await this.#conversation(path, signal, end);
    const { messages, compactions } = await this.#conversation(path, signal);
    // A compaction after the fork sums up what the fork keeps as well; it cannot be taken apart.
    const from = compactions === kept.compactions ? kept.messages.length : 0;
    return { session, messages: messages.slice(from), compactions };
  }

  #conversation(
    path: string,
    signal: AbortSignal | undefined,
    lastLine?: number,
  ): Promise<ReadConversation> {
    const { fileSystem } = this.#options;
    const { adapter } = this.#logs.at(path);
    return readConversation(fileSystem, path, adapter, new Pacer(signal), undefined, lastLine);
  }

  #newReader({ log, adapter }: KnownLog, onProgress: () => void = () => undefined): SessionReader {
    const { fileSystem, onFault } = this.#options;
    return new SessionReader({
      fileSystem,
      log,
      adapter,
      summaries: this.#summaries,
      onProgress,
      onFault,
    });
  }
}

/** The first rows that have no more than so many characters, at least one. */
function firstRows(rows: readonly Row[], maxChars: number): readonly Row[] {
  let chars = 0;
  const end = rows.findIndex((row, index) => {
    chars += JSON.stringify(row).length;
    return index > 0 && chars > maxChars;
  });
  return end < 0 ? rows : rows.slice(0, end);
}
