import { asciiAt } from '#core/text/asciiAt.ts';
import { dateTimeIn, isDigit, millisecondsIn } from '../toolbox/dateBytes.ts';
import { epochMs, isDateTime } from '../toolbox/dateTime.ts';

/** Characters that are enough of a text for its preview, whatever comes after them. */
const enough = 201;
/** Bytes that are looked through for them. */
const farEnough = 512;
/** Bytes in UTF-8. */
const longestCharacter = 4;

const tab = 0x09;
const carriageReturn = 0x0d;
const blank = 0x20;
const quote = 0x22;
const dash = 0x2d;
const zero = 0x30;
const backslash = 0x5c;
const letterU = 0x75;
const afterVisible = 0x7f;

const visibleAscii = /^[ -~]+$/;

/** A line as adapters look at it. */
export type LineLook = Omit<LineCursor<Uint8Array>, 'enter'>;

/** What a platform does with bytes. */
export interface ByteTools<Bytes extends Uint8Array> {
  /** Bytes that stay as they are. */
  copy(bytes: Bytes, start: number, end: number): Bytes;
  /** One character for each byte. */
  text(bytes: Bytes, start: number, end: number): string;
  room(length: number): Bytes;
  utf8(bytes: Bytes, start: number, end: number): string;
}

/**
 * Goes along the bytes of a line and tells whether it is as an agent writes it. A list looks at tens
 * of thousands of lines: expressions and strings for each would take three times as long.
 */
export class LineCursor<Bytes extends Uint8Array> {
  readonly #tools: ByteTools<Bytes>;
  #bytes: Bytes;
  #at = 0;
  /** What lies before it was not looked at yet. */
  #end = 0;
  /** The folder that was read last: as it was written, with its quote, and as it is. */
  #writtenFolder: Bytes;
  #folder: string | undefined;
  readonly #preview: Bytes;
  #isCut = false;

  constructor(tools: ByteTools<Bytes>) {
    this.#tools = tools;
    this.#preview = tools.room(enough + 1);
    this.#bytes = this.#preview;
    this.#writtenFolder = this.#preview;
  }

  /** Puts the cursor at the beginning of a line that lies between two places. */
  enter(bytes: Bytes, start: number, end: number): void {
    this.#bytes = bytes;
    this.#at = start;
    this.#end = end;
  }

  /** Nothing is left of the line. */
  get isAtEnd(): boolean {
    return this.#at === this.#end;
  }

  /** The text of the last preview goes on behind it. */
  get isCut(): boolean {
    return this.#isCut;
  }

  /** Goes past a text of ASCII, if the rest begins with it. */
  skip(text: string): boolean {
    const isHere = this.#at + text.length <= this.#end && asciiAt(this.#bytes, this.#at, text);
    if (isHere) {
      this.#at += text.length;
    }
    return isHere;
  }

  /** Takes a text of ASCII off the line's end, if the rest ends with it. */
  take(text: string): boolean {
    const start = this.#end - text.length;
    const isThere = start >= this.#at && asciiAt(this.#bytes, start, text);
    if (isThere) {
      this.#end = start;
    }
    return isThere;
  }

  /** Goes past the rest of a JSON string and its quote; false for one with an escape in it. */
  skipString(): boolean {
    for (let at = this.#at; at < this.#end; at += 1) {
      const byte = this.#bytes[at];
      if (byte === quote) {
        this.#at = at + 1;
        return true;
      }
      if (byte === backslash) {
        return false;
      }
    }
    return false;
  }

  /** Takes a JSON string up to its first quote off the line's end; false for one with an escape. */
  takeString(): boolean {
    for (let at = this.#end - 1; at >= this.#at; at -= 1) {
      const byte = this.#bytes[at];
      if (byte === quote) {
        this.#end = at;
        return true;
      }
      if (byte === backslash) {
        return false;
      }
    }
    return false;
  }

  /** Goes past a whole number of no more than 15 digits; NaN for anything else. */
  skipNumber(): number {
    const from = this.#at;
    while (this.#at < this.#end && isDigit(this.#bytes, this.#at)) {
      this.#at += 1;
    }
    return this.#number(from, this.#at);
  }

  /** Takes a whole number likewise off the line's end. */
  takeNumber(): number {
    const to = this.#end;
    while (this.#end > this.#at && isDigit(this.#bytes, this.#end - 1)) {
      this.#end -= 1;
    }
    return this.#number(this.#end, to);
  }

  /** Goes past the rest of a JSON string; undefined if it is empty or more than visible ASCII. */
  string(): string | undefined {
    const from = this.#at;
    let isEscaped = false;
    for (let at = from; at < this.#end; at += 1) {
      const byte = this.#bytes[at] ?? 0;
      if (byte === quote) {
        this.#at = at + 1;
        const body = this.#tools.text(this.#bytes, from, at);
        const text = isEscaped ? unescaped(body) : body;
        return text !== undefined && visibleAscii.test(text) ? text : undefined;
      }
      if (byte < blank || byte >= afterVisible) {
        return undefined;
      }
      if (byte === backslash) {
        isEscaped = true;
        at += 1;
      }
    }
    return undefined;
  }

