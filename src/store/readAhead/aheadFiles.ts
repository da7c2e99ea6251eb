import type { EndsBuffer, EndsState } from '../sources/log/endsBuffer.ts';
import {
  success,
  type FileStat,
  type FileSystem,
  type OpenFile,
  type Result,
} from '../disk/fileSystem.ts';
import { keptShapes } from '../list/keptShapes.ts';
import type { LogFile } from '../roots/logFiles.ts';
import { areaFiles, areaUnits, unitFiles, type AheadArea, type Look } from './aheadArea.ts';

export interface ScannedFile extends OpenFile {
  /** Its ends, if they were read already. */
  readonly ends?: EndsBuffer | undefined;
}

/** What a scan asks the disk for each log. */
export interface ScannedFiles {
  stat(path: string): Result<FileStat>;
  open(path: string): Result<ScannedFile>;
}

/** What is to be read ahead. */
export interface ScanPlan {
  /** What the scan reads by itself. */
  readonly disk: FileSystem;
  /** In the order in which the scan wants them. */
  readonly logs: readonly Pick<LogFile, 'path'>[];
  /** What it reads of a log that it does not know. */
  readonly look: Look;
  /** Whether it is likely to know none. */
  readonly isNew: () => boolean;
  /** When the scan began, in ms as `performance.now` tells them. */
  readonly startedAt: number;
}

/** What reads logs ahead of scans. */
export interface ReadAhead {
  /** Undefined if the scan is to do without. */
  over(plan: ScanPlan): AheadFiles | undefined;
}

/** An area and the thread that reads into it. */
export interface AheadLane {
  readonly area: AheadArea;
  order(paths: readonly string[], look: Look | undefined): void;
}

/** Looks at a unit that is being read, before the scan reads it as well; some 50 µs. */
const spins = 2_000;

/**
 * Logs in the order in which a scan wants them, read by other threads before it gets there. What these
 * have not read by then, the scan reads itself.
 */
export class AheadFiles implements ScannedFiles {
  readonly #plan: ScanPlan;
  readonly #lanesNow: () => readonly AheadLane[];
  readonly #onEnd: () => void;
  #lanes: readonly AheadLane[] = [];
  /** Those with a part of the logs, and those whose part the scan has left, each in their order. */
  readonly #busy: AheadLane[] = [];
  #left: AheadLane[] = [];
  /** Number of the first log that nobody has been asked for yet. */
  #ordered = 0;
  #index = -1;
  #lane: AheadLane | undefined;
  /** Whether the scan reads the log itself. */
  #isOwn = true;
  /** What the last log was asked for, so that the next ones are likely to be. */
  #isNew: boolean;

  /**
   * @param lanes asked again and again: there may be more each time, behind those there were. One that
   *   still reads for a scan that was given up is left alone until it has.
   */
  constructor(plan: ScanPlan, lanes: () => readonly AheadLane[], onEnd: () => void) {
    this.#plan = plan;
    this.#lanesNow = lanes;
    this.#onEnd = onEnd;
    this.#isNew = plan.isNew();
  }

  /** Goes to the next log. */
  next(): void {
    this.#index += 1;
    const place = this.#index % areaFiles;
    if (place === 0) {
      this.#lane = this.#nextLane();
    }
    if (place % unitFiles === 0) {
      this.#isOwn = this.#lane === undefined || !this.#isRead(this.#lane, place / unitFiles);
    }
  }

  /** Nothing more is wanted. A thread may have one file open for a moment longer. */
  end(): void {
    for (const { area } of this.#lanes) {
      area.close();
    }
    // Their memory is not to live as long as this.
    this.#lane = undefined;
    this.#lanes = [];
    this.#left = [];
    this.#busy.length = 0;
    this.#onEnd();
  }

