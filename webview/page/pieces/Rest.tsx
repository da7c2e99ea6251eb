import type { VNode } from 'preact';
import { usePage } from '../pageContext.ts';
import type { PieceProps } from '../../surface/surface.ts';
import { TextButton } from '../../widgets/TextButton.tsx';

/** Opens a whole text in an editor, a whole diff in the diff editor. */
export function Rest({ rowId, part, missing }: PieceProps['Rest']): VNode {
  const page = usePage();
  const open = () => {
    if (part === 'diff') {
      page.tell('diff/open', { rowId });
    } else {
      page.tell('row/open', { rowId, part });
    }
  };
  const label = part === 'diff' ? 'Open diff' : 'Open in editor';
  return (
    <TextButton className={missing === undefined ? undefined : 'text-rest'} onClick={open}>
      {missing === undefined ? label : `${missing}: ${label.toLowerCase()}`}
    </TextButton>
  );
}
