import { append } from '#base/append.ts';
import type { Pacer } from '#base/pacer.ts';
import { FindRefused } from './timedSearch.ts';
import { UserError } from '#core/userError.ts';
import { faultAt, type OnFault } from '../disk/faults.ts';
import { SessionReplaced } from '../sources/records/source.ts';
import { t } from '#base/l10n.ts';
import { oneLine } from '#core/text/oneLine.ts';
import type { ReadingEnd } from '#protocol/readingEnd.ts';

/** As often as anybody can read. */
const reportMs = 100;

interface SessionsTask<T> {
  /** What a session has of what is looked for. @param failed for parts of it. */
  readonly read: (path: string, failed: Failed) => Promise<readonly T[]>;
  /** Receives the first at once, and then what was found meanwhile; the rest waits for it. */
  readonly report: (looked: number, found: readonly T[]) => Promise<void>;
  /** Asked before each session. */
  readonly isEnough?: () => boolean;
  readonly failed: Failed;
}

/**
 * Reads sessions one after the other, giving way to other work. Nothing is kept of one when the next
 * begins. One that cannot be read, for whatever reason, is counted and left out.
 *
 * @param counts updated after each session, even if the search fails.
 * @throws the pacer's reason when aborted; FindRefused, which is no matter of one session.
 */
export async function eachSession<T>(
  paths: readonly string[],
  { read, report, isEnough, failed }: SessionsTask<T>,
  pacer: Pacer,
  counts = { looked: 0, unread: 0 },
): Promise<ReadingEnd> {
  const reasons: string[] = [];
  const noted: Failed = (error, path) => {
    failed(error, path);
    if (reasons.length < mostReported) {
      reasons.push(whyNot(path, error));
    }
  };
  let found: T[] = [];
  let isFirst = true;
  let reportedAt = performance.now();
  const reportNow = async () => {
    const news = found;
    found = [];
    await report(counts.looked, news);
    reportedAt = performance.now();
  };
  for (const path of paths) {
    if (isEnough?.() === true) {
      break;
    }
    try {
      append(found, await read(path, noted));
    } catch (error) {
      costsOnly(path, error, pacer, noted);
      counts.unread += 1;
    }
    counts.looked += 1;
    await pacer.pauseIfDue();
    const isDue = (isFirst && found.length > 0) || performance.now() - reportedAt >= reportMs;
    isFirst &&= found.length === 0;
    if (isDue) {
      await reportNow();
    }
  }
  if (found.length > 0) {
    await reportNow();
  }
  return { ...counts, ...(reasons.length === 0 ? {} : { reasons }) };
}

/**
 * Lets an error cost no more than the session in which it came up.
 *
 * @throws the pacer's reason when aborted; FindRefused, which concerns all sessions.
 */
export function costsOnly(path: string, error: unknown, pacer: Pacer, failed: Failed): void {
  pacer.signal?.throwIfAborted();
  if (error instanceof FindRefused) {
    throw error;
  }
  failed(error, path);
}

/** Reports an error that is no sentence for the user; what leaves a session out says that one. */
export function reportBug(error: unknown, path: string | undefined, onFault: OnFault): void {
  if (!(error instanceof UserError || error instanceof SessionReplaced)) {
    onFault(path === undefined ? error : faultAt(path, error));
  }
}

/** Hears of a session, or a part of one, that could not be read, and why: a sentence, or a bug. */
export type Failed = (error: unknown, path: string) => void;

/** Sentences that people read; the log has all bugs. */
const mostReported = 3;

/** Code points of an ID, which comes from a log. */
const idLength = 60;

/** @param id by which its session names it. */
export function missingAgent(id: string): UserError {
  return new UserError(t('The log of its sub-agent {0} cannot be found.', oneLine(id, idLength)));
}

/** Why a session cannot be read, in a sentence that names it. */
export function whyNot(path: string, error: unknown): string {
  const why =
    error instanceof UserError
      ? error.message
      : error instanceof SessionReplaced
        ? t('It changed while it was read.')
        : t('Reading it failed. The log says why.');
  return why.includes(path) ? why : `${path}: ${why}`;
}
