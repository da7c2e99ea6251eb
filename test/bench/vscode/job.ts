import type { Turn } from './turnRecorder.ts';

/** What the probe shall do in the extension host, as JSON in its environment. */
export type Job =
  /** Activates both extensions and reads VS Code's own figures. */
  | { readonly kind: 'activation'; readonly bare: string }
  /** Records the host's turns: at rest, while all sessions are listed, and while one is opened. */
  | { readonly kind: 'turns'; readonly sessions: number; readonly open: string }
  /** Shows the list and waits until the other side has seen enough. */
  | { readonly kind: 'list'; readonly sessions: number };

export interface Activation {
  /** ms of loading the code and of running `activate`, as VS Code's own figures have them. */
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
/** File that the result goes to. */
export const resultVariable = 'SESSION_BROWSER_BENCH_RESULT';
/** File that ends a job which waits for one. */
export const doneVariable = 'SESSION_BROWSER_BENCH_DONE';
export const productId = 'session-browser.session-browser';
