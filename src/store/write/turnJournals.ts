import { randomUUID } from 'node:crypto';
import { uptime } from 'node:os';
import { t } from '#base/l10n.ts';
import { lineFeed } from '#core/jsonl/lineSplitter.ts';
import { itemsOfSteps, type TurnStep, type NewTurn } from '#core/events/newEvent.ts';
import { UserError } from '#core/userError.ts';
import {
  parseJournal,
  type JournalContent,
  type JournalLine,
  type TurnStart,
} from '#protocol/turnJournal.ts';
import type { Appended, AppendRequest } from '#protocol/writing.ts';
import { entriesIn, type FileSystem } from '../disk/fileSystem.ts';
import type { PathStyle } from '../disk/pathStyle.ts';
import type { SessionStore } from '../sessionStore.ts';
import { appendOwn } from './appendLine.ts';
import { readBytes } from './logState.ts';
import { ownProcesses, type ProcessName, type Processes } from './processes.ts';
import type { SessionWriters } from './sessionWriters.ts';
import { WriteError } from './writeError.ts';
import { DiskError, quietly, type WritableFile, type WriteFiles } from './writeFiles.ts';

interface JournalsOptions {
  /** Absolute and native; only this extension writes there. */
  readonly folder: string;
  readonly files: WriteFiles;
  readonly fileSystem: Pick<FileSystem, 'list'>;
  readonly style: PathStyle;
  readonly store: Pick<SessionStore, 'summarize'>;
  readonly writers: Pick<SessionWriters, 'append'>;
  readonly onFault: (fault: unknown) => void;
  readonly processes?: Processes;
  readonly now?: () => number;
}

/** A turn that could not be written for this long is dropped. */
const expiryMs = 30 * 24 * 60 * 60 * 1000;
/**
 * A running turn writes something within this time; afterwards, a process of which no more than the ID is
 * known is a different one.
 */
const silentMs = 24 * 60 * 60 * 1000;
/** Tolerance for clock changes. */
const bootSlackMs = 60 * 1000;

/**
 * A turn is one line of its session's log, so it is written when it ends. Until then, a journal in
 * the extension's own storage records what was said and done; it is deleted once the turn is in the
 * log. Whatever a killed window leaves is written to the session by the next process that looks, as
 * an interrupted turn and exactly once:
 *
 * - The file name says which process has the turn, so a live one is left alone, and of several
 *   processes that look, only the one that managed to rename it continues.
 * - The whole turn goes into the journal before the log, so that its finder can first look
 *   for that exact line there.
 */
export class TurnJournals {
  readonly #processes: Processes;
  readonly #now: () => number;

  constructor(private readonly options: JournalsOptions) {
    this.#processes = options.processes ?? ownProcesses;
    this.#now = options.now ?? Date.now;
  }

