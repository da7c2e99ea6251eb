import { formatAfter, formatMs } from '#base/format.ts';
import { plural, t } from '#base/l10n.ts';
import type { RowMark } from '#core/lens/rowMark.ts';
import type { TimelineBins } from '#core/lens/timeline.ts';
import { busyBin, countIn, gapAt, turnAt } from './timelineBins.ts';

const counted: Readonly<Record<RowMark, (count: number) => string>> = {
  prompt: (count) => plural(count, '1 prompt', '{0} prompts'),
  reply: (count) => plural(count, '1 answer', '{0} answers'),
  read: (count) => plural(count, '1 file read', '{0} files read'),
  search: (count) => plural(count, '1 search', '{0} searches'),
  edit: (count) => plural(count, '1 edit', '{0} edits'),
  shell: (count) => plural(count, '1 shell command', '{0} shell commands'),
  web: (count) => plural(count, '1 web request', '{0} web requests'),
  agent: (count) => plural(count, '1 sub-agent', '{0} sub-agents'),
  tool: (count) => plural(count, '1 tool call', '{0} tool calls'),
  diff: (count) => plural(count, '1 diff', '{0} diffs'),
  compaction: (count) => plural(count, '1 compaction', '{0} compactions'),
  error: (count) => plural(count, '1 error', '{0} errors'),
  other: (count) => plural(count, '1 other row', '{0} other rows'),
};

export interface BinWords {
  /** When and in which turn; empty if the log says neither. */
  readonly where: string;
  readonly what: readonly string[];
  /** Calls that failed; empty if none did. */
  readonly failed: string;
}

/** What is in a bin, or went on in it. */
export function wordsOf(bins: TimelineBins, at: number): BinWords {
  const gap = gapAt(bins, at);
  const bin = busyBin(bins, at);
  const time = bins.times[bin];
  const turn = turnAt(bins, bin);
  const where = [
    ...(time === undefined ? [] : [formatAfter(time, bins.times[0])]),
    ...(turn === 0 ? [] : [t('Turn {0}', turn)]),
  ].join(' · ');
  if (gap !== undefined) {
    return { where, what: [t('Idle for {0}', formatMs(gap.ms))], failed: '' };
  }
  const what = (Object.keys(counted) as RowMark[]).flatMap((mark) => {
    const count = countIn(bins, bin, mark);
    return count === 0 ? [] : [counted[mark](count)];
  });
  const failed = countIn(bins, bin, 'failed');
  return { where, what, failed: failed === 0 ? '' : plural(failed, '1 failed', '{0} failed') };
}

/** The same in one line, for a screen reader. @param place of the current row. */
export function valueText(bins: TimelineBins, bin: number, place: number): string {
  const { where, what, failed } = wordsOf(bins, bin);
  const row = t('Row {0} of {1}', place + 1, bins.rows);
  return [row, where, ...what, failed].filter((part) => part !== '').join(', ');
}
