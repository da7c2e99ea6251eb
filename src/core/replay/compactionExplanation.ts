import type { CompactionRow } from './row.ts';

/** What a compaction means to a reader, in one sentence. */
export function compactionExplanation({ keepsLatest }: CompactionRow): string {
  return keepsLatest === true
    ? 'From here on the model knew what went before only through this summary and the latest messages before it.'
    : 'From here on the model knew what went before only through this summary.';
}
