import { setImmediate, setTimeout } from 'node:timers/promises';
import type { AgentAdapter } from '#agents/contract/adapter.ts';
import type { LogWriter } from '#agents/contract/logWriter.ts';
import { t } from '#base/l10n.ts';
import type { NewEvent } from '#core/events/newEvent.ts';
import type { Appended, AppendRequest, LogEnd } from '#protocol/writing.ts';
import { isWhole } from '../sources/log/wholeLine.ts';
import { appendLine, encodeLine } from './appendLine.ts';
import { lockLog, type HeldLock, type LockOptions } from './logLock.ts';
import { bytesEqual, LogState, readBytes } from './logState.ts';
import { WriteError, writeErrorOf } from './writeError.ts';
import { DiskError, type WritableFile, type WriteFiles } from './writeFiles.ts';

interface LogOptions {
  readonly files: WriteFiles;
  /** With links resolved. */
  readonly path: string;
  readonly adapter: AgentAdapter;
  readonly writer: LogWriter;
  readonly lock?: LockOptions | undefined;
}

/**
 * A log being appended to. Others, including an agent that counts its own lines, may write to it at
 * any moment; so the log is checked before and after each line, and nothing written by others is
 * ever changed.
 */
export class SessionLog {
  readonly #state: LogState;
  /** The session in the log when it was first read. */
  #sessionId: string | undefined;
  /** The log's end as last reported to callers of `append`. */
  #reportedEnd: LogEnd | undefined;
  /** Where a partial line of this process could not be removed. */
  #tornAt: number | undefined;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(private readonly options: LogOptions) {
    this.#state = new LogState(options.adapter, options.writer);
  }

  /** Starts with a log that this process created, and that ends there. */
  begin(sessionId: string, end: LogEnd): void {
    this.#sessionId = sessionId;
    this.#reportedEnd = end;
  }

  /**
   * Appends events, one line and one write each, and returns once they are on disk.
   *
   * @throws WriteError; events not written leave no trace.
   */
  append(request: Omit<AppendRequest, 'path'>): Promise<Appended> {
    const done = this.#turn.then(() => this.#append(request));
    // A failure belongs to its caller; the next one starts fresh.
    this.#turn = done.catch(() => undefined);
    return done;
  }

  async #append(request: Omit<AppendRequest, 'path'>): Promise<Appended> {
    const { files, path, lock: lockOptions } = this.options;
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
      // The state may be only partly updated.
      this.#state.reset();
      if (error instanceof DiskError) {
        throw writeErrorOf(error, path, progress);
      }
      throw error instanceof WriteError
        ? new WriteError(error.reason, error.message, progress)
        : error;
    }
  }

  /** A new log may be long, so it is read before taking the lock. */
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
        this.#reportedEnd ??= this.#end();
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
    const { files, path } = this.options;
    let file = this.#openLog();
    try {
      this.#catchUp(file);
      await this.#mendTail(file, lock.abandonedAt);
      const lastEnd = after ?? this.#reportedEnd ?? this.#end();
      let wasReplaced = lastEnd.identity !== this.#state.log.identity;
      if (again === true && !wasReplaced) {
        progress.written = this.#writtenBefore(file, lastEnd, events);
      }
      let seq = this.#state.maxSeq;
      for (const event of events.slice(progress.written)) {
        for (let attempt = 1; ; attempt += 1) {
          seq = this.#appendOne(file, lock, event, progress);
          if (files.stat(path).identity === this.#state.log.identity) {
            break;
          }
          // Another file replaced the log while the line went into the old one.
          if (attempt === maxLooks) {
            throw changedMeanwhile(path);
          }
          const next = this.#openLog();
          file.close();
          file = next;
          this.#catchUp(file);
          wasReplaced = true;
        }
        progress.written += 1;
        this.#reportedEnd = this.#end();
      }
      const lines = wasReplaced
        ? 0
        : linesAfter(file, lastEnd, this.#state.log.end) - progress.written;
      this.#reportedEnd = this.#end();
      return {
        seq,
        end: this.#reportedEnd,
        otherWriter: lines > 0 || wasReplaced ? { lines, replaced: wasReplaced } : undefined,
      };
    } finally {
      file.close();
    }
  }

  /** Opens the log itself, never a file that a link put in its place meanwhile. */
  #openLog(): WritableFile {
    const { files, path } = this.options;
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
      // An agent has just renamed another log over it.
      file.close();
    }
    throw new WriteError(
      'busy',
      t('{0} changes too fast to be written. Try again in a moment.', path),
    );
  }

  /** @returns the line's sequence number. */
  #appendOne(file: WritableFile, lock: HeldLock, event: NewEvent, progress: Progress): number {
    const { path } = this.options;
    let next = this.#nextLine(event);
    for (let look = 0; look < maxLooks; look += 1) {
      lock.note(next.start + next.bytes.length - next.line.length);
      if (file.stat().size === next.start) {
        break;
      }
      // Someone wrote while a long line was being encoded; it needs another number.
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
      throw changedMeanwhile(path);
    }
    return next.seq;
  }

  /** The next line and its position; an unterminated last line gets its line feed first. */
  #nextLine(event: NewEvent): NextLine {
    const { path, writer } = this.options;
    const { tail, end, start } = this.#state.log;
    const seq = this.#state.maxSeq + 1;
    const line = encodeLine(path, () => writer.line(event, seq, start?.cwd));
    return {
      seq,
      line,
      bytes: tail === undefined ? line : Buffer.concat([lineFeed, line]),
      start: end + (tail?.bytes.length ?? 0),
    };
  }

  /** Under the lock and without pausing: reads additions, or all of a new log. */
  #catchUp(file: WritableFile, onLine: (line: Uint8Array) => void = () => undefined): void {
    if (!this.#state.isOf(file, file.stat())) {
      this.#state.reset();
    }
    const reading = this.#state.advance(file, (line) => onLine(line.bytes));
    while (reading.next().done !== true) {
      // Pausing between slices is for callers that can wait.
    }
    this.#checkSession();
  }

  #checkSession(): void {
    const { start } = this.#state.log;
    this.#sessionId ??= start?.sessionId;
    if (start?.sessionId !== this.#sessionId) {
      throw new WriteError(
        'replaced',
        t('{0} no longer contains this session. Continue in a new session.', this.options.path),
      );
    }
    if (start === undefined) {
      throw new WriteError(
        'notOurs',
        t(
          '{0} does not begin with the start of a session, so nothing is added to it. Continue in a new session.',
          this.options.path,
        ),
      );
    }
  }

  /**
   * Handles a partial line at the end: ours is removed, since it was never reported as written;
   * any other is terminated before the next line, so only that line is lost.
   */
  async #mendTail(file: WritableFile, abandonedAt: number | undefined): Promise<void> {
    const isTorn = () => {
      const { tail } = this.#state.log;
      return tail !== undefined && !isWhole(tail);
    };
    if (isTorn()) {
      // Another writer's long line may still be arriving: a reader can see a write before it is
      // complete.
      let size: number;
      do {
        ({ size } = file.stat());
        await setTimeout(settleMs);
      } while (file.stat().size !== size);
      this.#catchUp(file);
    }
    const { end } = this.#state.log;
    if (isTorn() && (end === abandonedAt || end === this.#tornAt)) {
      file.truncate(end);
      this.#catchUp(file);
    }
    this.#tornAt = undefined;
  }

  /** Number of leading events already present after an earlier end. */
  #writtenBefore(file: WritableFile, lastEnd: LogEnd, events: readonly NewEvent[]): number {
    const { writer } = this.options;
    let found = 0;
    for (const line of splitLines(readBytes(file, lastEnd.size, this.#state.log.end))) {
      const event = events[found];
      const seq = writer.seqOf(line);
      const isIt =
        event !== undefined &&
        seq !== undefined &&
        line.equals(Buffer.from(writer.line(event, seq, this.#state.log.start?.cwd)));
      found += isIt ? 1 : 0;
    }
    return found;
  }

  #end(): LogEnd {
    const { end, identity } = this.#state.log;
    return { size: end, identity };
  }
}

interface NextLine {
  readonly seq: number;
  readonly line: Buffer;
  readonly bytes: Buffer;
  /** Position of `bytes` if nothing else writes. */
  readonly start: number;
}

interface Progress {
  written: number;
  uncertain: boolean;
}

const lineFeed = Buffer.from('\n');
const settleMs = 20;
/** Guards against a constant writer. */
const maxLooks = 5;
const sliceBytes = 1024 * 1024;

function changedMeanwhile(path: string): WriteError {
  return new WriteError(
    'replaced',
    t('Another program changed {0} while it was being written. Try again.', path),
  );
}

/** Nonempty lines after an earlier end. */
function linesAfter(file: WritableFile, lastEnd: LogEnd, end: number): number {
  let lines = 0;
  let isEmpty = true;
  for (let at = lastEnd.size; at < end; at += sliceBytes) {
    for (const byte of readBytes(file, at, Math.min(at + sliceBytes, end))) {
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
