import { rarity } from '../sources/log/rareText.ts';
import type { Spelling, SoughtText } from '../sources/records/source.ts';
import { type BytePattern, bytePattern } from './bytePattern.ts';
import type { TextQuery } from '#core/search/textSearch.ts';
import { timedSearch } from './timedSearch.ts';

/** All searches of a thread share it, so what is read into it is searched before anybody waits. */
const room = Buffer.allocUnsafeSlow(1024 * 1024);

/**
 * Searches the bytes in `room` for a pattern. Each part is sought on its own, left to right and never
 * twice at the same place, so it takes one pass over the bytes for each part, and much less for those
 * beside a rare one.
 */
export class ByteSearch {
  readonly room = room;
  /** The spellings of each part. */
  readonly #parts: readonly (readonly SpellingSearch[])[];
  #bytes = room;

  constructor(private readonly pattern: Pick<BytePattern, 'parts' | 'maxLength'>) {
    this.#parts = pattern.parts.map((part) => part.map((spelling) => new SpellingSearch(spelling)));
  }

  /** Bytes that two rooms full must share, so that whatever stands across is in the second. */
  get overlap(): number {
    return this.pattern.maxLength - 1;
  }

  /** Begins with what was just read into the room. @param length of it. */
  begin(length: number): void {
    this.#bytes = room.subarray(0, length);
    for (const spelling of this.#parts.flat()) {
      spelling.begin();
    }
  }

  /**
   * Where the first match begins at or after `from`; undefined if there is none.
   *
   * @param from never decreases.
   */
  next(from: number): number | undefined {
    for (let start = from; ;) {
      let first: number | undefined;
      let last = start - 1;
      for (const part of this.#parts) {
        const after = last + 1;
        last = part.reduce(
          (least, spelling) => Math.min(least, spelling.next(this.#bytes, after)),
          Infinity,
        );
        if (last === Infinity) {
          return undefined;
        }
        first ??= last;
      }
      first ??= start;
      if (last - first < this.pattern.maxLength) {
        return first;
      }
      // No match ends before these parts do.
      start = Math.max(first + 1, last + 1 - this.pattern.maxLength);
    }
  }
}

/**
 * Looks for a few bytes that begin with the rarest, with each case of letters, and compares the rest.
 * Node seeks up to six bytes by their first, at the speed of memory while that is rare; a regular
 * expression takes twice as long.
 */
class SpellingSearch {
  /** In small letters where the case is ignored. */
  readonly #wanted: Buffer;
  /** Bits in which each byte may differ. */
  readonly #folds: Buffer;
  /** Of the sought bytes in the spelling. */
  readonly #offset: number;
  readonly #sought: readonly Buffer[];
  /** Where each of these stands next; Infinity if it does not. */
  readonly #places: number[] = [];
  #found = -1;

  constructor({ text, ignoreCase }: Spelling) {
    const wanted = Buffer.from(ignoreCase ? text.toLowerCase() : text);
    const length = Math.min(wanted.length, ignoreCase ? 3 : 6);
    const rank = (at: number) => rarity(String.fromCharCode(wanted[at] ?? 0));
    const places = Array.from({ length: wanted.length - length + 1 }, (_, at) => at);
    this.#wanted = wanted;
    this.#folds = Buffer.from(wanted.map((byte) => (ignoreCase && isSmallLetter(byte) ? 0x20 : 0)));
    this.#offset = places.reduce((rarest, at) => (rank(at) > rank(rarest) ? at : rarest), 0);
    const sought = wanted.subarray(this.#offset, this.#offset + length);
    this.#sought = ignoreCase ? casesOf(sought) : [sought];
  }

  begin(): void {
    this.#places.length = 0;
    this.#found = -1;
  }

  /** The first place at or after `from`, which never decreases; Infinity if there is none. */
  next(bytes: Buffer, from: number): number {
    if (this.#found < from) {
      this.#found = from - 1;
      do {
        const sought = this.#nextSought(bytes, this.#found + 1 + this.#offset);
        this.#found = sought - this.#offset;
      } while (this.#found !== Infinity && !this.#standsAt(bytes, this.#found));
    }
    return this.#found;
  }

  #nextSought(bytes: Buffer, from: number): number {
    let next = Infinity;
    for (let at = 0; at < this.#sought.length; at += 1) {
      let place = this.#places[at] ?? -1;
      if (place < from) {
        const found = bytes.indexOf(this.#sought[at] ?? '', from);
        place = found < 0 ? Infinity : found;
        this.#places[at] = place;
      }
      next = Math.min(next, place);
    }
    return next;
  }

  #standsAt(bytes: Buffer, place: number): boolean {
    for (let at = 0; at < this.#wanted.length; at += 1) {
      if (((bytes[place + at] ?? 0) | (this.#folds[at] ?? 0)) !== this.#wanted[at]) {
        return false;
      }
    }
    return true;
  }
}

/** Bytes with each case of the letters in them. */
function casesOf(bytes: Buffer): readonly Buffer[] {
  return bytes.reduce<readonly Buffer[]>(
    (begun, byte) =>
      begun.flatMap((start) =>
        (isSmallLetter(byte) ? [byte, byte - 0x20] : [byte]).map((one) =>
          Buffer.from([...start, one]),
        ),
      ),
    [Buffer.alloc(0)],
  );
}

function isSmallLetter(byte: number): boolean {
  return byte >= 0x61 && byte <= 0x7a;
}

/**
 * What to look for in stored bytes before a session is read.
 *
 * @returns undefined if every session has to be read.
 * @throws FindRefused if the query is a regular expression that cannot be used.
 */
export function soughtText(query: TextQuery): SoughtText | undefined {
  const { required } = timedSearch(query);
  const pattern = required === undefined ? undefined : bytePattern(required, query.matchCase);
  if (pattern === undefined) {
    return undefined;
  }
  const { anchor, maxLength } = pattern;
  const inLines = new ByteSearch(pattern);
  const anywhere = new ByteSearch({ parts: [anchor], maxLength });
  return {
    room,
    overlap: inLines.overlap,
    spellings: anchor,
    isIn: (length, areLines) => {
      const search = areLines ? inLines : anywhere;
      search.begin(length);
      for (let at = search.next(0); at !== undefined;) {
        const end = blobEnd(room, at, length);
        if (end === undefined) {
          return true;
        }
        at = search.next(end);
      }
      return false;
    },
  };
}

/** So much of nothing but base64 is an image. */
const leastBlob = 4_096;

/** The end of an image’s bytes around a place; undefined if there are none. */
function blobEnd(bytes: Buffer, at: number, length: number): number | undefined {
  let end = at;
  while (end < length && isBase64[bytes[end] ?? 0] === 1) {
    end += 1;
  }
  if (end === at) {
    return undefined;
  }
  let start = at;
  while (start > 0 && end - start < leastBlob && isBase64[bytes[start - 1] ?? 0] === 1) {
    start -= 1;
  }
  return end - start >= leastBlob ? end : undefined;
}

const isBase64 = new Uint8Array(256);
for (const byte of Buffer.from(
  'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=',
)) {
  isBase64[byte] = 1;
}
