import type { VNode } from 'preact';
import { useId } from 'preact/hooks';
import type { PieceProps } from '../../surface/surface.ts';
import { CopyButton } from '../CopyButton.tsx';

export function CodeTools({ text }: PieceProps['CodeTools']): VNode {
  return <CopyButton name={useId()} label="Copy Code" text={() => text} />;
}
