import type { RowMark } from '#core/lens/rowMark.ts';
import type { TimelineBins } from '#core/lens/timeline.ts';
import { countIn, rowsIn } from './timelineBins.ts';

/** Colors of the strip, each a custom property of its element. */
export const timelineColors = [
  'prompt',
  'text',
  'look',
  'change',
  'shell',
  'tool',
  'compaction',
  'trouble',
  'gap',
] as const;
type Color = (typeof timelineColors)[number];

/** What the strip needs of a canvas. */
export type Pen = Pick<
  CanvasRenderingContext2D,
  'fillRect' | 'clearRect' | 'fillStyle' | 'beginPath' | 'moveTo' | 'lineTo' | 'stroke'
> &
  Pick<CanvasRenderingContext2D, 'strokeStyle' | 'lineWidth'>;

export interface TimelineLook {
  /** CSS pixels. */
  readonly width: number;
  readonly height: number;
  readonly colors: Readonly<Record<Color, string>>;
}

/** From the bottom of a bar upwards. */
const bars: readonly (readonly [Color, readonly RowMark[]])[] = [
  ['text', ['reply', 'other', 'error']],
  ['look', ['read', 'search', 'web']],
  ['tool', ['tool', 'agent']],
  ['shell', ['shell']],
  ['change', ['edit', 'diff']],
  ['prompt', ['prompt']],
];

/** Three lanes, as shares of the height: prompts, what was done, and what went wrong. */
const lanes = { prompts: 0.08, work: 0.26, workEnd: 0.8, trouble: 0.86, end: 0.96 };

/** A bar with one row, as a share of one with most. */
const lowest = 0.55;

/** A compaction in more than one of so many bins no longer divides the strip. */
const dense = 8;

/** CSS pixels of a bin that leave room for a space after it. */
const roomy = 5;

/** Draws the whole strip: a few rectangles a bin. */
export function drawTimeline(pen: Pen, bins: TimelineBins, look: TimelineLook): void {
  const { width, height, colors } = look;
  const count = bins.starts.length;
  const space = width / count >= roomy ? 1 : 0;
  const x = (bin: number) => Math.round((bin * width) / count);
  const y = (share: number) => Math.round(share * height);
  const [top, bottom] = [y(lanes.work), y(lanes.workEnd)];
  const fill = (color: Color, bin: number, from: number, to: number) => {
    pen.fillStyle = colors[color];
    pen.fillRect(x(bin), from, Math.max(1, x(bin + 1) - x(bin) - space), to - from);
  };
  const drawBar = (bin: number, share: number) => {
    const parts = bars.map(([color, marks]) => ({ color, rows: countOf(bins, bin, marks) }));
    const rows = parts.reduce((sum, part) => sum + part.rows, 0);
    let down = bottom;
    for (const part of parts.filter((each) => each.rows > 0)) {
      const up = down - ((bottom - top) * share * part.rows) / rows;
      fill(part.color, bin, up, down);
      down = up;
    }
  };

  pen.clearRect(0, 0, width, height);
  for (const { bin, bins: length } of bins.gaps) {
    hatch(pen, colors.gap, { left: x(bin) + 2, right: x(bin + length) - 2, top, bottom });
  }
  const most = bins.starts.reduce((max, _, bin) => Math.max(max, rowsIn(bins, bin)), 1);
  for (const { bin, rows, end } of filledBins(bins)) {
    const isFull = most === 1 || countIn(bins, bin, 'prompt') > 0;
    drawBar(bin, isFull ? 1 : lowest + ((1 - lowest) * Math.log(rows)) / Math.log(most));
    // Until the next row, the last one was going on.
    const color = lastingColor(bins, bin);
    for (let after = bin + 1; after < end; after += 1) {
      fill(color, after, bottom - (bottom - top) * lowest, bottom);
    }
    if (countIn(bins, bin, 'prompt') > 0) {
      fill('prompt', bin, y(lanes.prompts), top);
    }
    if (countOf(bins, bin, ['failed', 'error']) > 0) {
      fill('trouble', bin, y(lanes.trouble), y(lanes.end));
    }
  }
  const compacted = Array.from({ length: count }, (_, bin) => bin).filter(
    (bin) => countIn(bins, bin, 'compaction') > 0,
  );
  for (const bin of compacted) {
    fill(
      'compaction',
      bin,
      y(lanes.prompts),
      compacted.length * dense > count ? top : y(lanes.end),
    );
  }
}

/** The bins with rows, and each one's end: the next of them, or a gap. */
function filledBins(bins: TimelineBins): { bin: number; rows: number; end: number }[] {
  const count = bins.starts.length;
  const filled: { bin: number; rows: number; end: number }[] = [];
  const gapStarts = new Set(bins.gaps.map(({ bin }) => bin));
  let end = count;
  for (let bin = count - 1; bin >= 0; bin -= 1) {
    const rows = rowsIn(bins, bin);
    if (rows > 0) {
      filled.push({ bin, rows, end });
    }
    if (rows > 0 || gapStarts.has(bin)) {
      end = bin;
    }
  }
  return filled;
}

/** What most rows of a bin do. After a prompt or a compaction, the model was at work. */
function lastingColor(bins: TimelineBins, bin: number): Color {
  const works = bars.filter(([color]) => color !== 'prompt');
  return works.reduce<{ color: Color; rows: number }>(
    (most, [color, marks]) => {
      const rows = countOf(bins, bin, marks);
      return rows > most.rows ? { color, rows } : most;
    },
    { color: 'text', rows: 0 },
  ).color;
}

function countOf(bins: TimelineBins, bin: number, marks: readonly (RowMark | 'failed')[]): number {
  return marks.reduce((sum, mark) => sum + countIn(bins, bin, mark), 0);
}

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Slanted lines where nothing happened. */
function hatch(pen: Pen, color: string, { left, right, top, bottom }: Box): void {
  const slant = (bottom - top) / 2;
  pen.strokeStyle = color;
  pen.lineWidth = 1;
  pen.beginPath();
  for (let at = left; at + slant <= right; at += 4) {
    pen.moveTo(at + 0.5, bottom);
    pen.lineTo(at + slant + 0.5, top);
  }
  pen.stroke();
}
