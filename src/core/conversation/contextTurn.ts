import type { RetainedRule } from '../events/event.ts';
import type { ContextSize } from './contextSize.ts';

/** Where an event is in the log. */
export interface EventPlace {
  readonly line: number;
  /** Index among the line's events. */
  readonly event: number;
}

/** A compaction or an edit, with the number of entries said before it. */
export type ContextTurn = EventPlace & { readonly at: number } & (
    | {
        readonly type: 'compaction';
        /** Line from which on earlier entries stay; undefined if the rule names no existing one. */
        readonly retainedFrom: number | undefined;
        /** Line from which on they go again: the request for the compaction. */
        readonly retainedUntil: number | undefined;
        readonly retained: RetainedRule | undefined;
        /** What it says in place of what it replaces. */
        readonly size: ContextSize;
        /** What stands for that is said after it. */
        readonly summaryFollows: boolean;
      }
    | {
        readonly type: 'edit';
        /** Line of the changed entries. */
        readonly target: number;
        /** An entry's size after it; undefined removes the entry. */
        readonly resized: ((entry: number) => ContextSize) | undefined;
      }
  );

export type NewCompactionTurn = Omit<Extract<ContextTurn, { type: 'compaction' }>, 'at'>;
export type NewEditTurn = Omit<Extract<ContextTurn, { type: 'edit' }>, 'at'>;

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
  readonly retained: ContextSize;
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
