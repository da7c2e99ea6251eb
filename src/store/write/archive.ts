import type { MarkedSession } from '#core/events/marks.ts';
import type { SessionSummary } from '#core/events/session.ts';
import { append } from '#base/append.ts';
import { Pacer } from '#base/pacer.ts';
import { UserError } from '#core/userError.ts';
import {
  wantsCopy,
  type ArchiveOrder,
  type ArchiveReport,
  type DeletedCopy,
  type KeptCopy,
  type Restorable,
  type RestoredSession,
} from '#protocol/archive.ts';
import { smallText } from '../disk/fileSystem.ts';
import { replaceFile } from '../disk/replaceFile.ts';
import type { SessionStore } from '../sessionStore.ts';
import { lookAtSessions } from '../storage/sessionsOnDisk.ts';
import { isCopyable } from './copyFiles.ts';
import type { KeptCopies } from './keptCopies.ts';
import { WriteError } from './writeError.ts';

/** All sessions are looked at again after so long, by whichever window comes first. ms */
const againMs = 6 * 60 * 60 * 1000;
/** Looking takes no longer, or next to nothing is left to copy. ms */
const lookMs = 10 * 60 * 1000;
/** Below the limit, so that not each further copy deletes another. */
const roomLeft = 0.95;
/** Copies are measured again when so much of the limit may have come. */
const measuredPart = 0.01;

const nothing: ArchiveReport = { copied: 0, failures: [], isFull: false, deleted: [] };

/** What windows tell each other. */
interface ArchiveState {
  /** When all sessions were looked at, and for which; epoch ms. */
  readonly lookedAt?: number;
  readonly mode?: string;
  /** Copies up to this age were deleted because of a limit, and are not made again as long as it stays. */
  readonly limit?: number;
  readonly deletedTo?: number;
}

/** Makes copies by themselves, and keeps them within a limit; copies, restores and deletes sessions with their sub-agents. */
export class Archive {
  /** Bytes that were copied since all copies were measured. */
  #unmeasured = Infinity;

  /** @param file in which windows tell each other what was done; absolute and native. */
  constructor(
    private readonly store: Pick<
      SessionStore,
      'list' | 'listTools' | 'summarize' | 'locate' | 'fileSystem'
    >,
    private readonly copies: KeptCopies,
    private readonly file: string,
    private readonly now: () => number = Date.now,
  ) {}

  /** @throws the signal's reason when aborted. */
  async run(order: ArchiveOrder, signal?: AbortSignal): Promise<ArchiveReport> {
    const state = this.#state();
    const isWhole = order.paths === undefined;
    const isDone =
      state.mode === order.mode && Math.abs(this.now() - (state.lookedAt ?? 0)) < againMs;
    if (isWhole && isDone) {
      return nothing;
    }
    const looked = (at: number) => {
      if (isWhole) {
        this.#save({ ...this.#state(), mode: order.mode, lookedAt: at });
      }
    };
    // No other window does the same meanwhile, but one does soon if this one is closed.
    looked(this.now() - againMs + lookMs);
    const report = await this.#copyAll(order, signal);
    looked(this.now());
    return report;
  }

  async #copyAll(order: ArchiveOrder, signal: AbortSignal | undefined): Promise<ArchiveReport> {
    const pacer = new Pacer(signal);
    const isPinned = isAmong(order.pinned);
    const deleted: DeletedCopy[] = [];
    const failures: { path: string; reason: string }[] = [];
    let copied = 0;
    let deletedTo = this.#deletedTo(order);
    for (const path of await this.#wanted(order, isPinned, signal)) {
      await pacer.pauseIfDue();
      try {
        const { fileSystem } = this.store;
        const own = fileSystem.stat(path);
        const isTooOld = own.ok && own.value.mtimeMs <= deletedTo;
        const isCopied =
          this.copies.isCurrent(path) || (isTooOld && !isPinned(this.store.summarize(path)));
        if (!isCopied && (await this.copies.keep(path)).isNew) {
          copied += 1;
          this.#unmeasured += own.ok ? own.value.size : 0;
          if (this.#unmeasured >= order.limit * measuredPart) {
            append(deleted, await this.#trim(order));
            deletedTo = this.#deletedTo(order);
          }
        }
      } catch (error) {
        if (!(error instanceof UserError)) {
          throw error;
        }
        failures.push({ path, reason: error.message });
        if (error instanceof WriteError && error.reason === 'noSpace') {
          return { copied, failures, isFull: true, deleted };
        }
      }
    }
    return { copied, failures, isFull: false, deleted };
  }

