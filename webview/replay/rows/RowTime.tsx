import type { VNode } from 'preact';
import { useSurface } from '../../kit/surface/surface.ts';
import { formatAfter, formatExactly, isoTime } from '#base/format.ts';
import './row.css';

/** A short time, with the exact one as its tooltip. @param at epoch ms. */
export function RowTime({ at }: { at: number }): VNode {
  return (
    <time class="row-time" dateTime={isoTime(at)} title={formatExactly(at)}>
      {formatAfter(at, useSurface().began())}
    </time>
  );
}
