import type { VNode } from 'preact';
import { Icon } from '../../widgets/Icon.tsx';
import type { PieceProps } from '../../surface/surface.ts';

export function Frame({ className, head, children }: PieceProps['Frame']): VNode {
  return children === undefined ? (
    <div class={className}>
      <div class={`${className}-head`}>{head}</div>
    </div>
  ) : (
    <details class={className} open>
      <summary class={`${className}-head`}>
        <Icon name="chevron-right" />
        {head}
      </summary>
      {children()}
    </details>
  );
}
