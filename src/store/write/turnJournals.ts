import { randomUUID } from 'node:crypto';
import { uptime } from 'node:os';
import { t } from '#base/l10n.ts';
import { itemsOfSteps, type TurnStep } from '#core/chat/turnSteps.ts';
import type { NewTurn } from '#core/newEvent.ts';
import { UserError } from '#core/userError.ts';
import {
  parseJournal,
  type JournalContent,
  type JournalLine,
  type TurnStart,
} from '#protocol/turnJournal.ts';
import type { Appended, AppendRequest } from '#protocol/writing.ts';
import type { FileSystem } from '../disk/fileSystem.ts';
import type { PathStyle } from '../disk/pathStyle.ts';
import type { SessionStore } from '../sessionStore.ts';
import { readBytes } from './logState.ts';
import { here, isAlive } from './processes.ts';
import type { SessionWriters } from './sessionWriters.ts';
import { WriteError } from './writeError.ts';
import { DiskError, type WriteFiles } from './writeFiles.ts';

export interface JournalsOptions {
  /** Absolute and native; only this product writes there. */
  readonly folder: string;
  readonly files: WriteFiles;
  readonly fileSystem: Pick<FileSystem, 'list'>;
  readonly style: PathStyle;
  readonly store: Pick<SessionStore, 'summarise'>;
  readonly writers: Pick<SessionWriters, 'append'>;
  readonly onFault: (fault: unknown) => void;
  /** Of this process, and whether another one lives; tests have their own. */
  readonly pid?: number;
  readonly isAlive?: (pid: number) => boolean;
  readonly now?: () => number;
}

/** After so long nobody waits for a turn any more that could never be written. */
const keptMs = 30 * 24 * 60 * 60 * 1000;
/** A running turn says something within this time; a process with the same id is another by then. */
const silentMs = 24 * 60 * 60 * 1000;
/** Clocks are set. */
const bootSlackMs = 60 * 1000;

/**
 * A turn is one line of its session's log, so it is written when it ends. Until then a journal beside
 * the product's own data has what was said and done; it goes when the turn is in the log. What a killed
 * window leaves is written to the session by the next process that looks, as an interrupted turn and
 * exactly once:
 *
 * - The file's name has the id of the process that the turn runs in, so a living one is left alone, and
 *   of several that look only the one that could rename it goes on.
 * - The whole turn is put into the journal before it goes to the log, so that whoever finds it can look
 *   for that very line there first.
 */
export class TurnJournals {
  readonly #options: JournalsOptions;
  readonly #pid: number;
  readonly #now: () => number;

  constructor(options: JournalsOptions) {
    this.#options = options;
    this.#pid = options.pid ?? process.pid;
    this.#now = options.now ?? Date.now;
  }

