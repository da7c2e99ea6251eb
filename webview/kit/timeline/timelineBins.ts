import { firstPlace } from '#base/binarySearch.ts';
import { rowMarks, type RowMark } from '#core/lens/rowMark.ts';
import {
  failedColumn,
  timelineColumns,
  type TimelineBins,
  type TimelineGap,
} from '#core/lens/timeline.ts';

/** Number of rows in a bin. */
export function rowsIn({ starts, rows }: TimelineBins, bin: number): number {
  return (starts[bin + 1] ?? rows) - (starts[bin] ?? rows);
}

/** The bin of a row. @param place among all rows. */
export function binOf({ starts }: TimelineBins, place: number): number {
  const next = firstPlace(0, starts.length, (bin) => (starts[bin] ?? 0) > place);
  return Math.max(0, next - 1);
}

/** The bin whose last row was going on in a bin: itself if it has rows. */
export function busyBin(bins: TimelineBins, bin: number): number {
  return rowsIn(bins, bin) > 0 ? bin : binOf(bins, (bins.starts[bin] ?? 0) - 1);
}

/** The place among all rows at a share of the strip's width, from 0 to 1. */
export function placeAt(bins: TimelineBins, share: number): number {
  const { starts, rows } = bins;
  const at = Math.max(0, Math.min(share, 1)) * starts.length;
  const bin = Math.min(Math.floor(at), starts.length - 1);
  const within = Math.floor((at - bin) * rowsIn(bins, bin));
  const place = (starts[bin] ?? 0) + (rowsIn(bins, bin) > 0 ? within : -1);
  return Math.max(0, Math.min(place, rows - 1));
}

/** The next bin with rows, some bins on (or back, if negative) or further; else the outermost. */
export function binAfter(bins: TimelineBins, from: number, by: number): number {
  const last = bins.starts.length - 1;
  const step = Math.sign(by);
  let bin = from + by;
  while (bin > 0 && bin < last && rowsIn(bins, bin) === 0) {
    bin += step;
  }
  return busyBin(bins, Math.max(0, Math.min(bin, last)));
}

export function countIn({ counts }: TimelineBins, bin: number, mark: RowMark | 'failed'): number {
  const column = mark === 'failed' ? failedColumn : rowMarks.indexOf(mark);
  return counts[bin * timelineColumns + column] ?? 0;
}

/** Number of prompts up to the end of a bin. */
export function turnAt(bins: TimelineBins, bin: number): number {
  let turn = 0;
  for (let at = 0; at <= bin; at += 1) {
    turn += countIn(bins, at, 'prompt');
  }
  return turn;
}

export function gapAt({ gaps }: TimelineBins, bin: number): TimelineGap | undefined {
  return gaps.find((gap) => bin >= gap.bin && bin < gap.bin + gap.bins);
}
