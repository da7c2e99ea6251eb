import type { VNode } from 'preact';
import { t } from '#base/l10n.ts';
import type { PieceProps } from '../../surface/surface.ts';
import { Icon } from '../../widgets/Icon.tsx';

export function WithRaw({ view, raw }: PieceProps['WithRaw']): VNode {
  return (
    <>
      {view()}
      <details class="raw">
        <summary class="raw-line">
          <Icon name="chevron-right" />
          {t('Raw')}
        </summary>
        {raw()}
      </details>
    </>
  );
}
