import { hash } from '../disk/hash.ts';
import { append } from '#base/append.ts';
import type { AgentAdapter } from '#agents/contract/adapter.ts';
import type { SessionEvent } from '#core/events/event.ts';
import { readRecords } from '#core/jsonl/readRecords.ts';
import { decodeRaw, type RawRecord } from '#core/jsonl/rawRecord.ts';
import type { TurnState, SessionSummary } from '#core/events/session.ts';
import { isTelling, summarizeSession } from '#core/events/summary.ts';
import {
  smallText,
  failure,
  success,
  type FileStat,
  type FileSystem,
  type OpenFile,
  type Result,
  withOpened,
} from '../disk/fileSystem.ts';
import type { StorePlace } from '../roots/places.ts';
import { isAllUnsaid, readEnds, type LogEnds } from '../sources/log/logEnds.ts';
import { isFresh, turnStateOf } from '../sources/log/turnState.ts';
import type { SessionSource } from '../sources/records/source.ts';
import type { Sources } from '../sources/sources.ts';

/** What the list knows of a session, good for as long as the session does not change. */
export interface CachedSession {
  /** The agent at whose place it lies. */
  readonly place: AgentAdapter;
  readonly stat: FileStat;
  /** Whose session it is: by its content, and where that tells nothing, by its place. */
  readonly adapter: AgentAdapter;
  /** Number of the record that told the adapter. */
  readonly recognizedBy: number | undefined;
  readonly summary: SessionSummary;
  /** Highest sequence number, 0 where there are none; undefined until it is asked for. */
  lastSeq: number | undefined;
  /** Its end gives the session a name or takes it away, which no earlier record can change. */
  readonly namedAtEnd: boolean;
  /** Undefined as long as only its two ends were read, and they give it no name. */
  readonly whole: WholeReading | undefined;
}

/** What the reading of a whole session told that its two ends do not tell. */
export interface WholeReading {
  /** The session as it was read. */
  readonly stat: FileStat;
  /** Undefined if it gives the session none, or takes it away again. */
  readonly name: string | undefined;
}

/** Records at the beginning of a session that are looked at for a message that tells its title. */
const mostRecords = 200;

/** Reads what the list shows of a session, and no more than that takes. */
export class SummaryReader {
  /**
   * @param adapters all there are, in the registry's order.
   * @param isKept whether a session is a copy of our own.
   */
  constructor(
    private readonly fileSystem: FileSystem,
    private readonly sources: Sources,
    private readonly adapters: readonly AgentAdapter[],
    private readonly isKept: (path: string) => boolean = () => false,
  ) {}

  /**
   * @param stat of the session as it was looked at.
   * @returns `notASession` for a file that is plainly none.
   */
  read(place: StorePlace, stat: FileStat): Result<CachedSession> {
    const read = this.#read(place, stat);
    return read.ok && this.isKept(place.path)
      ? success({ ...read.value, summary: { ...read.value.summary, isKept: true } })
      : read;
  }

  #read(place: StorePlace, stat: FileStat): Result<CachedSession> {
    switch (place.layout.kind) {
      case 'log':
        return this.#readLog(place, stat);
      case 'database': {
        const { folder, name } = this.sources.split(place.path);
        const session = this.sources.database(folder, place.layout).session(name);
        if (!session.ok) {
          return session;
        }
        const source = { line: 1, offset: 0, length: 0 };
        const contents = session.value.opening.map((value) =>
          decodeRaw({ value, source }, place.adapter.decode),
        );
        const lastTime = session.value.tables.changedAt(session.value.row);
        const events = contents.flatMap((content) => content.events);
        const { stat: state } = session.value;
        const turn = turnNow(this.sources.at(place), place.adapter, state);
        return success(listed(place, place.adapter, state, { ...endsOf(events, lastTime), turn }));
      }
      case 'document':
      case 'folder':
        return this.#readRecords(place, stat);
    }
  }

  #readLog(place: StorePlace, stat: FileStat): Result<CachedSession> {
    // Several logs have one state, which is not that of the way through them.
    const stateOf = (file: OpenFile) => (place.family === undefined ? file.stat : stat);
    const read = (file: OpenFile): Result<CachedSession> => {
      const packed = this.sources.headOfCompressed(place, file);
      if (packed?.ok === false) {
        return packed;
      }
      const ends = readEnds(
        packed?.value.head ?? file,
        place.adapter,
        this.adapters,
        (cwd) => isFolderOf(place, cwd),
        place,
      );
      if (!ends.ok) {
        return ends;
      }
      if (ends.value === undefined) {
        return failure(place.path, 'notASession');
      }
      const known =
        packed?.value.isAll === false
          ? // The end of what was read is not the end of the log.
            { ...ends.value, tail: [], lastTime: undefined, turn: undefined }
          : this.#withAbout(place, ends.value);
      return success(listed(place, known.adapter, stateOf(file), known));
    };
    return withOpened(this.sources.open(place, stat), read);
  }

  /** With what the file beside the log says, if there is one. */
  #withAbout({ path, layout, adapter }: StorePlace, ends: LogEnds): LogEnds {
    if (layout.kind !== 'log' || layout.about === undefined || ends.adapter !== adapter) {
      return ends;
    }
    const { file, eventsIn } = layout.about;
    const text = smallText(this.fileSystem, this.sources.beside(path, file));
    const events = text === undefined ? [] : eventsIn(text);
    const starts = events.filter(({ kind }) => kind === 'sessionStart');
    const titles = events.filter(({ kind }) => kind === 'sessionTitle');
    return { ...ends, head: [...ends.head, ...starts], tail: [...ends.tail, ...titles] };
  }

  /** The first records up to a message that tells the title, and the last that has a date. */
  #readRecords(place: StorePlace, stat: FileStat): Result<CachedSession> {
    const source = this.sources.at(place);
    const { decode } = place.adapter;
    const events: SessionEvent[] = [];
    let first: RawRecord | undefined;
    let looks = 0;
    const isDone = () =>
      looks >= mostRecords || events.some((one) => one.kind === 'userMessage' && isTelling(one));
    const reading = source.read();
    let isAtEnd = false;
    for (; !isAtEnd && !isDone();) {
      const read = reading.next((record) => {
        first ??= record;
        looks += 1;
        if (!isDone()) {
          append(events, decodeRaw(record, decode).events);
        }
        // Readers that know enough do no more work.
        return isDone() ? Infinity : 1;
      }, false);
      if (!read.ok) {
        return read;
      }
      isAtEnd = read.value !== 'more';
    }
    if (!place.adapter.recognizes(first && valueOf(first))) {
      return failure(place.path, 'notASession');
    }
    const backward = reading.back?.() ?? source.readBackward();
    const last = backward.next((record) => decodeRaw(record, decode).changedAt);
    if (!last.ok) {
      return last;
    }
    // A list does not look at all files of a folder, and sees no change of one of them.
    const isFolder = place.layout.kind === 'folder';
    const turn = isFolder ? undefined : turnNow(source, place.adapter, stat);
    const ends = { ...endsOf(events, last.value, isAtEnd && isAllUnsaid(events)), turn };
    return success(listed(place, place.adapter, stat, ends, isFolder ? 0 : stat.size));
  }
}

