/** Stands for any number of NUL bytes, which mean nothing. */
export const oneNul = new Uint8Array(1);

/** Number of leading NUL bytes, checked four at a time. */
export function nulsIn(bytes: Uint8Array): number {
  const { buffer, byteOffset, length } = bytes;
  let at = 0;
  while (at < length && ((byteOffset + at) & 3) !== 0 && bytes[at] === 0) {
    at += 1;
  }
  if (((byteOffset + at) & 3) === 0) {
    const words = new Int32Array(buffer, byteOffset + at, (length - at) >> 2);
    let word = 0;
    while (word < words.length && words[word] === 0) {
      word += 1;
    }
    at += word << 2;
  }
  while (at < length && bytes[at] === 0) {
    at += 1;
  }
  return at;
}

/** A run of this many NUL bytes within a line is stored as one. */
const manyNuls = 64 * 1024;

/** The pieces of an incomplete line, and the buffer in which they are joined. */
export class LinePieces {
  #pieces: Uint8Array[] = [];
  /** Bytes held. */
  #held = 0;
  #length = 0;
  /** Buffer for unfinished lines whose chunk is reused, one line after the other. */
  #room = new Uint8Array(0);

  /** @param most bytes of a line; of a longer one nothing is held. */
  constructor(private readonly most: number) {}

  /** Length of the line so far, in the file. */
  get length(): number {
    return this.#length;
  }

  add(piece: Uint8Array): void {
    this.#length += piece.length;
    if (this.#length > this.most) {
      this.#pieces = [];
      this.#held = 0;
      return;
    }
    const isNul = piece.length >= manyNuls && piece[0] === 0 && nulsIn(piece) === piece.length;
    const held = isNul ? oneNul : piece;
    this.#pieces.push(held);
    this.#held += held.length;
  }

  /** Everything held of the line, in one piece. */
  joined(): Uint8Array {
    const bytes = this.#isCarried ? this.#roomFor(this.#held) : new Uint8Array(this.#held);
    this.#join(bytes);
    return bytes;
  }

  /** Copies the line out of a chunk whose memory is reused. */
  carry(): void {
    if (this.#held > 0) {
      this.#join(this.#roomFor(this.#held));
    }
  }

  /** Gives the line memory of its own if it was carried. */
  settle(): void {
    if (this.#isCarried) {
      this.#pieces = this.#pieces.map((piece) => new Uint8Array(piece));
    }
  }

  clear(): void {
    if (this.#length > 0) {
      this.#pieces = [];
      this.#held = 0;
      this.#length = 0;
    }
  }

  /** Frees the buffer for carried lines. */
  release(): void {
    this.#room = new Uint8Array(0);
  }

  get #isCarried(): boolean {
    return this.#room.length > 0 && this.#pieces[0]?.buffer === this.#room.buffer;
  }

  #join(bytes: Uint8Array): void {
    let at = 0;
    for (const piece of this.#pieces) {
      if (piece.buffer !== bytes.buffer) {
        bytes.set(piece, at);
      }
      at += piece.length;
    }
    this.#pieces = bytes.length === 0 ? [] : [bytes];
  }

  #roomFor(length: number): Uint8Array {
    if (this.#room.length < length) {
      const doubled = Math.min(2 * this.#room.length, this.most);
      this.#room = new Uint8Array(Math.max(length, doubled));
    }
    return this.#room.subarray(0, length);
  }
}