  /**
   * @returns the journal's name, for the other calls.
   * @throws DiskError
   */
  begin(start: TurnStart): string {
    const { files, folder } = this.#options;
    const name = `${randomUUID()}.${this.#pid}.jsonl`;
    files.makeFolders(folder);
    files.create(this.#path(name)).close();
    this.#write(name, { version: 1, host: here, start });
    return name;
  }

  /** Returns when it is on the disk. @throws DiskError */
  add(name: string, steps: readonly TurnStep[]): void {
    this.#write(name, { steps });
  }

  /** The turn will not be written: the user was told. */
  drop(name: string): void {
    try {
      this.#options.files.remove(this.#path(name));
    } catch (error) {
      // What the disk refuses now, the next process removes.
      if (!(error instanceof DiskError)) {
        throw error;
      }
    }
  }

  /**
   * Appends the turn to its session; then the journal goes.
   * @throws WriteError; then the journal stays, because the caller may try again.
   */
  async finish(name: string, request: AppendRequest): Promise<Appended> {
    const [turn] = request.events;
    if (turn?.kind === 'turn' && request.again !== true) {
      try {
        this.#write(name, { turn });
      } catch (error) {
        // Without it the turn is written all the same, only not as surely once if this process is killed now.
        if (!(error instanceof DiskError)) {
          this.#options.onFault(error);
        }
      }
    }
    const appended = await this.#options.writers.append(request);
    this.drop(name);
    return appended;
  }

  /** Writes what dead processes left to its sessions. Never throws. */
  async recover(): Promise<void> {
    const { fileSystem, folder, onFault } = this.#options;
    const listed = fileSystem.list(folder);
    for (const { name, kind } of listed.ok ? listed.value : []) {
      const pid = /^[0-9a-f-]{36}\.(\d+)\.jsonl$/.exec(name)?.[1];
      if (kind !== 'file' || pid === undefined) {
        continue;
      }
      try {
        await this.#recoverOne(name, Number(pid));
      } catch (error) {
        if (!(error instanceof DiskError)) {
          onFault(error);
        }
      }
    }
  }

  async #recoverOne(name: string, pid: number): Promise<void> {
    const { files } = this.#options;
    const { text, writtenAt } = this.#read(name);
    const content = parseJournal(text);
    if (this.#isRunning(pid, content, writtenAt)) {
      return;
    }
    const claimed = `${randomUUID()}.${this.#pid}.jsonl`;
    files.rename(this.#path(name), this.#path(claimed));
    const turn = content === undefined ? undefined : turnOf(content, this.#sizeOf(content));
    if (content === undefined || turn === undefined || this.#now() - writtenAt > keptMs) {
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
      // The session is gone, or another's: the turn has no place any more.
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
    const { files, store, writers } = this.#options;
    const { session, end } = start;
    if (store.summarise(session.path).id !== session.id) {
      throw new WriteError('replaced', t('{0} contains another session.', session.path));
    }
    if (known === undefined) {
      this.#write(name, { turn });
    }
    // The same session in another file, as a copy or a restored backup is, has the same lines.
    const { size, identity } = files.stat(session.path);
    const after = { size: Math.min(size, end.size), identity };
    await writers.append({ path: session.path, events: [turn], after, again: true });
  }

  /** Whether the turn still runs, or whether that cannot be known. */
  #isRunning(pid: number, content: JournalContent | undefined, writtenAt: number): boolean {
    const silent = this.#now() - writtenAt;
    if (pid === this.#pid) {
      return true;
    }
    if (silent > silentMs) {
      return false;
    }
    const isOlderThanBoot = silent > uptime() * 1000 + bootSlackMs;
    const isHere = content === undefined || content.host === here;
    return !isHere || (!isOlderThanBoot && (this.#options.isAlive ?? isAlive)(pid));
  }

  /** Bytes of the session's log now; 0 if it is not there. */
  #sizeOf({ start }: JournalContent): number {
    try {
      return this.#options.files.stat(start.session.path).size;
    } catch (error) {
      if (error instanceof DiskError) {
        return 0;
      }
      throw error;
    }
  }

  #read(name: string): { readonly text: string; readonly writtenAt: number } {
    const file = this.#options.files.open(this.#path(name));
    try {
      const { size, mtimeMs } = file.stat();
      return { text: readBytes(file, 0, size).toString(), writtenAt: mtimeMs };
    } finally {
      file.close();
    }
  }

  #write(name: string, line: JournalLine): void {
    const file = this.#options.files.open(this.#path(name));
    try {
      // Pictures are not in the log either.
      const json = JSON.stringify(line, (key, value: unknown) =>
        key === 'images' ? undefined : value,
      );
      file.append(Buffer.from(`${json}\n`));
      file.sync();
    } finally {
      file.close();
    }
  }

  #path(name: string): string {
    return this.#options.style.join(this.#options.folder, name);
  }
}

const lasting: ReadonlySet<WriteError['reason']> = new Set([
  'vanished',
  'replaced',
  'notOurs',
  'tooLong',
]);

/**
 * The turn as it is to be written; undefined if nothing was said or done. Where others have gone on
 * with the session since, it says what it answers, because its message is not the one before it.
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
