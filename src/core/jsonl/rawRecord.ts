import type {
  DecodedLine,
  DecodeRecord,
  EntryLink,
  Problem,
  Source,
} from '../events/decodedLine.ts';
import type { SessionEvent, Events, UnknownEvent } from '../events/event.ts';
import type { RawLine } from './lineSplitter.ts';
import { readRecords, recordIn, type JsonRecord } from './readRecords.ts';

/** A record as its source provides it; what it means is decided elsewhere. */
export type RawRecord = RawLine | ParsedRecord | UnreadRecord;

/** A record that is already parsed: a database row, a part of a document. */
interface ParsedRecord {
  readonly value: JsonRecord;
  readonly source: Source;
}

/** A record that exists but cannot be read. */
interface UnreadRecord {
  readonly source: Source;
  /** Why, as a sentence for the user. */
  readonly unread: string;
}

/** Everything a line holds, decoded. Depends only on the line, so any line can be reread. */
export interface LineContent {
  readonly events: Events;
  readonly problems: readonly Problem[];
  readonly seqs: readonly number[];
  readonly links: readonly EntryLink[];
  /** Records on the line: one; none if it is damaged; more if a line end is missing. */
  readonly records: number;
  /** Epoch ms; undefined if the format does not date lines. */
  readonly time: number | undefined;
  /** The same, but also undefined if the line does not change the session. */
  readonly changedAt: number | undefined;
  /** The line is another session's. */
  readonly isOther: boolean;
  readonly hasNoHeader: boolean;
  /** The model that the line names, if it does. */
  readonly model: string | undefined;
}

const none: readonly never[] = [];

/** Decodes one record of a source, such as a line of a log, with an adapter's decoder. */
export function decodeRaw(line: RawRecord, decode: DecodeRecord): LineContent {
  if ('value' in line) {
    return contentOf(decode(line.value, line.source));
  }
  if ('unread' in line) {
    const { source, unread } = line;
    return {
      ...nothing,
      problems: [{ code: 'tooLong', severity: 'lost', source, message: unread, excerpt: '' }],
    };
  }
  const quick = line.text === undefined ? undefined : recordIn(line.text);
  if (quick !== undefined) {
    return contentOf(decode(quick, line.source));
  }
  const { records, problems: lineProblems } = readRecords(line.bytes, line.source);
  const [record] = records;
  if (record !== undefined && records.length === 1 && lineProblems.length === 0) {
    return contentOf(decode(record, line.source));
  }
  const decoded: DecodedLine[] = records.map((record) => decode(record, line.source));
  return {
    events: withFewUnknown(decoded.flatMap((part) => part.events)),
    problems: [...lineProblems, ...decoded.flatMap((part) => part.problems)],
    seqs: decoded.flatMap((part) => (part.seq === undefined ? [] : [part.seq])),
    links: decoded.flatMap((part) => (part.link === undefined ? [] : [part.link])),
    records: records.length,
    time: decoded.find((part) => part.time !== undefined)?.time,
    changedAt: decoded.find((part) => part.time !== undefined && part.isAside !== true)?.time,
    isOther: false,
    hasNoHeader: decoded[0]?.hasNoHeader === true,
    model: decoded.find((part) => part.model !== undefined)?.model,
  };
}

const nothing: LineContent = {
  events: [],
  problems: [],
  seqs: [],
  links: [],
  records: 0,
  time: undefined,
  changedAt: undefined,
  isOther: false,
  hasNoHeader: false,
  model: undefined,
};

/** The common case: one record and nothing else. */
function contentOf(line: DecodedLine): LineContent {
  const { events, problems, seq, link, time, isAside, isOther, hasNoHeader, model } = line;
  if (isOther === true) {
    return { ...nothing, records: 1, isOther };
  }
  return {
    events: withFewUnknown(events),
    problems,
    seqs: seq === undefined ? none : [seq],
    links: link === undefined ? none : [link],
    records: 1,
    time,
    changedAt: isAside === true ? undefined : time,
    isOther: false,
    hasNoHeader: hasNoHeader === true,
    model,
  };
}

/** Events of unknown kinds on a line that are shown one by one. More are garbage, such as `[{},{},…]`. */
const mostUnknown = 100;

/** The rest of them as one, since a row for each three bytes takes a hundred times as long as a line of words. */
function withFewUnknown(events: Events): Events {
  if (events.length <= mostUnknown) {
    return events;
  }
  const kept: SessionEvent[] = [];
  const rest: UnknownEvent[] = [];
  let unknown = 0;
  for (const event of events) {
    unknown += event.kind === 'unknown' ? 1 : 0;
    if (event.kind === 'unknown' && unknown > mostUnknown) {
      rest.push(event);
    } else {
      kept.push(event);
    }
  }
  const [first] = rest;
  return first === undefined ? events : [...kept, { ...first, raw: rest.map(({ raw }) => raw) }];
}
