import type { VNode } from 'preact';
import { usePage } from '../pageContext.ts';
import type { PieceProps } from '../../surface/surface.ts';
import { formatCount } from '../../text/format.ts';
import { TextButton } from '../../widgets/TextButton.tsx';

export function LogLine({ line }: PieceProps['LogLine']): VNode {
  const page = usePage();
  return (
    <TextButton
      onClick={() => {
        page.tell('line/open', { line });
      }}
    >
      Open line {formatCount(line)}
    </TextButton>
  );
}
