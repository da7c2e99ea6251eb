import type { VNode } from 'preact';
import { t } from '#base/l10n.ts';
import { usePage } from '../pageContext.ts';
import type { PieceProps } from '../../surface/surface.ts';
import { TextButton } from '../../widgets/TextButton.tsx';

/** Opens a full text in an editor, a full diff in the diff editor. */
export function Rest({ rowId, part, missing }: PieceProps['Rest']): VNode {
  const page = usePage();
  const open = () => {
    if (part === 'diff') {
      page.tell('diff/open', { rowId });
    } else {
      page.tell('row/open', { rowId, part });
    }
  };
  return (
    <TextButton className={missing === undefined ? undefined : 'text-rest'} onClick={open}>
      {missing === undefined
        ? part === 'diff'
          ? t('Open Diff')
          : t('Open in Editor')
        : part === 'diff'
          ? t('{0}: open diff', missing)
          : t('{0}: open in editor', missing)}
    </TextButton>
  );
}
