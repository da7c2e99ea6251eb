import type { VNode } from 'preact';
import { t } from '#base/l10n.ts';
import type { PieceProps } from '../../kit/surface/surface.ts';
import { Rest } from '../../kit/surface/pieces.ts';

/**
 * The whole text is present; the style sheet shows only the beginning, or the end, until the reader
 * expands it.
 */
export function Long({ isLong, showsEnd, showAll, draw, rest }: PieceProps['Long']): VNode {
  const more = rest(true);
  const button = (
    <details class="long-more">
      <summary>
        <span class="long-all">{showAll}</span>
        <span class="long-less">{t('Show less')}</span>
      </summary>
    </details>
  );
  return (
    <>
      {isLong ? (
        <div class={showsEnd === true ? 'long long-end' : 'long'}>
          {showsEnd === true && button}
          <div class="long-content">{draw(true)}</div>
          {showsEnd !== true && button}
        </div>
      ) : (
        draw(true)
      )}
      {more?.missing !== undefined && (
        <div class="long-text-actions">
          <Rest {...more} />
        </div>
      )}
    </>
  );
}
