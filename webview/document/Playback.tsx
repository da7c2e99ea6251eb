import type { VNode } from 'preact';
import { formatCount, intlLocale, t } from '#base/l10n.ts';
import type { TimelineBins } from '#core/lens/timeline.ts';
import { drawTimeline, timelineColors, type Pen } from '../kit/timeline/drawTimeline.ts';
import { rowsIn } from '../kit/timeline/timelineBins.ts';
import { wordsOf } from '../kit/timeline/timelineWords.ts';
import { Icon, type IconName } from '../kit/widgets/Icon.tsx';
import { anchorOf } from './anchorOf.ts';
import { binWidth } from './binWidth.ts';

/** Units of the picture. */
const height = 32;

const speeds = [0.5, 1, 2, 4, 8, 16, 32];

const colors = Object.fromEntries(
  timelineColors.map((color) => [color, `var(--timeline-${color})`]),
) as Readonly<Record<(typeof timelineColors)[number], string>>;

interface PlaybackProps {
  readonly bins: TimelineBins;
  /** ID of the row in which each bin begins, where one does. */
  readonly rowIds: readonly (string | undefined)[];
}

/** A timeline of links, and the controls of the player, which needs the document’s script. */
export function Playback({ bins, rowIds }: PlaybackProps): VNode {
  return (
    <footer class="playback">
      <div class="playback-controls" role="group" aria-label={t('Player')} hidden>
        <Button icon="debug-step-back" action="back" label={t('Step Back')} />
        <Button icon="play" action="play" label={t('Play')} />
        <Button icon="debug-pause" action="pause" label={t('Pause')} />
        <Button icon="debug-step-over" action="forward" label={t('Step Forward')} />
        <select aria-label={t('Speed')} title={t('Speed')}>
          {speeds.map((speed) => (
            <option key={speed} value={String(speed)} selected={speed === 1}>
              {t('{0}×', speed.toLocaleString(intlLocale()))}
            </option>
          ))}
        </select>
        <span class="playback-place" data-of={t('{0} of {1}', '{0}', formatCount(bins.rows))} />
      </div>
      <Timeline bins={bins} rowIds={rowIds} />
    </footer>
  );
}

function Timeline({ bins, rowIds }: PlaybackProps): VNode {
  const width = bins.starts.length * binWidth;
  const pen = new PicturePen();
  drawTimeline(pen, bins, { width, height, colors });
  return (
    <div class="timeline" data-starts={bins.starts.join(' ')}>
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-label={t('Timeline')}>
        {pen.shapes.map((shape, at) => (
          <path key={at} {...shape} />
        ))}
        {rowIds.map(
          (id, bin) =>
            id !== undefined && (
              // The prompts are there for the keyboard; three hundred tab stops help no one.
              <a key={bin} href={`#${anchorOf(id)}`} tabindex={-1}>
                <title>{hintOf(bins, bin)}</title>
                <path
                  class="timeline-bin"
                  d={`M${bin * binWidth} 0h${spanOf(bins, bin)}v32h-${spanOf(bins, bin)}z`}
                />
              </a>
            ),
        )}
        <path class="timeline-playhead" />
      </svg>
    </div>
  );
}

/** Up to the next bin with rows. */
function spanOf(bins: TimelineBins, bin: number): number {
  let end = bin + 1;
  while (end < bins.starts.length && rowsIn(bins, end) === 0) {
    end += 1;
  }
  return (end - bin) * binWidth;
}

function hintOf(bins: TimelineBins, bin: number): string {
  const { where, what, failed } = wordsOf(bins, bin);
  return [where, ...what, failed].filter((part) => part !== '').join(', ');
}

interface ButtonProps {
  readonly icon: IconName;
  readonly action: string;
  readonly label: string;
}

function Button({ icon, action, label }: ButtonProps): VNode {
  return (
    <button
      type="button"
      data-do={action}
      title={label}
      aria-label={label}
      hidden={action === 'pause'}
    >
      <Icon name={icon} />
    </button>
  );
}

/** Everything of one color, as a path of SVG and its attributes. */
interface Shape {
  readonly d: string;
  readonly fill?: string;
  readonly stroke?: string;
}

/** Collects what is drawn as shapes. What is drawn later covers what was drawn before. */
class PicturePen implements Pen {
  fillStyle = '';
  strokeStyle = '';
  lineWidth = 1;
  readonly shapes: Shape[] = [];
  #line = '';

  clearRect(): void {
    this.shapes.length = 0;
  }

  fillRect(x: number, y: number, width: number, height: number): void {
    this.#add(
      { fill: this.fillStyle },
      `M${x} ${rounded(y)}h${width}v${rounded(height)}h-${width}z`,
    );
  }

  beginPath(): void {
    this.#line = '';
  }

  moveTo(x: number, y: number): void {
    this.#line += `M${x} ${y}`;
  }

  lineTo(x: number, y: number): void {
    this.#line += `L${x} ${y}`;
  }

  stroke(): void {
    this.#add({ stroke: this.strokeStyle }, this.#line);
  }

  #add(paint: Omit<Shape, 'd'>, path: string): void {
    const last = this.shapes.at(-1);
    if (last !== undefined && last.fill === paint.fill && last.stroke === paint.stroke) {
      this.shapes[this.shapes.length - 1] = { ...paint, d: last.d + path };
    } else {
      this.shapes.push({ ...paint, d: path });
    }
  }
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}
