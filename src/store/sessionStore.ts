import { t } from '#base/l10n.ts';
import { Pacer } from '#base/pacer.ts';
import type { TimelineBins } from '#core/lens/timeline.ts';
import type { SessionSummary } from '#core/events/session.ts';
import { UserError } from '#core/userError.ts';
import type { EditState, FindQuery, FoundRows } from '#protocol/page.ts';
import type { FolderListing } from '#protocol/listing.ts';
import type {
  AgentSettings,
  Conversation,
  IndexState,
  LastTurns,
  TranscriptRows,
} from '#protocol/worker.ts';
import type { ForkPart, ForkPoint } from '#protocol/writing.ts';
import { reportBug } from './search/eachSession.ts';
import { success, type Result, valueOf } from './disk/fileSystem.ts';
import { PathStyle } from './disk/pathStyle.ts';
import { OpenSearches } from './search/openSearches.ts';
import { GivenNames } from './list/givenNames.ts';
import { NameSearch } from './list/nameSearch.ts';
import type { OnPatch } from './list/listing.ts';
import type { ListTools } from './list/rootScan.ts';
import { SessionList } from './list/sessionList.ts';
import { SummaryCache } from './list/summaryCache.ts';
import { SummaryFile } from './list/summaryFile.ts';
import { SummaryReader } from './list/summaryReader.ts';
import type { KnownSession, LocatedPlace } from './roots/places.ts';
import { KnownSessions, type Recognize } from './roots/knownSessions.ts';
import { LogFamilies } from './roots/logFamilies.ts';
import { StoreRoots } from './roots/storeRoots.ts';
import { subAgentSummary } from './roots/subAgentSession.ts';
import { compactionAt, endBefore } from './session/compactionPlaces.ts';
import { conversationStart } from './session/conversationStart.ts';
import { editStates } from './session/editStates.ts';
import {
  forkPoint,
  leftBehind,
  type ConversationRange,
  type ForkedSession,
} from './session/forkParts.ts';
import { lastMessageOf } from './session/lastMessage.ts';
import type { TurnLimits } from './session/lastTurns.ts';
import { readConversation, type ReadConversation } from './session/readConversation.ts';
import { NestedSessions, type FoundRow } from './session/nestedSessions.ts';
import { SessionReader, type ReaderOptions } from './session/sessionReader.ts';
import { Timelines } from './session/timelines.ts';
import { TranscriptPages } from './session/transcriptPages.ts';
import { Sources } from './sources/sources.ts';
import type { StoreOptions } from './storeOptions.ts';

/**
 * Everything the extension does with files, without threads: the worker answers requests from here;
 * tests and the command line use it directly. Every method throws a `UserError` if a file cannot be
 * read.
 */
export class SessionStore {
  /** How paths are written on this machine. */
  readonly style: PathStyle;
  readonly #pages: TranscriptPages;
  readonly #roots: StoreRoots;
  readonly #sources: Sources;
  readonly #sessions: KnownSessions;
  readonly #file: SummaryFile | undefined;
  readonly #summaries: SummaryCache;
  /** For what looks through all stores. */
  readonly listTools: ListTools;
  readonly #list: SessionList;
  readonly #names: NameSearch;
  readonly #searches = new OpenSearches();
  readonly #timelines = new Timelines();
  /** Sessions of the last list, newest first. */
  #listed: readonly string[] = [];
  readonly #open = new Map<string, SessionReader>();
  /** The sub-agents of open sessions. */
  readonly nested: NestedSessions;

