import { mkdir, open, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { t } from '#base/l10n.ts';
import { changedMarks, type MarkChange, type MarkedSession } from '#core/events/marks.ts';
import { lineFeed } from '#core/jsonl/lineSplitter.ts';
import type { SessionMarks } from '#core/events/session.ts';
import { UserError } from '#core/userError.ts';
import { readMarkChange } from '#protocol/sessionMarks.ts';

/** Bytes read or written at once: 4 ms of work. */
const pieceBytes = 64 * 1024;
/** Changes that are written at once. */
const batch = 200;

/**
 * The user's marks of sessions, in a file of our own to which each change is appended. All windows
 * append to the one file, so none loses what another one changed, and the last change counts. A line
 * that a killed window left unfinished spoils no other: each begins with a line end of its own.
 *
 * It is never made shorter, which would take a lock between windows and gain nothing: a change has about
 * 100 bytes, and 10,000 of them, fifty on each working day of a year, are read in 40 ms, in pieces and once in
 * a window.
 */
export class MarksLog {
  /** Includes sessions whose marks were removed, so that marks under a former ID no longer count. */
  readonly #marks = new Map<string, MarkedSession & { readonly marks: SessionMarks | undefined }>();
  /** Bytes of whole lines read so far, and of which file. */
  #read = 0;
  #file: string | undefined;
  /** One reads at a time. */
  #reading: Promise<unknown> = Promise.resolve();

  /** @param path absolute and native; its folder need not exist. */
  constructor(private readonly path: string) {}

  of(session: MarkedSession): SessionMarks | undefined {
    const { agent, formerId } = session;
    const own = this.#marks.get(keyOf(session));
    return own === undefined && formerId !== undefined
      ? this.#marks.get(keyOf({ agent, id: formerId }))?.marks
      : own?.marks;
  }

  all(): readonly MarkChange[] {
    return [...this.#marks.values()].flatMap(({ agent, id, marks }) =>
      marks === undefined ? [] : [{ agent, id, ...marks }],
    );
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

  /**
   * Durable when it resolves.
   *
   * @throws the disk's error, or a UserError if it is full; the first changes may be there then.
   */
  async add(changes: readonly MarkChange[]): Promise<void> {
    await mkdir(dirname(this.path), { recursive: true });
    const file = await open(this.path, 'a', 0o600);
    try {
      for (let from = 0; from < changes.length; from += batch) {
        const some = changes.slice(from, from + batch);
        const lines = some.map((change) => `\n${JSON.stringify(change)}\n`).join('');
        if (!(await appendWhole(file, Buffer.from(lines)))) {
          throw new UserError(
            t('{0} cannot be written: the disk is full. Free up space and try again.', this.path),
          );
        }
      }
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
    try {
      const { dev, ino, size } = await file.stat();
      const identity = `${dev} ${ino}`;
      const isOther = identity !== this.#file || size < this.#read;
      let hasChanged = isOther && this.#forget();
      this.#file = identity;
      /** Of a line whose end was not read yet. */
      let beginning = Buffer.alloc(0);
      for (let at = this.#read; at < size;) {
        const piece = Buffer.alloc(Math.min(pieceBytes, size - at));
        const { bytesRead } = await file.read(piece, 0, piece.length, at);
        if (bytesRead === 0) {
          break;
        }
        at += bytesRead;
        const bytes = Buffer.concat([beginning, piece.subarray(0, bytesRead)]);
        const end = bytes.lastIndexOf(lineFeed) + 1;
        hasChanged = this.#take(bytes.toString('utf8', 0, end)) || hasChanged;
        this.#read += end;
        beginning = bytes.subarray(end);
      }
      return hasChanged;
    } finally {
      await file.close();
    }
  }

  /** @returns whether there was any change in these lines. */
  #take(lines: string): boolean {
    let isAny = false;
    for (const line of lines.split('\n')) {
      const change = changeIn(line);
      if (change !== undefined) {
        isAny = true;
        this.#apply(change);
      }
    }
    return isAny;
  }

  #apply(change: MarkChange): void {
    const key = keyOf(change);
    const marks = changedMarks(this.#marks.get(key)?.marks ?? {}, change);
    const { agent, id } = change;
    this.#marks.set(key, { agent, id, marks });
  }

  #forget(): boolean {
    const hadAny = this.#marks.size > 0;
    this.#marks.clear();
    this.#read = 0;
    this.#file = undefined;
    return hadAny;
  }
}

/**
 * Appends lines in one write. Of a nearly full disk that takes only a part, all of them are asked for
 * again and never the rest alone: another window's line could be between the two halves by then.
 *
 * @param file opened for appending.
 * @returns false if there is no room for them; a part of them may be there.
 */
export async function appendWhole(
  file: Pick<FileHandle, 'write'>,
  lines: Uint8Array,
): Promise<boolean> {
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const { bytesWritten } = await file.write(lines);
    if (bytesWritten === lines.length) {
      return true;
    }
  }
  return false;
}

/** After a part, the next write usually says what is wrong. */
const maxAttempts = 3;

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
