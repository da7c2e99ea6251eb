import { mkdir, open, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { hostPacer } from '#base/pacer.ts';
import { changedMarks, type MarkChange, type MarkedSession } from '#core/marks.ts';
import { lineFeed } from '#core/jsonl/lineSplitter.ts';
import type { SessionMarks } from '#core/session.ts';
import { readMarkChange } from '#protocol/sessionMarks.ts';

/**
 * The user's marks of sessions, in a file of our own to which each change is appended. All windows
 * append to the one file, so none loses what another one changed, and the last change counts. A line
 * that a killed window left unfinished spoils no other: each begins with a line end of its own.
 *
 * It is never made shorter, which would take a lock between windows and gain nothing: a change has about
 * 100 bytes, and 10,000 of them, fifty on each working day of a year, are read in 40 ms, in slices and once in
 * a window.
 */
export class MarksLog {
  readonly #marks = new Map<string, MarkedSession & { readonly marks: SessionMarks }>();
  /** Bytes of whole lines read so far, and of which file. */
  #read = 0;
  #file: string | undefined;
  /** One reads at a time. */
  #reading: Promise<unknown> = Promise.resolve();

  /** @param path absolute and native; its folder need not exist. */
  constructor(private readonly path: string) {}

  of(session: MarkedSession): SessionMarks | undefined {
    return this.#marks.get(keyOf(session))?.marks;
  }

  all(): readonly MarkChange[] {
    return [...this.#marks.values()].map(({ agent, id, marks }) => ({ agent, id, ...marks }));
  }

  /**
   * Reads what was added since it was last read.
   *
   * @returns whether anything was.
   * @throws the disk's error, unless the file is not there.
   */
  refresh(): Promise<boolean> {
    const read = this.#reading.then(() => this.#refresh());
    this.#reading = read.catch(() => undefined);
    return read;
  }

  /** Durable when it resolves. @throws the disk's error; the first changes may be there then. */
  async add(changes: readonly MarkChange[]): Promise<void> {
    await mkdir(dirname(this.path), { recursive: true });
    const lines = changes.map((change) => `\n${JSON.stringify(change)}\n`).join('');
    const file = await open(this.path, 'a', 0o600);
    try {
      await file.appendFile(lines);
      await file.datasync();
    } finally {
      await file.close();
    }
    await this.refresh();
  }

  async #refresh(): Promise<boolean> {
    const file = await openedIfThere(this.path);
    if (file === undefined) {
      return this.#forget();
    }
    let added: Buffer;
    let wasForgotten: boolean;
    try {
      const { dev, ino, size } = await file.stat();
      const identity = `${dev} ${ino}`;
      const isOther = identity !== this.#file || size < this.#read;
      wasForgotten = isOther && this.#forget();
      this.#file = identity;
      const bytes = Buffer.alloc(size - this.#read);
      const { bytesRead } = await file.read(bytes, 0, bytes.length, this.#read);
      added = bytes.subarray(0, bytesRead);
    } finally {
      await file.close();
    }
    return (await this.#take(added)) || wasForgotten;
  }

  async #take(bytes: Buffer): Promise<boolean> {
    const end = bytes.lastIndexOf(lineFeed) + 1;
    const pacer = hostPacer();
    let isAny = false;
    for (const line of bytes.toString('utf8', 0, end).split('\n')) {
      const change = changeIn(line);
      if (change !== undefined) {
        isAny = true;
        this.#apply(change);
      }
      if (pacer.isDue) {
        await pacer.pause();
      }
    }
    this.#read += end;
    return isAny;
  }

  #apply(change: MarkChange): void {
    const key = keyOf(change);
    const marks = changedMarks(this.#marks.get(key)?.marks ?? {}, change);
    if (marks === undefined) {
      this.#marks.delete(key);
    } else {
      const { agent, id } = change;
      this.#marks.set(key, { agent, id, marks });
    }
  }

  #forget(): boolean {
    const hadAny = this.#marks.size > 0;
    this.#marks.clear();
    this.#read = 0;
    this.#file = undefined;
    return hadAny;
  }
}

function keyOf({ agent, id }: MarkedSession): string {
  return `${agent}\n${id}`;
}

function changeIn(line: string): MarkChange | undefined {
  try {
    return line === '' ? undefined : readMarkChange(JSON.parse(line));
  } catch {
    // Half a line.
    return undefined;
  }
}

async function openedIfThere(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
      return undefined;
    }
    throw error;
  }
}
