import { setImmediate, setTimeout } from 'node:timers/promises';
import type { AgentAdapter } from '#agents/contract/adapter.ts';
import type { LogWriter } from '#agents/contract/logWriter.ts';
import { t } from '#base/l10n.ts';
import type { NewEvent } from '#core/newEvent.ts';
import type { Appended, AppendRequest, LogEnd } from '#protocol/writing.ts';
import { appendLine } from './appendLine.ts';
import { encodeLine } from './encodeLine.ts';
import { lockLog, type HeldLock, type LockOptions } from './logLock.ts';
import { bytesEqual, LogState, readBytes } from './logState.ts';
import { WriteError, writeErrorOf } from './writeError.ts';
import { DiskError, type WritableFile, type WriteFiles } from './writeFiles.ts';

export interface LogOptions {
  readonly files: WriteFiles;
  /** Without links. */
  readonly path: string;
  readonly adapter: AgentAdapter;
  readonly writer: LogWriter;
  readonly lock?: LockOptions;
}

/**
 * One log that is appended to. Others may write to it at any moment, an agent that keeps its own
 * count of lines among them; so each time the log is looked at again before a line is added and after
 * it, and nothing of what others wrote is ever changed.
 */
export class SessionLog {
  readonly #options: LogOptions;
  readonly #state: LogState;
  /** The session that the log held when it was first read. */
  #sessionId: string | undefined;
  /** Up to where the log is known to whoever appends. */
  #known: LogEnd | undefined;
  /** Where a line of this process was cut short and could not be taken back. */
  #tornAt: number | undefined;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(options: LogOptions) {
    this.#options = options;
    this.#state = new LogState(options.adapter, options.writer);
  }

  /** The log was made by this process and ends there. */
  begin(sessionId: string, end: LogEnd): void {
    this.#sessionId = sessionId;
    this.#known = end;
  }

  /**
   * Appends events, one line and one write each, and returns when they are on the disk.
   *
   * @throws WriteError; what was not written is as if it had never been asked for.
   */
  append(request: Omit<AppendRequest, 'path'>): Promise<Appended> {
    const done = this.#turn.then(() => this.#append(request));
    // A failure is its caller's; the next one begins anew.
    this.#turn = done.catch(() => undefined);
    return done;
  }

  async #append(request: Omit<AppendRequest, 'path'>): Promise<Appended> {
    const { files, path, lock: lockOptions } = this.#options;
    const progress: Progress = { written: 0, uncertain: false };
    try {
      await this.#readAhead();
      const lock = await lockLog(files, path, lockOptions);
      try {
        return await this.#locked(lock, request, progress);
      } finally {
        lock.release();
      }
    } catch (error) {
      // Whatever was being read may be half known.
      this.#state.reset();
      if (error instanceof DiskError) {
        throw writeErrorOf(error, path, progress);
      }
      throw error instanceof WriteError
        ? new WriteError(error.reason, error.message, progress)
        : error;
    }
  }

  /** A log that is new here may be long; it is read before others are kept waiting. */
  async #readAhead(): Promise<void> {
    const file = this.#openLog();
    try {
      if (!this.#state.isOf(file, file.stat())) {
        this.#state.reset();
        const reading = this.#state.advance(file);
        while (reading.next().done !== true) {
          await setImmediate();
        }
        this.#checkSession();
        this.#known ??= this.#end();
      }
    } finally {
      file.close();
    }
  }

  async #locked(
    lock: HeldLock,
    { events, after, again }: Omit<AppendRequest, 'path'>,
    progress: Progress,
  ): Promise<Appended> {
    const { files, path } = this.#options;
    let file = this.#openLog();
    try {
      this.#catchUp(file);
      await this.#mendTail(file, lock.abandonedAt);
      const known = after ?? this.#known ?? this.#end();
      let wasReplaced = known.identity !== this.#state.identity;
      if (again === true && !wasReplaced) {
        progress.written = this.#writtenBefore(file, known, events);
      }
      let seq = this.#state.maxSeq;
      for (const event of events.slice(progress.written)) {
        for (;;) {
          seq = this.#appendOne(file, lock, event, progress);
          if (files.stat(path).identity === this.#state.identity) {
            break;
          }
          // Another file took the log's place while the line went into the old one.
          const next = this.#openLog();
          file.close();
          file = next;
          this.#catchUp(file);
          wasReplaced = true;
        }
        progress.written += 1;
        this.#known = this.#end();
      }
      const lines = wasReplaced ? 0 : linesAfter(file, known, this.#state) - progress.written;
      this.#known = this.#end();
      return {
        seq,
        end: this.#known,
        otherWriter: lines > 0 || wasReplaced ? { lines, replaced: wasReplaced } : undefined,
      };
    } finally {
      file.close();
    }
  }

  /** The log, and no file that somebody put in its way by a link while it was opened. */
  #openLog(): WritableFile {
    const { files, path } = this.#options;
    for (let look = 0; look < maxLooks; look += 1) {
      const file = files.open(path);
      try {
        if (files.realpath(path) !== path) {
          throw new DiskError('notAFile', path, 'a link');
        }
        if (files.stat(path).identity === file.stat().identity) {
          return file;
        }
      } catch (error) {
        file.close();
        throw error;
      }
      // An agent renamed another log over it just now.
      file.close();
    }
    throw new WriteError(
      'busy',
      t('{0} changes too fast to be written. Try again in a moment.', path),
    );
  }

  /** @returns the line's sequence number. */
  #appendOne(file: WritableFile, lock: HeldLock, event: NewEvent, progress: Progress): number {
    const { path } = this.#options;
    let next = this.#nextLine(event);
    for (let look = 0; look < maxLooks; look += 1) {
      lock.note(next.start + next.bytes.length - next.line.length);
      if (file.stat().size === next.start) {
        break;
      }
      // Somebody wrote while a long line was made ready: it gets another number.
      this.#catchUp(file);
      next = this.#nextLine(event);
    }
    const outcome = appendLine(file, next.bytes);
    if (!outcome.ok) {
      this.#tornAt = outcome.tornAt;
      progress.uncertain = outcome.uncertain;
      throw outcome.error;
    }
    const expected = next.line.subarray(0, -1);
    const seen = { line: false };
    this.#catchUp(file, (read) => {
      seen.line ||= bytesEqual(read, expected);
    });
    if (!seen.line) {
      progress.uncertain = true;
      throw new WriteError(
        'replaced',
        t('Another program changed {0} while it was being written. Try again.', path),
      );
    }
    return next.seq;
  }

  /** What is to be written now, and where; a last line without its end gets that first. */
  #nextLine(event: NewEvent): NextLine {
    const { path, writer } = this.#options;
    const { maxSeq, tail, end, cwd } = this.#state;
    const seq = maxSeq + 1;
    const line = encodeLine(path, () => writer.line(event, seq, cwd));
    return {
      seq,
      line,
      bytes: tail === undefined ? line : Buffer.concat([lineFeed, line]),
      start: end + (tail?.length ?? 0),
    };
  }

  /** Under the lock, without a pause: reads what was added, or all of a log that is new. */
  #catchUp(file: WritableFile, onLine: (line: Uint8Array) => void = () => undefined): void {
    if (!this.#state.isOf(file, file.stat())) {
      this.#state.reset();
    }
    const reading = this.#state.advance(file, (line) => {
      onLine(line.bytes);
    });
    while (reading.next().done !== true) {
      // Slices are for those who can pause.
    }
    this.#checkSession();
  }

  #checkSession(): void {
    this.#sessionId ??= this.#state.sessionId;
    if (this.#state.sessionId !== this.#sessionId) {
      throw new WriteError(
        'replaced',
        t('{0} no longer contains this session. Continue in a new session.', this.#options.path),
      );
    }
    if (!this.#state.hasStart) {
      throw new WriteError(
        'notOurs',
        t(
          '{0} does not begin with the start of a session, so nothing is added to it. Continue in a new session.',
          this.#options.path,
        ),
      );
    }
  }

  /**
   * Half a line at the end: one of ours is taken back, since nobody was told that it was written;
   * anybody else's gets a line end with the next line, and costs no more than itself.
   */
  async #mendTail(file: WritableFile, abandonedAt: number | undefined): Promise<void> {
    const isTorn = () => this.#state.tail !== undefined && !this.#state.hasWholeTail;
    if (isTorn()) {
      // Another's long line may be on its way: a reader can see a write before it is complete.
      let size: number;
      do {
        ({ size } = file.stat());
        await setTimeout(settleMs);
      } while (file.stat().size !== size);
      this.#catchUp(file);
    }
    const { end } = this.#state;
    if (isTorn() && (end === abandonedAt || end === this.#tornAt)) {
      file.truncate(end);
      this.#catchUp(file);
    }
    this.#tornAt = undefined;
  }

  /** How many of the events, from the first on, stand after a known end already. */
  #writtenBefore(file: WritableFile, known: LogEnd, events: readonly NewEvent[]): number {
    const { writer } = this.#options;
    let found = 0;
    for (const line of splitLines(readBytes(file, known.size, this.#state.end))) {
      const event = events[found];
      const seq = writer.seqOf(line);
      const isIt =
        event !== undefined &&
        seq !== undefined &&
        line.equals(Buffer.from(writer.line(event, seq, this.#state.cwd)));
      found += isIt ? 1 : 0;
    }
    return found;
  }

  #end(): LogEnd {
    return { size: this.#state.end, identity: this.#state.identity };
  }
}

interface NextLine {
  readonly seq: number;
  readonly line: Buffer;
  readonly bytes: Buffer;
  /** Where `bytes` will stand if nobody else writes. */
  readonly start: number;
}

/** What a failure must tell. */
interface Progress {
  written: number;
  uncertain: boolean;
}

const lineFeed = Buffer.from('\n');
const settleMs = 20;
/** Against somebody who writes all the time. */
const maxLooks = 5;
const sliceBytes = 1024 * 1024;

/** Lines with anything in them that stand after an end that was known. */
function linesAfter(file: WritableFile, known: LogEnd, state: LogState): number {
  let lines = 0;
  let isEmpty = true;
  for (let at = known.size; at < state.end; at += sliceBytes) {
    for (const byte of readBytes(file, at, Math.min(at + sliceBytes, state.end))) {
      if (byte !== 0x0a) {
        isEmpty = false;
      } else {
        lines += isEmpty ? 0 : 1;
        isEmpty = true;
      }
    }
  }
  return lines;
}

function* splitLines(bytes: Buffer): Generator<Buffer> {
  let from = 0;
  for (let end = bytes.indexOf(0x0a); end >= 0; end = bytes.indexOf(0x0a, from)) {
    yield bytes.subarray(from, end);
    from = end + 1;
  }
}
