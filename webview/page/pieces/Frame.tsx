import type { VNode } from 'preact';
import { useOpenPart } from '../openParts.ts';
import type { PieceProps } from '../../surface/surface.ts';
import { IconButton } from '../../widgets/IconButton.tsx';

export function Frame({ id, className, toggleLabel, head, children }: PieceProps['Frame']): VNode {
  const { open, toggle } = useOpenPart(id, true);
  return (
    <div class={className}>
      <div class={`${className}-head`}>
        {children !== undefined && (
          <IconButton
            icon={open ? 'chevron-down' : 'chevron-right'}
            label={toggleLabel(open)}
            onClick={toggle}
          />
        )}
        {head}
      </div>
      {open && children?.()}
    </div>
  );
}
