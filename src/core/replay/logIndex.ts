import { plural, t } from '#base/l10n.ts';
import { ConversationIndex, type ConversationMark } from '../conversation/conversationIndex.ts';
import type { DecodedLine, DecodeRecord, EntryLink } from '../decodedLine.ts';
import type { SessionEvent } from '../event.ts';
import type { RawLine } from '../jsonl/lineSplitter.ts';
import { readRecords, recordIn } from '../jsonl/readRecords.ts';
import type { Problem } from '../problem.ts';
import type { Source } from '../source.ts';
import { EntryTree } from './entryTree.ts';
import { LineLabels } from './lineLabels.ts';
import { LineTable } from './lineTable.ts';
import { RecordPlaces } from './recordPlaces.ts';
import { noFacts, withEvent, withTime, type SessionFacts } from './sessionFacts.ts';
import { TranscriptIndex, type TranscriptMark } from './transcriptIndex.ts';
import { VisibleRows } from './visibleRows.ts';

/** Everything that a line holds, decoded. Depends on the line alone, so any line can be read again. */
export interface LineContent {
  readonly events: readonly SessionEvent[];
  readonly problems: readonly Problem[];
  readonly seqs: readonly number[];
  readonly links: readonly EntryLink[];
  /** Records on the line: one, none if it is damaged, more if a line end is missing. */
  readonly records: number;
  /** Epoch ms; undefined where the format dates no lines. */
  readonly time: number | undefined;
  /** Likewise; undefined also if the line is no change of the session. */
  readonly changedAt: number | undefined;
}

export interface IndexMark {
  readonly lines: number;
  readonly transcript: TranscriptMark;
  readonly conversation: ConversationMark;
  readonly problems: number;
  readonly counts: ProblemCounts;
  readonly lastSeq: number;
  readonly unreadable: number;
  readonly starts: number;
  readonly sawEvent: boolean;
  readonly sawWindowsEnd: boolean;
  readonly tree: number;
  /** Tells whether another branch was shown since. */
  readonly branches: number;
  readonly records: number;
  readonly facts: SessionFacts;
}

export interface ProblemCounts {
  readonly lost: number;
  readonly odd: number;
}

/** A log of nothing but garbage must not fill the memory: beyond this, problems are only counted. */
export const maxListedProblems = 10_000;

/** Problems of a line that had a number, could it be read. */
const fillsGap: ReadonlySet<Problem['code']> = new Set(['badJson', 'notAnObject', 'tooLong']);

const none: readonly never[] = [];

/** Decodes one line with an adapter's decoder. */
export function decodeLine(line: RawLine, decode: DecodeRecord): LineContent {
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
    events: decoded.flatMap((part) => part.events),
    problems: [...lineProblems, ...decoded.flatMap((part) => part.problems)],
    seqs: decoded.flatMap((part) => (part.seq === undefined ? [] : [part.seq])),
    links: decoded.flatMap((part) => (part.link === undefined ? [] : [part.link])),
    records: records.length,
    time: decoded.find((part) => part.time !== undefined)?.time,
    changedAt: decoded.find((part) => part.time !== undefined && part.isAside !== true)?.time,
  };
}

/** What nearly every line is: one record and nothing else. */
function contentOf({ events, problems, seq, link, time, isAside }: DecodedLine): LineContent {
  return {
    events,
    problems,
    seqs: seq === undefined ? none : [seq],
    links: link === undefined ? none : [link],
    records: 1,
    time,
    changedAt: isAside === true ? undefined : time,
  };
}

/**
 * The index of one log, built line by line in the order of the file: both projections, the places of
 * all lines and every problem. It holds no content; rows and messages are made from lines that are
 * read again. Any split of the log into pushes gives the same index.
 */
export class LogIndex {
  readonly lines = new LineTable();
  readonly transcript: TranscriptIndex;
  readonly tree = new EntryTree();
  readonly labels = new LineLabels();
  readonly conversation: ConversationIndex;
  readonly visible: VisibleRows;
  readonly #decode: DecodeRecord;
  readonly #problems: Problem[] = [];
  #counts: ProblemCounts = { lost: 0, odd: 0 };
  #lastSeq = 0;
  /** Lines since the last sequence number that show none: they fill a gap of that many. */
  #unreadable = 0;
  #starts = 0;
  #sawEvent = false;
  #sawWindowsEnd = false;
  #facts = noFacts;
  readonly #places = new RecordPlaces();

