/** Bytes of the largest double. */
const mostBytes = 16;
/** What bitwise operators take. */
const word = 2 ** 31;

/** Rows of whole numbers, each of a line, as a text that JSON holds as it is; small ones take few bytes. */
export class PackedRows {
  #bytes = Buffer.allocUnsafe(1024);
  #end = 0;
  #line = 0;

  /** @param line of the log; what is stored is how far that is from the row before. */
  add(line: number, ...numbers: readonly number[]): void {
    this.#put(line - this.#line);
    this.#line = line;
    this.addMore(numbers);
  }

  /** Adds to the last row. */
  addMore(numbers: readonly number[]): void {
    for (const number of numbers) {
      this.#put(number);
    }
  }

  toString(): string {
    return this.#bytes.toString('base64', 0, this.#end);
  }

  #put(number: number): void {
    if (this.#end + mostBytes > this.#bytes.length) {
      this.#bytes = Buffer.concat([this.#bytes, Buffer.allocUnsafe(this.#bytes.length)]);
    }
    let rest = number < 0 ? -2 * number - 1 : 2 * number;
    while (rest >= word) {
      this.#bytes[this.#end] = (rest % 0x80) | 0x80;
      this.#end += 1;
      rest = Math.floor(rest / 0x80);
    }
    while (rest >= 0x80) {
      this.#bytes[this.#end] = (rest & 0x7f) | 0x80;
      this.#end += 1;
      rest >>>= 7;
    }
    this.#bytes[this.#end] = rest;
    this.#end += 1;
  }
}

/** Goes through packed rows: `next`, then the numbers of the row one by one. */
export class RowReader {
  readonly #bytes: Buffer;
  #at = 0;
  #line = 0;

  constructor(packed: string) {
    this.#bytes = Buffer.from(packed, 'base64');
  }

  get hasMore(): boolean {
    return this.#at < this.#bytes.length;
  }

  /** Goes on to the next row; false if there is none. */
  next(): boolean {
    if (!this.hasMore) {
      return false;
    }
    this.#line += this.number();
    return true;
  }

  get line(): number {
    return this.#line;
  }

  /** 0 behind the last. */
  number(): number {
    let number = 0;
    for (let factor = 1; this.#at < this.#bytes.length; factor *= 0x80) {
      const byte = this.#bytes[this.#at] ?? 0;
      this.#at += 1;
      number += (byte & 0x7f) * factor;
      if (byte < 0x80) {
        break;
      }
    }
    return number % 2 === 1 ? -(number + 1) / 2 : number / 2;
  }
}
