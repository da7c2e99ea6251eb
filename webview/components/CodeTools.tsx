import type { VNode } from 'preact';
import { usePage } from '../pageContext.ts';
import type { PieceProps } from '../surface/surface.ts';
import { IconButton } from './IconButton.tsx';

export function CodeTools({ text }: PieceProps['CodeTools']): VNode {
  const page = usePage();
  return (
    <IconButton
      icon="copy"
      label="Copy Code"
      onClick={() => {
        page.tell('clipboard/write', { text });
      }}
    />
  );
}
