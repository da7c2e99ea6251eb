import type { CallState } from '#core/index/rowTable.ts';
import type { Spending } from '#core/prices/spending.ts';
import type { OutlineKind } from '#core/lens/outline.ts';

export interface OutlinePage {
  readonly generation: number;
  readonly total: number;
  readonly entries: readonly OutlineEntry[];
}

/** A prompt and what it led to, or what lies between prompts. */
export type OutlineEntry = OutlinePrompt | OutlineMarker;

interface OutlineBase {
  readonly rowId: string;
  /** Place of the row among all rows of the shown branch. */
  readonly index: number;
  /** Epoch ms. */
  readonly time?: number;
}

export interface OutlinePrompt extends OutlineBase {
  readonly kind: 'prompt';
  /** Its beginning as one line; empty if it has no text. */
  readonly text: string;
  /** Changed files. */
  readonly files: number;
  readonly commands: number;
  /** Failed calls and errors. */
  readonly failures: number;
  /** Tool calls and commands. */
  readonly calls: number;
  /** Absent if the format dates no lines. */
  readonly durationMs?: number;
  /** What its requests used and cost; absent if the log does not tell. */
  readonly spent?: Spending;
}

export interface OutlineMarker extends OutlineBase {
  readonly kind: Exclude<OutlineKind, 'prompt'>;
  /** Of a plan: its first line, and what the user decided. */
  readonly text?: string;
  readonly state?: CallState;
}