  /** The same for a folder, which one session after the other has in common. */
  folder(): string | undefined {
    const from = this.#at;
    const known = this.#writtenFolder;
    const to = from + known.length;
    if (this.#folder !== undefined && to <= this.#end && this.#isFolder(from)) {
      this.#at = to;
      return this.#folder;
    }
    const folder = this.string();
    if (folder !== undefined) {
      this.#folder = folder;
      this.#writtenFolder = this.#tools.copy(this.#bytes, from, this.#at);
    }
    return folder;
  }

  /** Goes past an RFC 3339 date and its quote; epoch ms, undefined for any other text. */
  date(): number | undefined {
    const from = this.#at;
    if (!this.skipString()) {
      return undefined;
    }
    const to = this.#at - 1;
    const ms = dateTimeIn(this.#bytes, from, 0x3a, millisecondsIn(this.#bytes, from + 19, to));
    if (!Number.isNaN(ms)) {
      return ms;
    }
    const text = this.#tools.text(this.#bytes, from, to);
    return isDateTime(text) ? epochMs(text) : undefined;
  }

  /** Goes past a date with dashes for colons, UTC, whole seconds; undefined also for the rarest. */
  dashedDate(): number | undefined {
    const from = this.#at;
    const isOne = this.skipString() && this.#at === from + 20;
    const ms = isOne ? dateTimeIn(this.#bytes, from, dash, 0) : NaN;
    return Number.isNaN(ms) ? undefined : ms;
  }

  /** Takes such a date without its quote off the line's end. */
  takeDashedDate(): number | undefined {
    const from = this.#end - 19;
    const ms = from >= this.#at ? dateTimeIn(this.#bytes, from, dash, 0) : NaN;
    if (Number.isNaN(ms)) {
      return undefined;
    }
    this.#end = from;
    return ms;
  }

  /**
   * The beginning of a text as a list shows it, white space collapsed, and as much as a list can
   * show. Goes past its quote; or nowhere if that is farther on. Undefined where only decoding tells.
   */
  preview(): string | undefined {
    const bytes = this.#bytes;
    const preview = this.#preview;
    const end = Math.min(this.#end, this.#at + farEnough);
    let length = 0;
    let isBlank = false;
    for (let at = this.#at; at < end; at += 1) {
      let byte = bytes[at] ?? 0;
      if (byte === quote) {
        this.#at = at + 1;
        this.#isCut = false;
        return this.#tools.text(preview, 0, length);
      }
      if (byte === backslash) {
        at += 1;
        byte = this.#escaped(at);
        at += bytes[at] === letterU ? 4 : 0;
      } else if (byte < blank) {
        return undefined;
      }
      if (byte > blank && byte < afterVisible) {
        if (isBlank && length > 0) {
          preview[length] = blank;
          length += 1;
        }
        isBlank = false;
        preview[length] = byte;
        length += 1;
        if (length >= enough) {
          this.#isCut = true;
          return this.#tools.text(preview, 0, length);
        }
      } else if (byte === blank || (byte >= tab && byte <= carriageReturn)) {
        isBlank = true;
      } else {
        return this.#wholeText();
      }
    }
    return undefined;
  }

  /** A text that is not all ASCII, as it is, if it ends before long. */
  #wholeText(): string | undefined {
    const from = this.#at;
    const limit = Math.min(this.#end, from + farEnough * longestCharacter);
    for (let at = from; at < limit; at += 1) {
      const byte = this.#bytes[at];
      if (byte === quote) {
        this.#at = at + 1;
        this.#isCut = false;
        return unescaped(this.#tools.utf8(this.#bytes, from, at));
      }
      if (byte === backslash) {
        at += 1;
      }
    }
    return undefined;
  }

  /** The character that an escape stands for, whose letter is at a place; 0 for what is none. */
  #escaped(at: number): number {
    switch (this.#bytes[at]) {
      case 0x6e:
        return 0x0a;
      case 0x74:
        return tab;
      case 0x72:
        return carriageReturn;
      case 0x66:
        return 0x0c;
      case quote:
        return quote;
      case backslash:
        return backslash;
      case 0x2f:
        return 0x2f;
      case letterU: {
        const digits = this.#tools.text(this.#bytes, at + 1, at + 5);
        return /^00[0-7][\da-f]$/i.test(digits) ? Number.parseInt(digits, 16) : 0;
      }
      default:
        return 0;
    }
  }

  #isFolder(from: number): boolean {
    const known = this.#writtenFolder;
    for (let index = 0; index < known.length; index += 1) {
      if (this.#bytes[from + index] !== known[index]) {
        return false;
      }
    }
    return true;
  }

  #number(from: number, to: number): number {
    const length = to - from;
    if (length === 0 || length > 15 || (length > 1 && this.#bytes[from] === zero)) {
      return NaN;
    }
    let value = 0;
    for (let at = from; at < to; at += 1) {
      value = value * 10 + (this.#bytes[at] ?? 0) - zero;
    }
    return value;
  }
}

function unescaped(body: string): string | undefined {
  try {
    const text: unknown = JSON.parse(`"${body}"`);
    return typeof text === 'string' && !text.includes('\uFFFD') ? text : undefined;
  } catch {
    // An escape that JSON does not have: decoding the line tells.
    return undefined;
  }
}
