import type { VNode } from 'preact';
import { t } from '#base/l10n.ts';
import { useOpenPart } from '../openParts.ts';
import type { PieceProps } from '../../surface/surface.ts';
import { Rest } from './Rest.tsx';
import { TextButton } from '../../widgets/TextButton.tsx';

export function Long({ id, isLong, showAll, draw, rest }: PieceProps['Long']): VNode {
  const { open, toggle } = useOpenPart(id, false);
  const all = open || !isLong;
  const more = rest(all);
  return (
    <>
      {draw(all)}
      {(isLong || more?.missing !== undefined) && (
        <div class="long-text-actions">
          {isLong && <TextButton onClick={toggle}>{open ? t('Show less') : showAll}</TextButton>}
          {more !== undefined && <Rest {...more} />}
        </div>
      )}
    </>
  );
}
