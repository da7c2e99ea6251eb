import type { LogParts, PartHistory } from '#agents/contract/logParts.ts';
import type { JsonRecord } from '#core/jsonl/readRecords.ts';
import { endOfCopy, endOfPart, type PartEnd } from './partEnds.ts';
import { linesIn, recordOn, recordWith, type PartFiles } from './partFiles.ts';

/** Finds the logs that a session consists of. */
export interface PartFinder {
  /** All parts of the session that a log is of, the first first. */
  familyOf(path: string): readonly string[];
  /** The log of a part in the same store, by its ID. */
  partNear(path: string, part: string): string | undefined;
}

/** A stretch of a file, or bytes of our own; `at` is its place in the whole. */
export type Piece = FilePiece | { readonly at: number; readonly bytes: Buffer };

interface FilePiece {
  readonly at: number;
  readonly path: string;
  readonly from: number;
}

function isOfFile(piece: Piece): piece is FilePiece {
  return 'path' in piece;
}

export interface Joined {
  readonly pieces: readonly Piece[];
  /** The files that it is made of, and whether another size of theirs makes another whole. */
  readonly paths: ReadonlyMap<string, boolean>;
}

/** Logs that a history may go through; no real one has a tenth. */
const mostParts = 100;
/** What is left of a part that others do not go on from is looked at so far for anything said. */
const mostLeft = 256 * 1024;

/** A part that is in the whole, or as much of it as others go on from. */
interface Taken {
  readonly at: number;
  /** Bytes of it that are there. */
  readonly length: number;
}

/** The log that a part goes on from, and where that ends there. */
interface PartBase {
  readonly path: string;
  readonly end: PartEnd;
  /** The part that it names is not there. */
  readonly isGuess: boolean;
}

/** Puts the parts of a session together, once. */
export class Joining {
  readonly #pieces: Piece[] = [];
  readonly #paths = new Map<string, boolean>();
  readonly #taken = new Map<string, Taken>();
  #at = 0;
  /** A record of ours that comes behind the first of all: that says whose session it is. */
  #pending = '';

  /** @param family paths of the parts, the first first. */
  constructor(
    private readonly files: PartFiles,
    private readonly parts: LogParts,
    private readonly finder: PartFinder,
    private readonly family: readonly string[],
  ) {}

  /** All parts. */
  join(): Joined {
    for (const [index, path] of this.family.entries()) {
      const isLast = index === this.family.length - 1;
      const history = this.#historyOf(path);
      if (history?.kind === 'copy') {
        this.#addCopy(path, history);
      } else {
        this.#addJoint(path, history, this.family.slice(0, index));
        this.#addFile(path, 0);
      }
      if (!isLast) {
        this.#paths.set(path, true);
        const last = this.#lastOf(path);
        this.#at = (last?.at ?? 0) + this.#sizeOf(path) - (last?.from ?? 0);
      }
    }
    return { pieces: this.#pieces, paths: this.#paths };
  }

  /** What the last part goes on from, as far as that is the session's own, and that part. */
  way(): readonly Piece[] {
    const last = this.family.at(-1);
    if (last !== undefined) {
      const base = this.#baseOf(last, this.#historyOf(last), this.family.slice(0, -1));
      if (base !== undefined && this.family.includes(base.path)) {
        this.#addHistory(base.path, base.end.offset, new Set([last]), true);
      }
      this.#addFile(last, 0);
    }
    return this.#pieces;
  }

  #historyOf(path: string): PartHistory | undefined {
    const head = this.files.head(path);
    return head && this.parts.historyOf(head.record);
  }