  stat(path: string): Result<FileStat> {
    this.#isNew = false;
    const area = this.#areaOf(path);
    const stat = area?.stat(this.#index % areaFiles);
    if (stat === undefined) {
      return this.#plan.disk.stat(path);
    }
    this.#plan.disk.work.stated += 1;
    return success(stat);
  }

  open(path: string): Result<ScannedFile> {
    this.#isNew = true;
    const area = this.#areaOf(path);
    const file = this.#index % areaFiles;
    const ends = area?.ends(file);
    const stat = area?.look === undefined ? undefined : area.stat(file);
    if (area === undefined || ends === undefined || stat === undefined) {
      return this.#plan.disk.open(path);
    }
    const state = area.endsState(file);
    const scanned = new AheadFile(this.#plan.disk, path, stat, ends);
    keptShapes.aheadFile = scanned;
    ends.resume(scanned, state);
    this.#plan.disk.work.opened += 1;
    this.#plan.disk.work.bytesRead += bytesOf(state);
    return success(scanned);
  }

  /**
   * Whether a thread has read the unit that the scan comes to. One that is being read is soon there; but
   * who reads it may have to wait for a core or the disk, and the scan waits for nobody.
   */
  #isRead({ area }: AheadLane, unit: number): boolean {
    if (area.isOwn(unit) || area.claimOwn(unit)) {
      return false;
    }
    let isRead = area.isRead(unit);
    if (!isRead) {
      // Not to meet the thread at each unit in turn.
      this.#claimLater(unit);
      for (let spin = 0; spin < spins && !isRead; spin += 1) {
        isRead = area.isRead(unit);
      }
    }
    return isRead;
  }

  /** What was read of the log that the scan is at; undefined if nothing was. */
  #areaOf(path: string): AheadArea | undefined {
    const isRead = !this.#isOwn && this.#plan.logs[this.#index]?.path === path;
    return isRead ? this.#lane?.area : undefined;
  }

  /**
   * Leaves the lane of the logs up to here and goes to that of the next ones, if there is one. Every
   * free lane is given some.
   */
  #nextLane(): AheadLane | undefined {
    if (this.#lane !== undefined) {
      this.#left.push(this.#lane);
    }
    const lanes = this.#lanesNow();
    this.#left.push(...lanes.slice(this.#lanes.length));
    this.#lanes = lanes;
    // A thread may still read what the scan has read by itself, or what nobody wants any more.
    const free = this.#left.filter(({ area }) => area.close());
    this.#left = this.#left.filter((lane) => !free.includes(lane));
    // What it had no lane for, the scan has read by itself.
    this.#ordered = Math.max(this.#ordered, this.#index);
    for (const lane of free) {
      const logs = this.#plan.logs.slice(this.#ordered, this.#ordered + areaFiles);
      if (logs.length === 0) {
        break;
      }
      const paths = logs.map(({ path }) => path);
      lane.order(paths, this.#isNew ? this.#plan.look : undefined);
      this.#busy.push(lane);
      this.#ordered += areaFiles;
    }
    return this.#busy.shift();
  }

  #claimLater(unit: number): void {
    for (let later = unit + 1; later < areaUnits; later += 1) {
      if (this.#lane?.area.claimOwn(later) === true) {
        return;
      }
    }
  }
}

/** How many were read. What is in one piece is head and tail at once. */
function bytesOf({ headEnd, tailStart, tailEnd }: EndsState): number {
  return tailStart < headEnd ? headEnd : headEnd + tailEnd - tailStart;
}

/** A log of which the ends were read; what else is asked of it, the disk is asked for. */
class AheadFile implements ScannedFile {
  readonly #disk: FileSystem;
  readonly #path: string;
  readonly stat: FileStat;
  readonly ends: EndsBuffer;
  #opened: OpenFile | undefined;

  constructor(disk: FileSystem, path: string, stat: FileStat, ends: EndsBuffer) {
    this.#disk = disk;
    this.#path = path;
    this.stat = stat;
    this.ends = ends;
  }

  read(offset: number, into: Uint8Array, start?: number, end?: number): Result<number> {
    if (this.#opened === undefined) {
      const opened = this.#disk.open(this.#path);
      if (!opened.ok) {
        return opened;
      }
      this.#opened = opened.value;
    }
    // Another file in its place has nothing to do with what was read of this one.
    return this.#opened.stat.identity === this.stat.identity
      ? this.#opened.read(offset, into, start, end)
      : success(0);
  }

  close(): void {
    this.#opened?.close();
    this.#opened = undefined;
    this.#disk.work.closed += 1;
  }
}
