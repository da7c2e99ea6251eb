import type { ContextSize } from './contextSize.ts';
import type { EventPlace } from './contextTurn.ts';

/** What a compaction did to the context of the shown branch. */
export interface CompactionEffect extends EventPlace {
  /** Its number among those of the shown branch, from 1. */
  readonly number: number;
  /** Entries said before it, and the first of them that stays; `at` if none does. */
  readonly at: number;
  readonly start: number;
  /** From there on, only prompts stay. */
  readonly keepsPrompts: boolean;
  /** The first entry that the compaction before it left. */
  readonly startBefore: number;
  readonly before: ContextSize;
  readonly after: ContextSize;
  /** What stays as it was. */
  readonly kept: ContextSize;
  /** What its own words stand for, without those of the compaction before it. */
  readonly replaced: ContextSize;
  /** What edits removed since the compaction before it: nothing stands for that. */
  readonly removed: ContextSize;
  readonly own: ContextSize;
  readonly summaryFollows: boolean;
  /** It follows no rule about what it keeps: what stays, its own words repeat. */
  readonly repeats: boolean;
  /** The words of the compaction before it are among what it replaces. */
  readonly replacesSummary: boolean;
}

/** Where an entry is now. */
export type Fate =
  | { readonly state: 'in' }
  /** `dropped`: nothing stands for it. @param by the compaction or edit that took it away. */
  | { readonly state: 'summarized' | 'dropped'; readonly by: EventPlace };