  /** Newest first. */
  async #wanted(
    { mode, paths }: ArchiveOrder,
    isPinned: (session: SessionSummary) => boolean,
    signal: AbortSignal | undefined,
  ): Promise<readonly string[]> {
    const sessions = async () =>
      (await this.store.list('all', signal))
        .flatMap((listing) => listing.sessions)
        .filter((session) => wantsCopy(mode, session, isPinned(session), this.now()))
        .map(({ path }) => path);
    const wanted = paths ?? (await this.#withSubAgents(await sessions(), signal));
    return wanted.filter((path) => {
      const place = this.store.locate(path);
      return place !== undefined && isCopyable(place.layout);
    });
  }

  /**
   * Copies a session for the user, with its sub-agents.
   *
   * @throws as `KeptCopies.keep`.
   */
  async keep(path: string, signal?: AbortSignal): Promise<KeptCopy> {
    let isNew = false;
    for (const each of await this.#withSubAgents([path], signal)) {
      isNew = (await this.copies.keep(each)).isNew || isNew;
    }
    return { isNew };
  }

  /** @throws as `KeptCopies.restorable`. */
  async restorable(path: string, signal?: AbortSignal): Promise<Restorable> {
    return this.copies.restorable(await this.#withSubAgents([path], signal));
  }

  /** @throws as `KeptCopies.restore`. */
  async restore(path: string, signal?: AbortSignal): Promise<RestoredSession> {
    return this.copies.restore(await this.#withSubAgents([path], signal));
  }

  /** Deletes a copy with those of its sub-agents. @throws as `KeptCopies.removeAll`. */
  async remove(path: string, signal?: AbortSignal): Promise<void> {
    await this.copies.removeAll(await this.#withSubAgents([path], signal));
  }

  /** Before each session those sub-agents that lie where sessions are; copies have copies of them. */
  async #withSubAgents(
    paths: readonly string[],
    signal: AbortSignal | undefined,
  ): Promise<readonly string[]> {
    const isAlone = (path: string) => {
      const subAgents = this.store.locate(path)?.layout.subAgents;
      return subAgents?.logsOf === undefined || subAgents.folderOf !== undefined;
    };
    if (paths.every(isAlone)) {
      return paths;
    }
    const { stored } = await lookAtSessions(this.store.listTools, new Pacer(signal));
    const others = new Map(stored.map((each) => [each.main.place.path, each.others]));
    return paths.flatMap((path) => [
      ...(others.get(path) ?? [])
        .filter(({ summary }) => summary.isSubAgent === true)
        .map(({ place }) => place.path),
      path,
    ]);
  }

  /** Deletes the oldest copies until they are within the limit. */
  async #trim({ limit, pinned }: ArchiveOrder): Promise<readonly DeletedCopy[]> {
    const { fileSystem } = this.store;
    const copies = await this.copies.all();
    let total = copies.reduce((sum, { bytes }) => sum + bytes, 0);
    this.#unmeasured = 0;
    if (total <= limit) {
      return [];
    }
    const isPinned = isAmong(pinned);
    const oldest = copies
      .flatMap(({ session, from, bytes }) => {
        const stat = fileSystem.stat(session);
        return stat.ok ? [{ session, from, bytes, mtimeMs: stat.value.mtimeMs }] : [];
      })
      .sort((a, b) => a.mtimeMs - b.mtimeMs);
    const deleted: DeletedCopy[] = [];
    const paths: string[] = [];
    let deletedTo = -Infinity;
    for (const { session, from, bytes, mtimeMs } of oldest) {
      if (total <= limit * roomLeft) {
        break;
      }
      const summary = this.#sessionAt(session);
      if (summary !== undefined && !isPinned(summary)) {
        paths.push(session);
        total -= bytes;
        deletedTo = mtimeMs;
        if (summary.isSubAgent !== true) {
          deleted.push({ path: session, isLast: !fileSystem.stat(from).ok });
        }
      }
    }
    if (paths.length > 0) {
      await this.copies.removeAll(paths);
      this.#save({ ...this.#state(), limit, deletedTo });
    }
    return deleted;
  }

  #sessionAt(path: string): SessionSummary | undefined {
    try {
      return this.store.summarize(path);
    } catch (error) {
      if (error instanceof UserError) {
        // It was deleted meanwhile.
        return undefined;
      }
      throw error;
    }
  }

  /** Up to which age copies were deleted because of this limit. */
  #deletedTo({ limit }: ArchiveOrder): number {
    const state = this.#state();
    return state.limit === limit ? (state.deletedTo ?? -Infinity) : -Infinity;
  }

  #state(): ArchiveState {
    try {
      const value: unknown = JSON.parse(smallText(this.store.fileSystem, this.file) ?? '{}');
      return typeof value === 'object' && value !== null ? value : {};
    } catch {
      return {};
    }
  }

  #save(state: ArchiveState): void {
    try {
      replaceFile(this.file, new TextEncoder().encode(JSON.stringify(state)));
    } catch {
      // Only saves work: the next copy says what the disk refuses.
    }
  }
}

/** Whether a session, or that of a sub-agent, is among these. */
function isAmong(marked: readonly MarkedSession[]): (session: SessionSummary) => boolean {
  const key = (agent: string, id: string | undefined) => `${agent}\n${id}`;
  const keys = new Set(marked.map(({ agent, id }) => key(agent, id)));
  return ({ agent, id, formerId, isSubAgent, parent }) =>
    keys.has(key(agent, id)) ||
    keys.has(key(agent, formerId)) ||
    (isSubAgent === true && keys.has(key(agent, parent?.id)));
}
