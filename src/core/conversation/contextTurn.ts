import type { KeptRule } from '../events/event.ts';
import type { ContextSize } from './contextSize.ts';

/** Where an event is in the log. */
export interface EventPlace {
  readonly line: number;
  /** Index among the line's events. */
  readonly event: number;
}

/** A compaction or an edit, with the number of entries said before it. */
export type Turn = EventPlace & { readonly at: number } & (
    | {
        readonly type: 'compaction';
        /** Line from which on earlier entries stay; undefined if the rule names no existing one. */
        readonly keptFrom: number | undefined;
        /** Line from which on they go again: the request for the compaction. */
        readonly keptUntil: number | undefined;
        readonly kept: KeptRule | undefined;
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

export type NewCompactionTurn = Omit<Extract<Turn, { type: 'compaction' }>, 'at'>;
export type NewEditTurn = Omit<Extract<Turn, { type: 'edit' }>, 'at'>;
