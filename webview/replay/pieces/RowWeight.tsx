import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { formatAmount, formatBytes, formatCost } from '#base/format.ts';
import { plural, t } from '#base/l10n.ts';
import type { CarriedRow, SentTokens } from '#protocol/pages/context.ts';
import type { PieceProps } from '../../kit/surface/surface.ts';
import { TextButton } from '../../kit/widgets/IconButton.tsx';
import { useLazyModels } from '../model/lazyModels.ts';

/** What a heavy row came to over all requests that had it; asked for once the reader is at the row. */
export function RowWeight({ rowId }: PieceProps['RowWeight']): VNode {
  const { details } = useLazyModels();
  const place = useRef<HTMLSpanElement>(null);
  const carried = details.carriedBy(rowId);
  const isKnown = carried !== undefined;
  useEffect(() => {
    const item = isKnown ? null : place.current?.closest('.list-item');
    const ask = () => details.askRow(rowId);
    item?.addEventListener('pointerenter', ask);
    item?.addEventListener('focusin', ask);
    return () => {
      item?.removeEventListener('pointerenter', ask);
      item?.removeEventListener('focusin', ask);
    };
  }, [details, rowId, isKnown]);
  return (
    <span ref={place} class="row-weight">
      {carried !== undefined && carried !== null && (
        <TextButton title={carriedSentence(carried)} onClick={details.open}>
          {t('{0} tokens', formatAmount(carried.tokens))}
        </TextButton>
      )}
    </span>
  );
}

/** “Its 40 kB stayed in 71 requests: 2.1M tokens, ≈ $3.10” */
export function carriedSentence({ chars, requests, ...sent }: Omit<CarriedRow, 'rowId'>): string {
  return plural(
    requests,
    'Its {1} were in 1 request: {2}',
    'Its {1} stayed in {0} requests: {2}',
    formatBytes(chars),
    sentWords(sent),
  );
}

export function sentWords({ tokens, cost }: SentTokens): string {
  const words = t('{0} tokens', formatAmount(tokens));
  return cost === undefined ? words : `${words}, ${formatCost(cost, 1)}`;
}
