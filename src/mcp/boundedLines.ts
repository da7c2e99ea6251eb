import { Transform, type TransformCallback } from 'node:stream';

const lineFeed = 0x0a;

/** Bytes of each end of a line that is too long. */
const endBytes = 1_024;

/** A line that is too long, of which only its ends are kept. */
export interface LongLine {
  readonly beginning: string;
  readonly end: string;
}

/**
 * Whole lines of bytes, one at a time. One that is too long is left out: the SDK would end the server, and
 * who waits for an answer would never learn why.
 */
export class BoundedLines extends Transform {
  #pieces: Buffer[] = [];
  #length = 0;

  /** @param maxBytes of a line with its end. */
  constructor(
    private readonly maxBytes: number,
    private readonly onLonger: (line: LongLine) => void,
  ) {
    super();
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    for (let from = 0; from < chunk.length;) {
      const lineEnd = chunk.indexOf(lineFeed, from);
      const to = lineEnd === -1 ? chunk.length : lineEnd + 1;
      this.#add(chunk.subarray(from, to));
      if (lineEnd !== -1) {
        this.#end();
      }
      from = to;
    }
    done();
  }

  #add(piece: Buffer): void {
    this.#length += piece.length;
    this.#pieces.push(piece);
    if (this.#length > this.maxBytes) {
      const bytes = Buffer.concat(this.#pieces);
      this.#pieces = [bytes.subarray(0, endBytes), bytes.subarray(-endBytes)].map((end) =>
        Buffer.from(end),
      );
    }
  }

  #end(): void {
    if (this.#length > this.maxBytes) {
      const [beginning = '', end = ''] = this.#pieces.map((piece) => piece.toString('utf8'));
      this.onLonger({ beginning, end });
    } else {
      this.push(Buffer.concat(this.#pieces));
    }
    this.#pieces = [];
    this.#length = 0;
  }
}

/** Members of an object that have no members themselves, so they are the message's own at its ends. */
const text = String.raw`"(?:[^"\\]|\\.)*"`;
const member = String.raw`${text}\s*:\s*(?:${text}|[\w.+-]+)\s*`;
const firstMembers = new RegExp(String.raw`^\s*\{\s*((?:${member},\s*)*)`);
const lastMembers = new RegExp(String.raw`((?:,\s*${member})*)\}\s*$`);

/**
 * The ID of a request by its two ends: clients write it before the parameters, or after them.
 *
 * @returns undefined if it is in neither, or this is no request.
 */
export function requestId({ beginning, end }: LongLine): string | number | undefined {
  const first = firstMembers.exec(beginning)?.[1] ?? '';
  const last = lastMembers.exec(end)?.[1] ?? '';
  try {
    const { method, id } = JSON.parse(`{${first}"":0${last}}`) as Readonly<Record<string, unknown>>;
    const isId = typeof id === 'string' || Number.isSafeInteger(id);
    return typeof method === 'string' && isId ? (id as string | number) : undefined;
  } catch {
    // It is no JSON either.
    return undefined;
  }
}
