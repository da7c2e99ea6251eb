import type { TargetedKeyboardEvent, VNode } from 'preact';
import { useState } from 'preact/hooks';
import { intlLocale, t } from '#base/l10n.ts';
import { dayAfter, dayOf, noonOf } from '#core/numbers/days.ts';
import { heatMap, type HeatDay } from '#core/numbers/heatMap.ts';
import { groupsBy, type NumbersGroup, type SessionCells } from '#core/numbers/numbers.ts';
import { measures, type Measure } from '#protocol/pages/numbersPage.ts';
import { useWidth } from '../kit/page/useWidth.ts';
import {
  formatMeasured,
  measuredValue,
  measureLabels,
  estimatedIn,
  measuredText,
} from './measures.ts';

/** A year; fewer where there is less room. */
const mostWeeks = 53;
const leastWeeks = 4;
/** Pixels: of a day and the gap after it, and of the names of weekdays. */
const step = { least: 13, most: 19 };
const namesWidth = 34;
/** Before the page is measured, and where it cannot be. */
const usualWidth = 800;

const dayFormat = { weekday: 'short', year: 'numeric', month: 'short', day: 'numeric' } as const;

interface HeatMapProps {
  readonly sessions: readonly SessionCells[];
  readonly measure: Measure;
  readonly withSubAgents: boolean;
  /** Epoch ms. */
  readonly now: number;
}

/** A square for each day of the last year, which keys and screen readers go through as a grid. */
export function HeatMap({ sessions, measure, withSubAgents, now }: HeatMapProps): VNode {
  const [width, setWidth] = useState(usualWidth);
  const [chosen, choose] = useState<string>();
  const frame = useWidth((measured) => setWidth(measured > 0 ? measured : usualWidth));
  const today = dayOf(now);
  const groups = new Map(groupsBy(sessions, ['day'], { from: '' }).map((one) => [one.key, one]));
  const values = new Map(
    [...groups].map(([day, group]) => [day, measuredValue(group, measure, withSubAgents)]),
  );
  const estimated = [...groups.values()].reduce(
    (sum, group) => sum + estimatedIn(group, withSubAgents),
    0,
  );
  const room = width - namesWidth;
  const count = Math.max(leastWeeks, Math.min(mostWeeks, Math.floor(room / step.least)));
  const size = Math.min(step.most, Math.max(step.least, Math.floor(room / count)));
  const weeks = heatMap(values, today, count);
  const label = t('{0} on each day', measureLabels()[measure]);
  const shown = chosen ?? today;
  const days = new Intl.DateTimeFormat(intlLocale(), dayFormat);
  const longDay = (day: string) => days.format(noonOf(day));
  const move = (event: TargetedKeyboardEvent<HTMLElement>) => {
    const next = dayByKey(event.key, shown, weeks[0]?.[0]?.day ?? today, today);
    if (next !== undefined) {
      event.preventDefault();
      choose(next);
      event.currentTarget.querySelector<HTMLElement>(`[data-day="${next}"]`)?.focus();
    }
  };
  return (
    <section>
      <h2>{label}</h2>
      <div ref={frame} class="heat" style={{ '--heat-step': `${size}px` }}>
        <div role="grid" aria-label={label} aria-readonly="true" tabIndex={-1} onKeyDown={move}>
          <div role="row" class="heat-row">
            <span role="gridcell" class="heat-name" />
            {monthsOf(weeks).map(({ day, span }) => (
              <span
                key={day}
                role="columnheader"
                aria-colspan={span}
                class={span < 3 ? 'heat-month short' : 'heat-month'}
                style={{ '--weeks': span }}
              >
                {format(day, { month: 'short' })}
              </span>
            ))}
          </div>
          {Array.from({ length: 7 }, (_, weekday) => (
            <div key={weekday} role="row" class="heat-row">
              <span role="rowheader" class="heat-name">
                {format(weeks[0]?.[weekday]?.day ?? today, { weekday: 'short' })}
              </span>
              {weeks.map((week, at) => (
                <Day
                  key={at}
                  of={week[weekday]}
                  name={longDay}
                  measure={measure}
                  estimated={estimated}
                  isChosen={week[weekday]?.day === shown}
                  onChoose={choose}
                />
              ))}
            </div>
          ))}
        </div>
        <p class="heat-foot">
          <span>{[longDay(shown), ...countsOf(groups.get(shown), withSubAgents)].join(' · ')}</span>
          <span class="heat-legend" aria-hidden="true">
            {t('Less')}
            {[0, 1, 2, 3, 4].map((level) => (
              <span key={level} class={`heat-day heat-${level}`} />
            ))}
            {t('More')}
          </span>
        </p>
      </div>
    </section>
  );
}

function Day({
  of,
  name,
  measure,
  estimated,
  isChosen,
  onChoose,
}: {
  /** Undefined for days to come. */
  readonly of: HeatDay | undefined;
  readonly name: (day: string) => string;
  readonly measure: Measure;
  readonly estimated: number;
  readonly isChosen: boolean;
  readonly onChoose: (day: string) => void;
}): VNode {
  if (of === undefined) {
    return <span role="gridcell" />;
  }
  const { day, value, level } = of;
  const text = `${name(day)}: ${formatMeasured(value, measure, estimated)}`;
  return (
    <span
      role="gridcell"
      class={`heat-day heat-${level}`}
      data-day={day}
      tabIndex={isChosen ? 0 : -1}
      aria-label={text}
      title={text}
      onFocus={() => onChoose(day)}
    />
  );
}

/** Where a key leads; undefined for keys that lead nowhere. */
function dayByKey(key: string, from: string, first: string, last: string): string | undefined {
  const days = {
    ArrowLeft: -7,
    ArrowRight: 7,
    ArrowUp: -1,
    ArrowDown: 1,
    PageUp: -28,
    PageDown: 28,
  };
  const ends: Readonly<Record<string, string>> = { Home: first, End: last };
  if (Object.hasOwn(days, key)) {
    const to = dayAfter(from, days[key as keyof typeof days]);
    return to < first ? first : to > last ? last : to;
  }
  return Object.hasOwn(ends, key) ? ends[key] : undefined;
}

/** Over which weeks each month's name stands: those that begin in it. */
function monthsOf(
  weeks: readonly (readonly HeatDay[])[],
): readonly { readonly day: string; readonly span: number }[] {
  const months: { day: string; span: number }[] = [];
  for (const [{ day } = { day: '' }] of weeks) {
    const last = months.at(-1);
    if (last?.day.slice(0, 7) === day.slice(0, 7)) {
      last.span += 1;
    } else {
      months.push({ day, span: 1 });
    }
  }
  return months;
}

/** All that is counted, of one day. */
function countsOf(group: NumbersGroup | undefined, withSubAgents: boolean): readonly string[] {
  const labels = measureLabels();
  const parts = measures.flatMap((each) => {
    return group === undefined || measuredValue(group, each, withSubAgents) === 0
      ? []
      : [`${labels[each]}: ${measuredText(group, each, withSubAgents)}`];
  });
  return parts.length === 0 ? [t('No sessions')] : parts;
}

function format(day: string, options: Intl.DateTimeFormatOptions): string {
  return new Date(noonOf(day)).toLocaleDateString(intlLocale(), options);
}
