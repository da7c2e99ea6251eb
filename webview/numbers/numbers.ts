import type { ReadonlySignal, Signal } from '@preact/signals';
import type { SessionNumbers } from '#core/numbers/numbers.ts';
import type { NumbersPlace, NumbersState } from '#protocol/numbersPage.ts';
import type { PageHost } from '../model/host.ts';

/** What the page needs of its surroundings. */
export interface NumbersHost extends PageHost<NumbersState> {
  /** Epoch ms. */
  now(): number;
}

export type ReadProgress =
  | { readonly kind: 'idle' }
  | { readonly kind: 'failed'; readonly sentence: string }
  | {
      readonly kind: 'reading' | 'stopped' | 'done';
      readonly looked: number;
      /** Undefined while sessions are listed. */
      readonly total: number | undefined;
      readonly unread: number;
    };

export interface NumbersModel {
  readonly place: ReadonlySignal<NumbersPlace>;
  readonly state: Signal<NumbersState>;
  readonly progress: ReadonlySignal<ReadProgress>;
  /** Of all sessions read so far. */
  readonly sessions: ReadonlySignal<readonly SessionNumbers[]>;
  /** The first day that counts; all if empty. */
  readonly from: ReadonlySignal<string>;
  /** Epoch ms. */
  now(): number;
  start(): Promise<void>;
  /** Changes what is shown, and reads what that takes. */
  choose(change: Partial<NumbersState>): void;
  stop(): void;
  read(): void;
  exportCsv(): Promise<void>;
  report(fault: unknown): void;
}