  /** What a part says itself, behind what was copied into it. */
  #addCopy(path: string, history: PartHistory & { readonly kind: 'copy' }): void {
    const parent = this.finder.partNear(path, history.part);
    const found = this.files.use(path, (file) => {
      const end = endOfCopy(this.files, file, history, this.parts, parent);
      return end === undefined
        ? undefined
        : { end, sum: recordWith(file, this.parts.sumMark, end, true), size: file.stat.size };
    });
    this.#addFile(path, 0);
    if (found !== undefined) {
      const { end, sum, size } = found;
      const head = this.files.head(path)?.end ?? 0;
      // Its end is not known until the session says something itself.
      this.#paths.set(path, end >= size);
      this.#at += history.isHidden ? head : end;
      this.#addRecord({ others: history.part, sum });
      this.#addFile(path, end);
    }
  }

  /** What says where a part goes on from, and its history if that is another session's. */
  #addJoint(path: string, history: PartHistory | undefined, earlier: readonly string[]): void {
    if (history?.kind !== 'base') {
      if (earlier.length > 0) {
        this.#addRecord({ after: 0 });
      }
      return;
    }
    const base = this.#baseOf(path, history, earlier);
    if (base === undefined || base.isGuess) {
      const next = this.files.use(path, (file) => recordWith(file, this.parts.sumMark, 0, false));
      this.#addRecord({
        ...(base !== undefined
          ? this.#afterOf(base, earlier)
          : earlier.length > 0
            ? { after: 0 }
            : {}),
        others: earlier.length > 0 ? undefined : history.part,
        missing: history.part,
        next,
      });
      return;
    }
    const isOthers = this.#sessionOf(base.path) !== this.#sessionOf(path);
    const sum = this.#sumBefore(base.path, base.end.offset);
    if (history.isHidden) {
      this.#addRecord({ others: isOthers ? history.part : undefined, sum });
      return;
    }
    this.#addHistory(base.path, base.end.offset, new Set([path]));
    this.#addRecord({
      ...this.#afterOf(base, earlier),
      others: isOthers && earlier.length === 0 ? history.part : undefined,
      sum,
    });
  }

  /** What a part's records follow, if that is not the record before. */
  #afterOf(base: PartBase, earlier: readonly string[]): { readonly after?: number } {
    const after = this.#endInWhole(base);
    return after >= this.#at || this.#isSilent(base, earlier.at(-1)) ? {} : { after };
  }

  #endInWhole({ path, end }: PartBase): number {
    const taken = this.#taken.get(path);
    return (taken?.at ?? 0) + Math.min(end.offset, taken?.length ?? 0);
  }

  /** The log that has a part's history, and where that ends there. */
  #baseOf(
    path: string,
    history: PartHistory | undefined,
    earlier: readonly string[],
  ): PartBase | undefined {
    if (history?.kind !== 'base') {
      return undefined;
    }
    const named = this.finder.partNear(path, history.part);
    const end = named === path || named === undefined ? undefined : this.#endIn(named, history);
    const before = earlier.at(-1);
    // The first part has the name of the whole, which may reach into later ones.
    if (
      end?.isShort !== false &&
      before !== undefined &&
      before !== named &&
      history.part === this.#sessionOf(path)
    ) {
      const later = this.#endIn(before, history);
      return later && { path: before, end: later, isGuess: false };
    }
    if (end !== undefined && named !== undefined) {
      return { path: named, end, isGuess: false };
    }
    // Records have numbers over all parts: the one before has those that the missing one went on from.
    const guess = before === undefined ? undefined : this.#endIn(before, history);
    return guess && before !== undefined ? { path: before, end: guess, isGuess: true } : undefined;
  }

  #endIn(path: string, end: PartHistory & { readonly kind: 'base' }): PartEnd | undefined {
    const history = this.#historyOf(path);
    const first = history?.kind === 'base' ? history.end : 0;
    return this.files.use(path, (file) => endOfPart(file, this.parts, end, first));
  }

  /** A log up to an offset, after all that it goes on from itself; nothing twice. */
  #addHistory(path: string, end: number, seen: Set<string>, isOwn = false): void {
    if (this.#taken.has(path) || seen.has(path) || seen.size >= mostParts) {
      return;
    }
    seen.add(path);
    const history = this.#historyOf(path);
    const base = this.#baseOf(path, history, []);
    if (isOwn) {
      if (base !== undefined && this.family.includes(base.path)) {
        this.#addHistory(base.path, base.end.offset, seen, true);
      }
    } else if (base !== undefined) {
      this.#addHistory(base.path, base.end.offset, seen);
      const after = this.#endInWhole(base);
      this.#addRecord(after < this.#at ? { after } : {});
    } else if (history?.kind === 'base') {
      this.#addRecord({ missing: history.part });
    }
    this.#addFile(path, 0, end);
    this.#at += end;
    this.#endLine(path, end);
  }

  #addFile(path: string, from: number, length = Infinity): void {
    this.#pieces.push({ at: this.#at, path, from });
    const head = this.#pending === '' ? undefined : this.files.head(path);
    if (head !== undefined) {
      const { length } = Buffer.from(this.#pending);
      this.#pieces.push({ at: head.end, bytes: Buffer.from(this.#pending) });
      this.#pieces.push({ at: head.end + length, path, from: head.end });
      this.#pending = '';
      this.#at = length;
    }
    if (from === 0) {
      this.#taken.set(path, { at: this.#at, length });
    }
    this.#paths.set(path, this.#paths.get(path) ?? false);
  }

  /** A record of ours on a line of its own. */
  #addRecord(joint: Partial<Parameters<LogParts['jointOf']>[0]>): void {
    const { after, others, missing, sum, next } = joint;
    const record = this.parts.jointOf({ after, others, missing, sum, next });
    const line = `${JSON.stringify(record)}\n`;
    if (this.#pieces.length === 0) {
      this.#pending = line;
      return;
    }
    const last = this.#pieces.findLast(isOfFile);
    if (last !== undefined) {
      this.#endLine(last.path, last.from + this.#at - last.at);
    }
    this.#addBytes(line);
  }

  /** The last line of a log may lack its end. */
  #endLine(path: string, end: number): void {
    const last = this.#pieces.at(-1);
    if (end === 0 || last === undefined || 'bytes' in last) {
      return;
    }
    const byte = Buffer.alloc(1);
    const read = this.files.use(path, (file) => file.read(end - 1, byte));
    if (read?.ok === true && byte[0] !== 0x0a) {
      this.#addBytes('\n');
    }
  }

  #addBytes(text: string): void {
    const bytes = Buffer.from(text);
    this.#pieces.push({ at: this.#at, bytes });
    this.#at += bytes.length;
  }

  /** The last sum that is told before a place in a log, or that it began with. */
  #sumBefore(path: string, offset: number, seen = new Set<string>()): JsonRecord | undefined {
    seen.add(path);
    const found = this.files.use(path, (file) =>
      recordWith(file, this.parts.sumMark, offset, true),
    );
    if (found !== undefined) {
      return found;
    }
    const base = this.#baseOf(path, this.#historyOf(path), []);
    return base === undefined || seen.has(base.path) || seen.size >= mostParts
      ? undefined
      : this.#sumBefore(base.path, base.end.offset, seen);
  }

  /** Whether nothing is said in the part before from an offset on, so that it is no branch. */
  #isSilent({ path, end: { offset } }: PartBase, before: string | undefined): boolean {
    const size = this.#sizeOf(path);
    if (path !== before || size - offset > mostLeft) {
      return false;
    }
    const isSilent = this.files.use(path, (file) => {
      for (const line of linesIn(file, offset)) {
        const record = recordOn(line);
        if (record !== undefined && this.parts.isTelling(record)) {
          return false;
        }
      }
      return true;
    });
    return isSilent ?? false;
  }

  #sizeOf(path: string): number {
    return this.files.use(path, (file) => file.stat.size) ?? 0;
  }

  /** The last piece of a log. */
  #lastOf(path: string): FilePiece | undefined {
    return this.#pieces.filter(isOfFile).findLast((piece) => piece.path === path);
  }

  #sessionOf(path: string): string | undefined {
    return this.parts.partOf(path.split(/[\\/]/).at(-1) ?? '')?.session;
  }
}