/** Whether the folder in which a log lies is that of a working directory, as far as its name tells. */
function isFolderOf({ path, layout }: StorePlace, cwd: string): boolean {
  const name = path.split(/[\\/]/).at(-1 - layout.path.length);
  const own = layout.folderFor?.(cwd, hash) ?? '';
  return own === '' || own === name;
}

function turnNow(
  source: SessionSource,
  adapter: AgentAdapter,
  stat: FileStat,
): TurnState | undefined {
  return isFresh(stat) ? turnStateOf(source, adapter) : undefined;
}

/** The first value of a record; undefined where there is none that can be read. */
function valueOf(record: RawRecord): unknown {
  return 'value' in record
    ? record.value
    : 'bytes' in record
      ? readRecords(record.bytes, record.source).records[0]
      : undefined;
}

function endsOf(
  events: readonly SessionEvent[],
  lastTime: number | undefined,
  isUnsaid = false,
): Omit<LogEnds, 'adapter'> {
  return {
    recognizedBy: 1,
    head: events,
    tail: [],
    tornPreview: undefined,
    isNumbered: false,
    cwd: undefined,
    firstTime: undefined,
    lastTime,
    isUndated: lastTime === undefined,
    isUnsaid,
    isEmpty: !events.some(({ kind }) => kind !== 'sessionStart'),
    turn: undefined,
  };
}

function listed(
  { path, layout, cwd, adapter: place }: StorePlace,
  adapter: AgentAdapter,
  stat: FileStat,
  ends: Omit<LogEnds, 'adapter'>,
  size = stat.size,
): CachedSession {
  const names = path.split(/[\\/]/);
  const summary = summarizeSession({
    agent: adapter.id,
    path,
    ownId: layout.ownId?.(names),
    fallbackId: () => layout.fallbackId(names) || (names.at(-1) ?? ''),
    placeCwd: cwd,
    ...ends,
    isDatedByStart: ends.isUndated && adapter.isDatedByStart === true,
    isTitledByAnswer: adapter.isTitledByAnswer === true,
    size,
    modifiedAt: Math.floor(stat.mtimeMs),
  });
  const { recognizedBy } = ends;
  const lastSeq = ends.isNumbered ? undefined : 0;
  const namedAtEnd = ends.tail.length > 0;
  // When the log has grown past its name, nothing before this needs to be searched for one.
  const whole = namedAtEnd ? { stat, name: summary.name } : undefined;
  return { place, stat, adapter, recognizedBy, summary, lastSeq, namedAtEnd, whole };
}

/** No session that a list of the user's own shows. */
export function isHidden(session: CachedSession): boolean {
  const { isSubAgent, isArchived, isMirror } = session.summary;
  return (isSubAgent ?? isArchived ?? isMirror) === true || isLeftBehind(session);
}

/** No session: its agent leaves files in which nobody says anything. */
export function isLeftBehind({ adapter, summary }: CachedSession): boolean {
  return adapter.leavesUnsaid === true && summary.isUnsaid === true;
}
