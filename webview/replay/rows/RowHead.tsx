import type { VNode } from 'preact';
import { t } from '#base/l10n.ts';
import { Icon } from '../../kit/widgets/Icon.tsx';
import { Foreign } from '../../kit/widgets/Visible.tsx';
import './row.css';
import { useSurface } from '../../kit/surface/surface.ts';
import { formatAfter, formatExactly, isoTime, formatDateTime } from '#base/format.ts';
import type { LostContext } from '#core/rows/row.ts';

/** The user's label on an entry. */
export function RowLabel({ label }: { label: string }): VNode {
  return (
    <span class="row-label" title={t('Label: {0}', label)}>
      <Icon name="tag" />
      <Foreign text={label} className="row-label-text" />
    </span>
  );
}

interface RowTimeProps {
  /** Epoch ms. */
  readonly at: number;
  /** Of the day only, where there is little room. */
  readonly isBrief?: boolean;
}

/** A short time, with the exact one as its tooltip. */
export function RowTime({ at, isBrief = false }: RowTimeProps): VNode {
  const { began } = useSurface();
  return (
    <time class="row-time" dateTime={isoTime(at)} title={formatExactly(at)}>
      {formatAfter(at, isBrief ? at : began())}
    </time>
  );
}

/** A quiet rail beside a row that the model no longer gets; hovering says since when. */
export function ContextMark({ context }: { context: LostContext }): VNode {
  const words = contextWords(context);
  return (
    <span class="context-mark" title={words}>
      <span class="visually-hidden">{words}</span>
    </span>
  );
}

function contextWords({ state, time }: LostContext): string {
  if (state === 'summarized') {
    return time === undefined
      ? t('No longer in the model’s context: summarized by a later compaction')
      : t(
          'No longer in the model’s context: summarized by the compaction at {0}',
          formatDateTime(time),
        );
  }
  return time === undefined
    ? t('No longer in the model’s context: removed later, without a summary')
    : t(
        'No longer in the model’s context: removed at {0}, without a summary',
        formatDateTime(time),
      );
}
