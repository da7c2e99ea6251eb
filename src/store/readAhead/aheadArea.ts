import { EndsBuffer, type EndsState } from '../sources/log/endsBuffer.ts';
import type { FileIdentity, FileStat } from '../disk/fileSystem.ts';

/** Files of one area, and how many of them are claimed in one go. */
export const areaFiles = 32;
export const unitFiles = 4;
export const areaUnits = areaFiles / unitFiles;

/** So many bytes of each end of a file are read. */
export interface Look {
  readonly head: number;
  readonly tail: number;
}

/** Of a unit: nobody's yet, with the thread that reads ahead, read by it, or left to the scan. */
const states = { free: 0, reading: 1, read: 2, own: 3 } as const;

/** Numbers of a file: its stat, and how its ends lie in memory. */
const numbers = {
  size: 0,
  mtimeMs: 1,
  identity: 2,
  identityLength: 3,
  headEnd: 4,
  tailStart: 5,
  tailEnd: 6,
  tailShift: 7,
} as const;
const numberCount = 8;
/** Instead of a size: the file could not be read, so the scan asks the disk and hears why. */
const unread = -1;

/** An identity that is no number: two of 20 digits. */
const identityBytes = 48;
const pathBytes = 1024;

/** Where in memory things begin. Lengths of paths are in bytes, the look stands behind the states. */
const lookAt = areaUnits;
const lengthsAt = lookAt + 2;
const numbersAt = 8 * Math.ceil(((lengthsAt + areaFiles) * 4) / 8);
const identitiesAt = numbersAt + areaFiles * numberCount * 8;
const pathsAt = identitiesAt + areaFiles * identityBytes;
const endsAt = pathsAt + areaFiles * pathBytes;
const areaBytes = endsAt + areaFiles * EndsBuffer.room;

/**
 * Memory of two threads: a scan says in it which files it wants, and one that reads ahead leaves there
 * what it read of them. A unit of files belongs to whoever claims it first. Only who has claimed a
 * unit writes of its files, and only when it is read does the scan look at them.
 */
export class AheadArea {
  readonly memory: SharedArrayBuffer;
  readonly #words: Int32Array;
  readonly #numbers: Float64Array;
  readonly #bytes: Buffer;
  readonly #ends: readonly EndsBuffer[];

  /** @param memory of the other thread's area; new memory without it, in which nothing is wanted. */
  constructor(memory = new SharedArrayBuffer(areaBytes)) {
    this.memory = memory;
    this.#words = new Int32Array(memory, 0, lengthsAt + areaFiles);
    this.#numbers = new Float64Array(memory, numbersAt, areaFiles * numberCount);
    this.#bytes = Buffer.from(memory);
    this.#ends = Array.from({ length: areaFiles }, (_, file) => {
      const start = endsAt + file * EndsBuffer.room;
      return new EndsBuffer(Buffer.from(memory, start, EndsBuffer.room));
    });
  }

  /**
   * The scan wants these files, in this order. None of those before may be with the other thread.
   *
   * @param look undefined if a stat of each is all.
   */
  order(paths: readonly string[], look: Look | undefined): void {
    this.#words[lookAt] = look?.head ?? 0;
    this.#words[lookAt + 1] = look?.tail ?? 0;
    for (let file = 0; file < areaFiles; file += 1) {
      const path = paths[file] ?? '';
      // A character has at most three bytes; a path that has no room is left to the scan.
      const fits = path.length * 3 <= pathBytes;
      const start = pathsAt + file * pathBytes;
      this.#words[lengthsAt + file] = fits ? this.#bytes.write(path, start, 'utf8') : 0;
    }
    for (let unit = 0; unit < areaUnits; unit += 1) {
      Atomics.store(this.#words, unit, states.free);
    }
  }

  /** Claims a unit for the scan. */
  claimOwn(unit: number): boolean {
    return Atomics.compareExchange(this.#words, unit, states.free, states.own) === states.free;
  }

  isOwn(unit: number): boolean {
    return Atomics.load(this.#words, unit) === states.own;
  }

  isRead(unit: number): boolean {
    return Atomics.load(this.#words, unit) === states.read;
  }

  /** Takes back what is wanted. @returns false while a unit is with the other thread. */
  close(): boolean {
    let isClosed = true;
    for (let unit = 0; unit < areaUnits; unit += 1) {
      this.claimOwn(unit);
      isClosed &&= Atomics.load(this.#words, unit) !== states.reading;
    }
    return isClosed;
  }

  /** Claims a unit for the thread that reads ahead. */
  claim(unit: number): boolean {
    return Atomics.compareExchange(this.#words, unit, states.free, states.reading) === states.free;
  }

  /** Hands a unit over. */
  finish(unit: number): void {
    Atomics.store(this.#words, unit, states.read);
  }

  /** Empty for a file that is not wanted. */
  path(file: number): string {
    const start = pathsAt + file * pathBytes;
    return this.#bytes.toString('utf8', start, start + (this.#words[lengthsAt + file] ?? 0));
  }

  /** Undefined if a stat of each file is all. */
  get look(): Look | undefined {
    const head = this.#words[lookAt] ?? 0;
    return head === 0 ? undefined : { head, tail: this.#words[lookAt + 1] ?? 0 };
  }

  /** Where a file's ends are, once they are read; before that, where they are read into. */
  ends(file: number): EndsBuffer | undefined {
    return this.#ends[file];
  }

  /** @param stat undefined for a file that could not be read. @param ends undefined if a stat is all. */
  put(file: number, stat: FileStat | undefined, ends?: EndsState): void {
    const all = this.#numbers;
    const at = file * numberCount;
    const { identity } = stat ?? {};
    const name = typeof identity === 'string' ? identity : '';
    const fits = name.length <= identityBytes;
    all[at + numbers.size] = stat === undefined || !fits ? unread : stat.size;
    all[at + numbers.mtimeMs] = stat?.mtimeMs ?? 0;
    all[at + numbers.identity] = typeof identity === 'number' ? identity : NaN;
    all[at + numbers.identityLength] = name.length;
    if (name !== '' && fits) {
      this.#bytes.write(name, identitiesAt + file * identityBytes, 'latin1');
    }
    all[at + numbers.headEnd] = ends?.headEnd ?? 0;
    all[at + numbers.tailStart] = ends?.tailStart ?? 0;
    all[at + numbers.tailEnd] = ends?.tailEnd ?? 0;
    all[at + numbers.tailShift] = ends?.tailShift ?? 0;
  }

  /** Undefined for a file that could not be read. */
  stat(file: number): FileStat | undefined {
    const size = this.#number(file, numbers.size);
    return size === unread
      ? undefined
      : {
          size,
          mtimeMs: this.#number(file, numbers.mtimeMs),
          identity: this.#identity(file),
        };
  }

  endsState(file: number): EndsState {
    return {
      headEnd: this.#number(file, numbers.headEnd),
      tailStart: this.#number(file, numbers.tailStart),
      tailEnd: this.#number(file, numbers.tailEnd),
      tailShift: this.#number(file, numbers.tailShift),
    };
  }

  #identity(file: number): FileIdentity | undefined {
    const identity = this.#number(file, numbers.identity);
    if (!Number.isNaN(identity)) {
      return identity;
    }
    const length = this.#number(file, numbers.identityLength);
    const start = identitiesAt + file * identityBytes;
    return length === 0 ? undefined : this.#bytes.toString('latin1', start, start + length);
  }

  #number(file: number, which: number): number {
    return this.#numbers[file * numberCount + which] ?? 0;
  }
}
