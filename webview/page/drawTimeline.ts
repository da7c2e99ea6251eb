import type { RowMark } from '#core/replay/rowMark.ts';
import type { TimelineBins } from '#core/replay/timeline.ts';
import { countIn, rowsIn } from '../model/timelineBins.ts';

/** Colors of the strip, each a custom property of its element. */
export const timelineColours = [
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
type Colour = (typeof timelineColours)[number];

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
  readonly colours: Readonly<Record<Colour, string>>;
}

/** From the bottom of a bar upwards. */
const bars: readonly (readonly [Colour, readonly RowMark[]])[] = [
  ['text', ['reply', 'other']],
  ['look', ['read', 'search', 'web']],
  ['tool', ['tool', 'agent']],
  ['shell', ['shell']],
  ['change', ['edit', 'diff']],
];

/** Three lanes, as shares of the height: prompts, what the agent did, and what went wrong. */
const lanes = { prompts: 0.1, promptsEnd: 0.3, work: 0.38, workEnd: 0.8, trouble: 0.86, end: 0.97 };

/** A bar with one row, as a share of the highest. */
const lowest = 0.45;

/** Draws the whole strip: a few rectangles a bin. */
export function drawTimeline(pen: Pen, bins: TimelineBins, look: TimelineLook): void {
  const { width, height, colours } = look;
  const { starts } = bins;
  const step = width / starts.length;
  const x = (bin: number) => Math.round(bin * step);
  /** Neighbors are told apart where there is room. */
  const between = step >= 5 ? 1 : 0;
  const [top, bottom] = [Math.round(height * lanes.work), Math.round(height * lanes.workEnd)];
  const most = starts.reduce((max, _, bin) => Math.max(max, rowsIn(bins, bin)), 1);
  const fill = (colour: Colour, from: number, to: number, up: number, down: number) => {
    pen.fillStyle = colours[colour];
    pen.fillRect(from, up, Math.max(1, to - from), down - up);
  };
  const tick = (colour: Colour, bin: number, from: number, to: number) => {
    const wide = Math.max(2, Math.min(x(bin + 1) - x(bin) - between, 4));
    fill(colour, x(bin), x(bin) + wide, Math.round(height * from), Math.round(height * to));
  };

  pen.clearRect(0, 0, width, height);
  for (const { bin, bins: length } of bins.gaps) {
    hatch(pen, colours.gap, { left: x(bin) + 2, right: x(bin + length) - 2, top, bottom });
  }
  let running: Colour | undefined;
  let gap = 0;
  for (let bin = 0; bin < starts.length; bin += 1) {
    const rows = rowsIn(bins, bin);
    if (bin === bins.gaps[gap]?.bin) {
      gap += 1;
      running = undefined;
    }
    const share = lowest + (1 - lowest) * (most > 1 ? Math.log(rows) / Math.log(most) : 0);
    if (rows === 0) {
      // Until the next row, the last one was going on.
      if (running !== undefined) {
        fill(running, x(bin), x(bin + 1), bottom - (bottom - top) * lowest, bottom);
      }
      continue;
    }
    running = undefined;
    const counts = bars.map(([colour, marks]) => ({
      colour,
      count: marks.reduce((sum, mark) => sum + countIn(bins, bin, mark), 0),
    }));
    const drawn = counts.reduce((sum, { count }) => sum + count, 0);
    let down = bottom;
    let largest = 0;
    for (const { colour, count } of counts) {
      if (count > 0) {
        const up = down - ((bottom - top) * share * count) / drawn;
        fill(colour, x(bin), x(bin + 1) - between, up, down);
        down = up;
      }
      if (count > largest) {
        largest = count;
        running = colour;
      }
    }
    if (countIn(bins, bin, 'prompt') > 0) {
      tick('prompt', bin, lanes.prompts, lanes.promptsEnd);
    }
    if (countIn(bins, bin, 'failed') + countIn(bins, bin, 'error') > 0) {
      tick('trouble', bin, lanes.trouble, lanes.end);
    }
  }
  for (let bin = 0; bin < starts.length; bin += 1) {
    if (countIn(bins, bin, 'compaction') > 0) {
      pen.clearRect(x(bin) - 1, 0, 4, height);
      fill('compaction', x(bin), x(bin) + 2, Math.round(height * lanes.prompts), height - 1);
    }
  }
}

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Slanted lines where nothing happened. */
function hatch(pen: Pen, colour: string, { left, right, top, bottom }: Box): void {
  const slant = (bottom - top) / 2;
  pen.strokeStyle = colour;
  pen.lineWidth = 1;
  pen.beginPath();
  for (let at = left; at + slant <= right; at += 4) {
    pen.moveTo(at + 0.5, bottom);
    pen.lineTo(at + slant + 0.5, top);
  }
  pen.stroke();
}
