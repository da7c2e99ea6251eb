import type { NumbersState } from '#protocol/numbersPage.ts';
import type { PageHost } from '../kit/page/host.ts';

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
      readonly reasons?: readonly string[];
    };