  constructor(private readonly options: StoreOptions) {
    const { fileSystem, adapters, environment, summaries, now, onFault } = options;
    const style = (this.style = new PathStyle(environment.platform));
    const onLearned = options.onLearned ?? (() => undefined);
    const roots = (this.#roots = new StoreRoots({ ...options, style }));
    const families = new LogFamilies(fileSystem, style, roots);
    const sources = (this.#sources = new Sources(fileSystem, style, options.loadSqlite, families));
    this.#file = summaries && new SummaryFile({ fileSystem, adapters, ...summaries });
    const cache = (this.#summaries = new SummaryCache(
      new SummaryReader(fileSystem, sources, adapters, (path) => roots.isKept(path)),
      () => this.#file?.load() ?? new Map<never, never>(),
      onLearned,
      onFault,
      new GivenNames(roots, sources).of,
    ));
    const recognize: Recognize = (place) => {
      const read = cache.read(place, sources.stat(place));
      return read.ok
        ? success({ adapter: read.value.adapter, line: read.value.recognizedBy })
        : read;
    };
    this.#sessions = new KnownSessions({ fileSystem, style, roots, sources, families, recognize });
    const open = (session: KnownSession) => this.#newReader(session);
    this.nested = new NestedSessions({ fileSystem, style, sessions: this.#sessions, open });
    this.#pages = new TranscriptPages((path) => open(this.#sessions.at(path)));
    this.listTools = { fileSystem, style, roots, sources, families, cache, now, onFault };
    this.#list = new SessionList(this.listTools);
    this.#names = new NameSearch({ fileSystem, summaries: cache, onLearned, onFault, now });
  }

  /** Applies settings from the next list on. */
  configure(agents: AgentSettings): void {
    this.#roots.configure(agents);
  }

  /**
   * Sessions of each folder, newest first. Only logs that changed since the last call are read.
   *
   * @param onPatch receives sessions as the scan finds them, newest first; the scan waits for it.
   */
  async list(
    folders: readonly string[],
    signal?: AbortSignal,
    onPatch?: OnPatch,
  ): Promise<FolderListing[]> {
    const list = this.#list.list(folders, signal, onPatch);
    this.#names.waitFor(list);
    const listings = await list;
    this.#listed = listings.flatMap(({ sessions }) => sessions.map(({ path }) => path));
    return listings;
  }

  /**
   * Sessions of all folders as one listing, newest first. Only logs that changed since they were last
   * listed are read.
   *
   * @param onPatch receives sessions as they are found; the scan waits for it.
   */
  async listAll(signal?: AbortSignal, onPatch?: OnPatch): Promise<FolderListing[]> {
    const list = this.#list.list('all', signal, onPatch);
    // A reader who has seen enough does not end the search for names.
    this.#names.waitFor(list.catch(() => undefined));
    return list;
  }

  /**
   * Searches the listed logs for names in their middle, which the list does not read.
   *
   * @returns whether anything new is worth saving.
   */
  searchNames(): Promise<boolean> {
    return this.#names.search(this.#listed);
  }

  stopNameSearch(): void {
    this.#names.stop();
  }

  /** Saves summaries for the next store. @throws the disk's error. */
  async saveSummaries(signal?: AbortSignal): Promise<void> {
    await this.#file?.save(this.#summaries, signal);
  }

  /** Permits a file outside all stores, because the user chose it. */
  choose(path: string): KnownSession {
    return this.#sessions.choose(path);
  }

  /** The session at a path. @throws UserError if it is not a permitted session. */
  sessionAt(path: string): KnownSession {
    return this.#sessions.at(path);
  }

  /** A session's place in an agent's store, by its path alone; undefined if it is in none. */
  locate(path: string): LocatedPlace | undefined {
    return this.#roots.locate(path);
  }

  /** Where a session’s bytes are. @throws UserError if it is not a permitted session. */
  sourceAt(path: string): KnownSession['source'] {
    return this.#sessions.sourceAt(path);
  }

  /** Whether a real path is in a store, or is a session file the user chose. */
  holds(path: string): boolean {
    return this.#roots.holds(path) || this.#sessions.hasChosen(path);
  }

  summarize(path: string): SessionSummary {
    return valueOf(this.#summaryOf(this.#sessions.at(path)));
  }

  /** Looks through all stores; undefined if no enabled agent has such a session. */
  sessionById(
    wanted: Pick<SessionSummary, 'agent' | 'id'>,
    signal?: AbortSignal,
  ): Promise<SessionSummary | undefined> {
    return this.#list.find(wanted, signal);
  }

  /**
   * The user's last message, in the form in which the list shows the first; undefined if there is
   * none.
   */
  lastMessage(path: string, signal?: AbortSignal): Promise<string | undefined> {
    return lastMessageOf(this.#sessions.at(path), new Pacer(signal, this.options.now));
  }

  /**
   * Opens a session if needed. Its first rows can be read at once.
   *
   * @param onProgress called when its index advances in the background, or another log replaces it.
   */
  open(path: string, onProgress: () => void = () => undefined): IndexState {
    const reader = this.#open.get(path) ?? this.#newReader(this.#sessions.at(path), { onProgress });
    const state = reader.refresh();
    this.#open.set(path, reader);
    return state;
  }

  close(path: string): void {
    this.#open.get(path)?.close();
    this.#open.delete(path);
  }

  reader(path: string): SessionReader {
    const reader = this.#open.get(path);
    if (reader === undefined) {
      throw new UserError(t('{0} is not open.', path));
    }
    return reader;
  }

  /** A row of an open session, or of a sub-agent in it. @throws UserError if it is not there. */
  row(path: string, rowId: string, signal?: AbortSignal): Promise<FoundRow> {
    return this.nested.rowIn(this.reader(path), rowId, signal);
  }

  /** Part of a search's results in an open session; see `OpenSearches`. */
  find(path: string, query: FindQuery, from: number, signal?: AbortSignal): Promise<FoundRows> {
    return this.#searches.find(this.reader(path), query, from, signal);
  }

  /** An open session in at most this many bins. @throws the signal's reason when aborted. */
  timeline(path: string, bins: number, signal?: AbortSignal): Promise<TimelineBins> {
    return this.#timelines.read(this.reader(path).indexed, bins, signal);
  }

  /** Whether edits of an open session are still in their files. @param folders the open ones. */
  editStates(
    path: string,
    rowIds: readonly string[],
    folders: readonly string[],
    signal?: AbortSignal,
  ): Promise<readonly EditState[]> {
    const { fileSystem, now } = this.options;
    const files = { fileSystem, style: this.style, folders };
    return editStates(this.reader(path), rowIds, files, new Pacer(signal, now));
  }

  /** Hears why one session of many was left out, or why a question has no answer. */
  failed(error: unknown, path?: string): void {
    reportBug(error, path, this.options.onFault);
  }

  /** Stops background work and releases what was created for reading. */
  dispose(): void {
    this.#names.stop();
    this.nested.dispose();
    this.#sources.dispose();
  }

  /**
   * A reader that has indexed the whole log: the open session's, or a temporary one.
   *
   * @param isForRows see `LogIndex`; of no effect on an open session.
   */
  async whole(path: string, signal?: AbortSignal, isForRows = false): Promise<SessionReader> {
    const session = this.#open.get(path);
    const reader = session ?? this.#newReader(this.#sessions.at(path), { isForRows });
    await reader.readAll(signal);
    return reader;
  }

  /**
   * What a model would get now; the session need not be open.
   *
   * @param before row of a compaction: what the model would have got had that not happened.
   */
  async conversation(path: string, signal?: AbortSignal, before?: string): Promise<Conversation> {
    const session = this.summarize(path);
    const until =
      before === undefined
        ? undefined
        : endBefore((await this.whole(path, signal)).indexed.index, before);
    const reader = until === undefined ? this.#open.get(path) : undefined;
    const start =
      reader?.refresh().complete === true ? conversationStart(reader.indexed.index) : undefined;
    const { messages, compactions } = await this.#conversation(path, signal, { start, until });
    return { session, messages, compactions };
  }

  /**
   * Rows of the last turns; the session need not be open.
   *
   * @param before row of a compaction: the last turns before it.
   */
  async lastTurns(
    path: string,
    limits: TurnLimits,
    signal?: AbortSignal,
    before?: string,
  ): Promise<LastTurns> {
    const session = this.summarize(path);
    const reader = await this.#wholeWith(path, before, signal);
    return {
      session,
      ...reader.lastTurns(limits, before),
      compactions: reader.indexed.index.conversation.compactions,
    };
  }

  /**
   * A reader that has indexed the whole log and shows the branch that the session continues,
   * whatever an open session shows. Kept for the next call about the same session.
   */
  latest(path: string, signal?: AbortSignal): Promise<SessionReader> {
    return this.#pages.reader(path, signal);
  }

  /** Rows by range, regardless of the branch shown in an open session. */
  async transcript(
    path: string,
    range: { readonly start: number; readonly count: number },
    signal?: AbortSignal,
  ): Promise<TranscriptRows> {
    const session = this.summarize(path);
    return { session, ...(await this.#pages.read(path, range, signal)) };
  }

  /** Where a fork with part of a session starts or ends; the session need not be open. */
  forkPoint(path: string, part: ForkPart, signal?: AbortSignal): Promise<ForkPoint> {
    return forkPoint(this.#forked(path, signal), part);
  }

  /** What a fork omits, before or after it, as a model would get it. */
  async leftBehind(point: ForkPoint, signal?: AbortSignal): Promise<Conversation> {
    const session = this.summarize(point.path);
    return { session, ...(await leftBehind(this.#forked(point.path, signal), point)) };
  }

  #forked(path: string, signal: AbortSignal | undefined): ForkedSession {
    return {
      path,
      signal,
      hasLines: () => this.#sessions.at(path).adapter.writer !== undefined,
      whole: () => this.whole(path, signal),
      conversation: (range) => this.#conversation(path, signal, range),
    };
  }

  /** A reader that shows the branch of a compaction. @param rowId its row. */
  async #wholeWith(
    path: string,
    rowId: string | undefined,
    signal: AbortSignal | undefined,
  ): Promise<SessionReader> {
    const reader = await this.whole(path, signal);
    const line = rowId === undefined ? undefined : compactionAt(reader.indexed.index, rowId).line;
    if (line === undefined || reader.indexed.index.tree.isShown(line)) {
      return reader;
    }
    const other = this.#newReader(this.#sessions.at(path));
    await other.readAll(signal);
    other.showBranch(line);
    return other;
  }

  #conversation(
    path: string,
    signal: AbortSignal | undefined,
    range: ConversationRange = {},
  ): Promise<ReadConversation> {
    return readConversation(this.#sessions.at(path), new Pacer(signal), range.start, range.until);
  }

  #newReader(session: KnownSession, more: Partial<ReaderOptions> = {}): SessionReader {
    return new SessionReader({
      session,
      decodeRows: this.nested.decodeRows(session),
      summarize: () => this.#summaryOf(session),
      onIndexed: (stat, name) => {
        this.#summaries.learn(session.path, { stat, name });
      },
      onProgress: () => undefined,
      onFault: this.options.onFault,
      ...more,
    });
  }

  #summaryOf(session: KnownSession): Result<SessionSummary> {
    if (session.located?.subAgent !== undefined) {
      return subAgentSummary(session);
    }
    const place = { ...session, adapter: session.place };
    const read = this.#summaries.read(place, this.#sources.stat(place));
    return read.ok ? success(read.value.summary) : read;
  }
}
