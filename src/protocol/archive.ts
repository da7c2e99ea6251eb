import type { MarkedSession } from '#core/events/marks.ts';
import { expiresWithin, soonMs } from '#core/events/expiry.ts';
import type { SessionSummary } from '#core/events/session.ts';

/** Of which sessions copies are made by themselves; each has all that the one before it has. */
export type ArchiveMode = 'pinned' | 'expiring' | 'all';

export interface ArchiveOrder {
  readonly mode: ArchiveMode;
  /** What all copies may take; bytes. */
  readonly limit: number;
  readonly pinned: readonly MarkedSession[];
  /** Sessions that changed and are to be copied; those of all folders if absent, unless that was just done. */
  readonly paths?: readonly string[];
}

export function wantsCopy(
  mode: ArchiveMode,
  { isKept, promptsLeft, expiresAt }: Pick<SessionSummary, 'isKept' | 'promptsLeft' | 'expiresAt'>,
  isPinned: boolean,
  now: number,
): boolean {
  const isWanted =
    isPinned || mode === 'all' || (mode === 'expiring' && expiresWithin(expiresAt, soonMs, now));
  return isKept !== true && promptsLeft === undefined && isWanted;
}

export interface ArchiveReport {
  /** Sessions of which something was copied. */
  readonly copied: number;
  readonly failures: readonly { readonly path: string; readonly reason: string }[];
  /** The disk is full, and nothing more was copied. */
  readonly isFull: boolean;
  /** Copies that were deleted to stay within the limit. */
  readonly deleted: readonly DeletedCopy[];
}

export interface DeletedCopy {
  readonly path: string;
  /** Its agent has the session no longer. */
  readonly isLast: boolean;
}

export interface KeptCopy {
  /** Something was copied: there was no copy, or an older one. */
  readonly isNew: boolean;
}

/** What restoring a copy to its agent takes. */
export interface Restorable {
  /** The agent's name. */
  readonly agent: string;
  /** It deletes sessions by itself. */
  readonly isTemporary: boolean;
  /** What is created; native paths, that of the session last. */
  readonly files: readonly string[];
}

export interface RestoredSession {
  /** The session's, in its agent's store. */
  readonly path: string;
}
