import type { VNode } from 'preact';
import { Foreign } from '../../widgets/Visible.tsx';
import type { PieceProps } from '../../surface/surface.ts';
import { sessionName } from '../../text/sessionName.ts';

export function SessionName({ link }: PieceProps['SessionName']): VNode {
  return <Foreign text={sessionName(link)} />;
}
