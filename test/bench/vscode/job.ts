import type { Turn } from './turnRecorder.ts';

/** The probe's job in the extension host, passed as JSON in the environment. */
export type Job =
  /** Activates both extensions and reads VS Code's own figures. */
  | { readonly kind: 'activation'; readonly bare: string }
  /**
   * Records the host's event loop turns: at rest, while listing all sessions, and while opening
   * one.
   */
  | { readonly kind: 'turns'; readonly sessions: number; readonly open: string }
  /** Shows the list and waits until the other side is done. */
  | { readonly kind: 'list'; readonly sessions: number };

export interface Activation {
  /** Times in ms for loading the code and running `activate`, from VS Code's own figures. */
  readonly load: number;
  readonly call: number;
}

export type JobResult =
  | { readonly kind: 'activation'; readonly product: Activation; readonly bare: Activation }
  | {
      readonly kind: 'turns';
      readonly rest: readonly Turn[];
      readonly list: readonly Turn[];
      readonly open: readonly Turn[];
    }
  | { readonly kind: 'list' };

export const jobVariable = 'SESSION_BROWSER_BENCH_JOB';
/** Output file. */
export const resultVariable = 'SESSION_BROWSER_BENCH_RESULT';
/** File whose creation ends a waiting job. */
export const doneVariable = 'SESSION_BROWSER_BENCH_DONE';
export const productId = 'session-browser.session-browser';