  constructor(decode: DecodeRecord) {
    this.#decode = decode;
    this.transcript = new TranscriptIndex((problem) => this.#addProblem(problem));
    this.visible = new VisibleRows(this.transcript.rows, this.tree);
    this.conversation = new ConversationIndex({
      tree: this.tree,
      lineOfRecord: (record) => this.#places.lineOf(record),
    });
  }

  get facts(): SessionFacts {
    return this.#facts;
  }

  /**
   * Shows the branch that ends at a line; undefined goes back to the last entry.
   * @returns false if there is no such entry.
   */
  showBranch(leaf: number | undefined): boolean {
    const before = this.tree.version;
    const found = this.tree.choose(leaf);
    this.#followBranch(before);
    return found;
  }

  /** The first `maxListedProblems` problems, in the order of the log. */
  get problems(): readonly Problem[] {
    return this.#problems;
  }

  get problemCounts(): ProblemCounts {
    return this.#counts;
  }

  /** Highest sequence number so far; 0 before the first. */
  get lastSeq(): number {
    return this.#lastSeq;
  }

  /** Takes the next line of the file and returns what it held. */
  push(line: RawLine): LineContent {
    this.lines.push(line.source.offset, line.source.length);
    const content = decodeLine(line, this.#decode);
    const branches = this.tree.version;
    this.tree.push(content.links);
    this.#followBranch(branches);
    for (let record = 0; record < content.records; record += 1) {
      this.#places.push(line.source.line);
    }
    if (line.windowsEnd && !this.#sawWindowsEnd) {
      this.#sawWindowsEnd = true;
      this.#addProblem(
        odd('windowsLineEnds', line.source, t('Lines end in CR LF from here on. Nothing is lost.')),
      );
    }
    for (const problem of content.problems) {
      this.#addProblem(problem);
      if (fillsGap.has(problem.code)) {
        this.#unreadable += 1;
      }
    }
    if (content.seqs.length === 0 && content.events.length > 0) {
      this.#unreadable += 1;
    }
    for (const seq of content.seqs) {
      this.#checkSeq(seq, line.source);
    }
    let eventIndex = 0;
    for (const event of content.events) {
      this.#checkStart(event, line.source);
      this.transcript.push(event, line.source, eventIndex);
      this.conversation.push(event, line.source.line, eventIndex);
      this.#facts = withEvent(this.#facts, event);
      if (event.kind === 'label') {
        this.#setLabel(event.target, event.label);
      }
      eventIndex += 1;
    }
    this.#facts = withTime(this.#facts, content.changedAt);
    return content;
  }

  /** Says that there is no line to take; rewound when one comes, like a provisional line. */
  noteEmpty(): void {
    const source = { line: 1, offset: 0, length: 0 };
    this.#addProblem(odd('emptyLog', source, t('The log is empty.')));
  }

  /** Remembers this state, so that a provisional last line can be taken back. */
  mark(): IndexMark {
    this.labels.mark();
    return {
      lines: this.lines.length,
      transcript: this.transcript.mark(),
      conversation: this.conversation.mark(),
      problems: this.#problems.length,
      counts: this.#counts,
      lastSeq: this.#lastSeq,
      unreadable: this.#unreadable,
      starts: this.#starts,
      sawEvent: this.#sawEvent,
      sawWindowsEnd: this.#sawWindowsEnd,
      tree: this.tree.mark(),
      branches: this.tree.version,
      records: this.#places.length,
      facts: this.#facts,
    };
  }

  rewind(mark: IndexMark): void {
    this.lines.truncate(mark.lines);
    this.transcript.rewind(mark.transcript);
    this.#problems.length = mark.problems;
    this.#counts = mark.counts;
    this.#lastSeq = mark.lastSeq;
    this.#unreadable = mark.unreadable;
    this.#starts = mark.starts;
    this.#sawEvent = mark.sawEvent;
    this.#sawWindowsEnd = mark.sawWindowsEnd;
    this.#facts = mark.facts;
    this.labels.rewind();
    this.#places.truncate(mark.records);
    this.tree.rewind(mark.tree);
    this.visible.afterTruncate();
    this.conversation.rewind(mark.conversation, this.tree.version === mark.branches);
  }

  #setLabel(target: string, label: string | undefined): void {
    const line = this.tree.lineOf(target);
    if (line !== undefined) {
      this.labels.set(line, label);
    }
  }

  #followBranch(versionBefore: number): void {
    if (this.tree.version !== versionBefore) {
      this.conversation.rebuild();
    }
  }

  #addProblem(problem: Problem): void {
    const { lost, odd: oddities } = this.#counts;
    this.#counts =
      problem.severity === 'lost' ? { lost: lost + 1, odd: oddities } : { lost, odd: oddities + 1 };
    if (this.#problems.length < maxListedProblems) {
      this.#problems.push(problem);
      if (problem.severity === 'lost') {
        this.transcript.pushProblem(problem.source, this.#problems.length - 1);
      }
    }
  }

  #checkSeq(seq: number, source: Source): void {
    const last = this.#lastSeq;
    if (seq === last) {
      this.#addProblem(
        odd(
          'seqRepeat',
          source,
          t('Sequence number {0} repeats: two programs wrote to the log.', String(seq)),
        ),
      );
    } else if (seq < last) {
      this.#addProblem(
        odd(
          'seqBack',
          source,
          t('The sequence goes back from {0} to {1}.', String(last), String(seq)),
        ),
      );
    } else if (seq > last + 1 + this.#unreadable) {
      this.#addProblem({
        code: 'seqJump',
        severity: 'lost',
        source,
        message: plural(
          seq - last - 1,
          'The sequence jumps from {1} to {2}: 1 event is missing.',
          'The sequence jumps from {1} to {2}: {0} events are missing.',
          String(last),
          String(seq),
        ),
        excerpt: '',
      });
    }
    this.#lastSeq = Math.max(last, seq);
    this.#unreadable = 0;
  }

  #checkStart(event: SessionEvent, source: Source): void {
    if (event.kind === 'sessionStart') {
      this.#starts += 1;
      if (this.#starts > 1) {
        this.#addProblem(
          odd('repeatedStart', source, t('The session starts again in the middle of the log.')),
        );
      }
    } else if (!this.#sawEvent && this.#starts === 0) {
      this.#addProblem(
        odd('missingStart', source, t('The log does not begin with the start of the session.')),
      );
    }
    this.#sawEvent = true;
  }
}

function odd(code: Problem['code'], source: Source, message: string): Problem {
  return { code, severity: 'odd', source, message, excerpt: '' };
}
