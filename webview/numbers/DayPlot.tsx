import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { intlLocale, t } from '#base/l10n.ts';
import { noonOf, type BinSize } from '#core/numbers/days.ts';
import type { Measure } from '#protocol/pages/numbersPage.ts';
import { useWidth } from '../kit/page/useWidth.ts';
import { formatMeasured, formatShort } from './measures.ts';
import { ticksOf, type Plot } from './plot.ts';

const height = 220;
const margins = { top: 8, right: 8, bottom: 22, left: 52 };
/** Pixels for the day under a bar. */
const labelWidth = 64;
/** Before the page is measured, and where it cannot be. */
const usualWidth = 800;

interface Drawn {
  readonly plot: Plot;
  readonly measure: Measure;
  readonly label: string;
  /** US dollars of all costs that prices say. */
  readonly estimated: number;
  /** Of the series. */
  readonly names: readonly string[];
}

/** The bars of a plot, with its table below. */
export function DayPlot(drawn: Drawn): VNode {
  const { label, names } = drawn;
  const [width, setWidth] = useState(usualWidth);
  const frame = useWidth((measured) => setWidth(measured > 0 ? measured : usualWidth));
  return (
    <figure class="plot" aria-label={label}>
      <figcaption class="plot-legend">
        <ul>
          {names.map((name, at) => (
            <li key={name}>
              <svg class="plot-key" viewBox="0 0 10 10" aria-hidden="true">
                <rect class={`series series-${at}`} width="10" height="10" />
              </svg>
              <bdi>{name}</bdi>
            </li>
          ))}
        </ul>
      </figcaption>
      <div ref={frame} class="plot-frame">
        <Bars {...drawn} width={width} />
      </div>
      <details class="plot-data">
        <summary>{t('Show as Table')}</summary>
        <BarsTable {...drawn} />
      </details>
    </figure>
  );
}

function Bars({
  plot: { bins, values, max },
  measure,
  label,
  names,
  width,
  estimated,
}: Drawn & { readonly width: number }): VNode {
  const ticks = ticksOf(max);
  const top = ticks.at(-1) ?? 0;
  const inner = {
    width: Math.max(1, width - margins.left - margins.right),
    height: height - margins.top - margins.bottom,
  };
  const slot = inner.width / Math.max(1, bins.starts.length);
  const thickness = Math.max(1, Math.min(slot * 0.8, 40));
  const y = (value: number) => margins.top + inner.height * (1 - (top === 0 ? 0 : value / top));
  const every = Math.max(1, Math.ceil(labelWidth / slot));
  return (
    <svg
      class="plot-bars"
      role="img"
      aria-label={label}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
    >
      {ticks.map((tick) => (
        <g key={tick}>
          <line
            class="plot-line"
            x1={margins.left}
            x2={width - margins.right}
            y1={y(tick)}
            y2={y(tick)}
          />
          <text class="plot-text" x={margins.left - 6} y={y(tick) + 4} text-anchor="end">
            {formatShort(tick, measure)}
          </text>
        </g>
      ))}
      {bins.starts.map((day, bar) => {
        const x = margins.left + slot * bar + (slot - thickness) / 2;
        let below = 0;
        const isNamed = (bins.starts.length - 1 - bar) % every === 0;
        return (
          <g key={day}>
            {(values[bar] ?? []).map((value, at) => {
              const from = below;
              below += value;
              return value === 0 ? null : (
                <rect
                  key={at}
                  class={`series series-${at}`}
                  x={x}
                  y={y(below)}
                  width={thickness}
                  height={Math.max(0.5, y(from) - y(below))}
                >
                  <title>{`${binName(day, bins.size)}\n${names[at] ?? ''}: ${formatMeasured(value, measure, estimated)}`}</title>
                </rect>
              );
            })}
            {isNamed ? (
              <text
                class="plot-text"
                x={Math.min(x + thickness / 2, width - labelWidth / 2)}
                y={height - 6}
                text-anchor="middle"
              >
                {shortDay(day, bins.size)}
              </text>
            ) : null}
          </g>
        );
      })}
    </svg>
  );
}

/** Bars with something in them, the newest first. */
function BarsTable({ plot, measure, label, names, estimated }: Drawn): VNode {
  const { bins, values, totals } = plot;
  const bars = bins.starts
    .map((day, at) => ({ day, stack: values[at] ?? [], total: totals[at] ?? 0 }))
    .filter(({ total, stack }) => total > 0 || stack.some((value) => value > 0))
    .reverse();
  return (
    <div class="table-frame" role="region" aria-label={label} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{columns()[bins.size]}</th>
            {names.map((name) => (
              <th key={name} scope="col" class="number">
                <bdi>{name}</bdi>
              </th>
            ))}
            <th scope="col" class="number">
              {t('Total')}
            </th>
          </tr>
        </thead>
        <tbody>
          {bars.map(({ day, stack, total }) => (
            <tr key={day}>
              <th scope="row">{binName(day, bins.size)}</th>
              {stack.map((value, at) => (
                <td key={at} class="number">
                  {formatMeasured(value, measure, estimated)}
                </td>
              ))}
              <td class="number">{formatMeasured(total, measure, estimated)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const columns = (): Readonly<Record<BinSize, string>> => ({
  day: t('Day'),
  week: t('Week from'),
  month: t('Month'),
});

function binName(day: string, size: BinSize): string {
  const at = new Date(noonOf(day));
  return size === 'month'
    ? at.toLocaleDateString(intlLocale(), { year: 'numeric', month: 'long' })
    : at.toLocaleDateString(intlLocale(), { year: 'numeric', month: 'short', day: 'numeric' });
}

function shortDay(day: string, size: BinSize): string {
  const at = new Date(noonOf(day));
  return size === 'month'
    ? at.toLocaleDateString(intlLocale(), { year: 'numeric', month: 'short' })
    : at.toLocaleDateString(intlLocale(), { month: 'short', day: 'numeric' });
}