  /**
   * @returns the journal's name, for the other calls.
   * @throws DiskError
   */
  begin(start: TurnStart): string {
    const { files, folder } = this.options;
    const name = this.#newName();
    files.makeFolders(folder);
    files.create(this.#path(name)).close();
    try {
      this.#write(name, { version: 1, host: this.#processes.own.host, start });
    } catch (error) {
      this.drop(name);
      throw error;
    }
    // Not every file system can, and a kill alone takes no name away.
    quietly(() => files.syncFolder(folder));
    return name;
  }

  /** Returns once it is on disk. @throws DiskError */
  add(name: string, steps: readonly TurnStep[]): void {
    this.#write(name, { steps });
  }

  /** Drops a turn that will not be written; the user has been told. */
  drop(name: string): void {
    // What remains, the next process removes.
    quietly(() => this.options.files.remove(this.#path(name)));
  }

  /**
   * Appends the turn to its session, then deletes the journal.
   * @throws WriteError; the journal stays, because the caller may try again.
   */
  async finish(name: string, request: AppendRequest): Promise<Appended> {
    const [turn] = request.events;
    if (turn?.kind === 'turn' && request.again !== true) {
      try {
        this.#write(name, { turn });
      } catch (error) {
        // The turn is written regardless; only a kill right now could write it twice.
        if (!(error instanceof DiskError)) {
          this.options.onFault(error);
        }
      }
    }
    const appended = await this.options.writers.append(request);
    this.drop(name);
    return appended;
  }

  /** Writes the turns of dead processes to their sessions. Never throws. */
  async recover(): Promise<void> {
    const { fileSystem, folder, onFault } = this.options;
    for (const { name, kind } of entriesIn(fileSystem, folder)) {
      const [, pid, token] = /^[0-9a-f-]{36}\.(\d+)(?:\.([0-9a-f-]+))?\.jsonl$/.exec(name) ?? [];
      if (kind !== 'file' || pid === undefined) {
        continue;
      }
      try {
        await this.#recoverOne(name, { pid: Number(pid), token });
      } catch (error) {
        if (!(error instanceof DiskError)) {
          onFault(error);
        }
      }
    }
  }

  async #recoverOne(name: string, owner: Omit<ProcessName, 'host'>): Promise<void> {
    const { files } = this.options;
    const { text, writtenAt } = this.#read(name);
    const content = parseJournal(text);
    if (this.#isRunning(owner, content, writtenAt)) {
      return;
    }
    const claimed = this.#newName();
    files.rename(this.#path(name), this.#path(claimed));
    const turn = content === undefined ? undefined : turnOf(content, this.#sizeOf(content));
    if (content === undefined || turn === undefined || this.#now() - writtenAt > expiryMs) {
      this.drop(claimed);
      return;
    }
    try {
      await this.#append(claimed, content, turn);
      this.drop(claimed);
    } catch (error) {
      if (!(error instanceof UserError)) {
        throw error;
      }
      // The session is gone or was replaced: the turn no longer has a place.
      if (!(error instanceof WriteError) || lasting.has(error.reason)) {
        this.drop(claimed);
      }
    }
  }

  async #append(
    name: string,
    { start, turn: known }: JournalContent,
    turn: NewTurn,
  ): Promise<void> {
    const { files, store, writers } = this.options;
    const { session, end } = start;
    if (store.summarize(session.path).id !== session.id) {
      throw new WriteError('replaced', t('{0} contains another session.', session.path));
    }
    if (known === undefined) {
      this.#write(name, { turn });
    }
    // A copy or restored backup of the session in another file has the same lines.
    const { size, identity } = files.stat(session.path);
    const after = { size: Math.min(size, end.size), identity };
    await writers.append({ path: session.path, events: [turn], after, again: true });
  }

  /** Whether the turn is still running, as far as that can be known. */
  #isRunning(
    owner: Omit<ProcessName, 'host'>,
    content: JournalContent | undefined,
    writtenAt: number,
  ): boolean {
    const { own } = this.#processes;
    const { host = own.host } = content ?? {};
    const isRunning = this.#processes.isRunning({ ...owner, host });
    if (isRunning !== undefined) {
      return isRunning;
    }
    const silent = this.#now() - writtenAt;
    const isOlderThanBoot = host === own.host && silent > uptime() * 1000 + bootSlackMs;
    return silent <= silentMs && !isOlderThanBoot;
  }

  #newName(): string {
    const { pid, token } = this.#processes.own;
    return `${randomUUID()}.${pid}.${token}.jsonl`;
  }

  /** Current size of the session's log; 0 if missing. */
  #sizeOf({ start }: JournalContent): number {
    return quietly(() => this.options.files.stat(start.session.path).size) ?? 0;
  }

  #read(name: string): { readonly text: string; readonly writtenAt: number } {
    const file = this.options.files.open(this.#path(name));
    try {
      const { size, mtimeMs } = file.stat();
      return { text: readBytes(file, 0, size).toString(), writtenAt: mtimeMs };
    } finally {
      file.close();
    }
  }

  #write(name: string, line: JournalLine): void {
    const file = this.options.files.open(this.#path(name));
    try {
      // The log has no images either.
      const json = JSON.stringify(line, (key, value: unknown) =>
        key === 'images' ? undefined : value,
      );
      truncateToLastLine(file);
      appendOwn(file, Buffer.from(`${json}\n`));
    } finally {
      file.close();
    }
  }

  #path(name: string): string {
    return this.options.style.join(this.options.folder, name);
  }
}

/**
 * Removes half a line, which a killed process leaves, or a full disk. Everything after it would be ignored.
 *
 * @throws DiskError
 */
function truncateToLastLine(file: WritableFile): void {
  const { size } = file.stat();
  let end = size;
  for (let start = size; start > 0 && end === start;) {
    start = Math.max(0, start - sliceBytes);
    end = start + readBytes(file, start, end).lastIndexOf(lineFeed) + 1;
  }
  if (end < size) {
    file.truncate(end);
  }
}

const sliceBytes = 4 * 1024;

const lasting: ReadonlySet<WriteError['reason']> = new Set([
  'vanished',
  'replaced',
  'notOurs',
  'tooLong',
]);

/**
 * The turn to write; undefined if nothing was said or done. If the session continued elsewhere, the
 * turn quotes the prompt it answers, because that is not the message before it.
 */
function turnOf({ start, steps, turn }: JournalContent, size: number): NewTurn | undefined {
  const items = itemsOfSteps(steps);
  if (turn !== undefined || items.length === 0) {
    return turn;
  }
  const isLast = size <= start.end.size;
  const text = `*The answer to “${start.prompt}” was cut off when its window closed. This is what there was of it:*\n\n`;
  return {
    kind: 'turn',
    items: isLast ? items : [{ kind: 'assistantText', text }, ...items],
    outcome: { type: 'interrupted' },
  };
}
