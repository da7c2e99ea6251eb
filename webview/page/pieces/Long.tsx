import type { VNode } from 'preact';
import { t } from '#base/l10n.ts';
import { useOpenPart } from '../openParts.ts';
import type { PieceProps } from '../../surface/surface.ts';
import { Rest } from './Rest.tsx';
import { TextButton } from '../../widgets/TextButton.tsx';

export function Long({ id, isLong, showsEnd, showAll, draw, rest }: PieceProps['Long']): VNode {
  const { open, toggle } = useOpenPart(id, false);
  const all = open || !isLong;
  const more = rest(all);
  const actions = (isLong || more?.missing !== undefined) && (
    <div class={showsEnd === true ? 'long-text-actions long-text-above' : 'long-text-actions'}>
      {isLong && <TextButton onClick={toggle}>{open ? t('Show less') : showAll}</TextButton>}
      {more !== undefined && <Rest {...more} />}
    </div>
  );
  return (
    <>
      {showsEnd === true && actions}
      {draw(all)}
      {showsEnd !== true && actions}
    </>
  );
}
