import type { VNode } from 'preact';
import { t } from '#base/l10n.ts';
import type { TimelineBins } from '#core/lens/timeline.ts';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { TimelinePlaces } from '../model/timelineModel.ts';
import { binAfter, binOf, placeAt } from '../../kit/timeline/timelineBins.ts';
import { drawTimeline, timelineColors } from '../../kit/timeline/drawTimeline.ts';
import { usePage } from '../model/pageContext.ts';
import { useWidth } from '../../kit/page/useWidth.ts';
import { valueText, wordsOf } from '../../kit/timeline/timelineWords.ts';

/** CSS pixels of a bin, unless there are fewer rows than room. */
const binWidth = 2;

/** Page Up and Page Down go on by a part of the strip. */
const pages = 10;

/** The whole session at once; where it is pressed or dragged to is where the list goes. */
export function Timeline(): VNode {
  const { playback } = usePage();
  const timeline = playback.value?.timeline;
  const bins = timeline?.bins.value;
  const places = timeline?.places.value;
  const strip = useWidth((width) => timeline?.setRoom(Math.ceil(width / binWidth)));
  const [pointed, setPointed] = useState<number | undefined>(undefined);
  const current = Math.min(places?.current ?? 0, Math.max(0, (bins?.rows ?? 1) - 1));

  const shareAt = (event: PointerEvent): number => {
    const { left, width } = strip.current?.getBoundingClientRect() ?? { left: 0, width: 1 };
    return Math.max(0, Math.min((event.clientX - left) / width, 1));
  };
  const goTo = (place: number) => void timeline?.goTo(place);
  const onPointerDown = (event: PointerEvent) => {
    if (event.button === 0 && bins !== undefined) {
      strip.current?.setPointerCapture(event.pointerId);
      goTo(placeAt(bins, shareAt(event)));
    }
  };
  const onPointerMove = (event: PointerEvent) => {
    const at = shareAt(event);
    setPointed(at);
    if (bins !== undefined && strip.current?.hasPointerCapture(event.pointerId) === true) {
      goTo(placeAt(bins, at));
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const place = bins && placeByKey(bins, current, event);
    if (place !== undefined) {
      event.preventDefault();
      goTo(place);
    }
  };
  return (
    <div
      ref={strip}
      class="timeline"
      role="slider"
      tabIndex={0}
      aria-label={t('Timeline')}
      aria-orientation="horizontal"
      aria-valuemin={1}
      aria-valuemax={bins?.rows ?? 1}
      aria-valuenow={current + 1}
      aria-valuetext={bins && valueText(bins, binOf(bins, current), current)}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerLeave={() => setPointed(undefined)}
      onKeyDown={onKeyDown}
    >
      {bins !== undefined && places !== undefined && <Visible bins={bins} places={places} />}
      {bins !== undefined && <Picture bins={bins} />}
      {bins !== undefined && places !== undefined && <Playhead bins={bins} places={places} />}
      {bins !== undefined && pointed !== undefined && <Hint bins={bins} at={pointed} />}
    </div>
  );
}

/** Where a key goes; undefined for any other key. */
function placeByKey(
  bins: TimelineBins,
  current: number,
  { key, ctrlKey, metaKey, altKey }: KeyboardEvent,
): number | undefined {
  if (ctrlKey || metaKey || altKey) {
    return undefined;
  }
  const page = Math.max(1, Math.round(bins.starts.length / pages));
  const by = (distance: number) =>
    bins.starts[binAfter(bins, binOf(bins, current), distance)] ?? current;
  const places: Readonly<Record<string, number>> = {
    ArrowRight: by(1),
    ArrowUp: by(1),
    ArrowLeft: by(-1),
    ArrowDown: by(-1),
    PageUp: by(page),
    PageDown: by(-page),
    Home: 0,
    End: bins.rows - 1,
  };
  return places[key];
}

function Picture({ bins }: { bins: TimelineBins }): VNode {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const element = canvas.current;
    if (element === null) {
      return undefined;
    }
    const draw = () => drawOn(element, bins);
    draw();
    const sizes = new ResizeObserver(draw);
    sizes.observe(element);
    // VS Code changes these two when the theme changes.
    const theme = new MutationObserver(draw);
    theme.observe(document.documentElement, { attributes: true, attributeFilter: ['style'] });
    theme.observe(document.body, { attributes: true, attributeFilter: ['class'] });
    return () => {
      sizes.disconnect();
      theme.disconnect();
    };
  }, [bins]);
  return <canvas ref={canvas} class="timeline-picture" />;
}

function drawOn(canvas: HTMLCanvasElement, bins: TimelineBins): void {
  const { clientWidth: width, clientHeight: height } = canvas;
  const pen = canvas.getContext('2d');
  if (pen === null || width === 0) {
    return;
  }
  canvas.width = Math.round(width * devicePixelRatio);
  canvas.height = Math.round(height * devicePixelRatio);
  pen.scale(devicePixelRatio, devicePixelRatio);
  const style = getComputedStyle(canvas);
  const colors = Object.fromEntries(
    timelineColors.map((name) => [name, style.getPropertyValue(`--timeline-${name}`)]),
  ) as Record<(typeof timelineColors)[number], string>;
  drawTimeline(pen, bins, { width, height, colors });
}

interface MarkProps {
  readonly bins: TimelineBins;
  readonly places: TimelinePlaces;
}

/** The visible part. */
function Visible({ bins, places: { first, last } }: MarkProps): VNode {
  const begin = binOf(bins, first);
  const end = binOf(bins, last) + 1;
  return (
    <div
      class="timeline-window"
      style={{ left: share(bins, begin), width: share(bins, end - begin) }}
    />
  );
}

/** The current row. */
function Playhead({ bins, places: { current } }: MarkProps): VNode {
  return <div class="timeline-playhead" style={{ left: share(bins, binOf(bins, current)) }} />;
}

function share(bins: TimelineBins, bin: number): string {
  return `${(bin / bins.starts.length) * 100}%`;
}

/** What is under the pointer; a screen reader has the slider's own text. */
function Hint({ bins, at }: { bins: TimelineBins; at: number }): VNode {
  const bin = Math.min(Math.floor(at * bins.starts.length), bins.starts.length - 1);
  const { where, what, failed } = wordsOf(bins, bin);
  const side = at > 0.5 ? { right: `${(1 - at) * 100}%` } : { left: `${at * 100}%` };
  return (
    <div class="timeline-hint" aria-hidden="true" style={side}>
      {where !== '' && <div class="timeline-where">{where}</div>}
      <div>
        {what.join(', ')}
        {failed !== '' && <span class="timeline-failed"> ({failed})</span>}
      </div>
    </div>
  );
}
