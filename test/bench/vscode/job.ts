import type { Turn } from './recordTurns.ts';

/** What the probe does in the extension host; it comes as JSON in the environment. */
export interface Job {
  /** To be listed in the end. */
  readonly sessions: number;
  /** Whether turns of the event loop are recorded, which takes time of its own. */
  readonly isRecorded: boolean;
  /** Files by which it says that the window may be used, learns that it was, and says what it saw. */
  readonly ready: string;
  readonly done: string;
  readonly result: string;
}

/** Turns while nothing happened, and while the window was used. */
export interface Turns {
  readonly rest: readonly Turn[];
  readonly used: readonly Turn[];
}

export const jobVariable = 'SESSION_BROWSER_BENCH_JOB';
