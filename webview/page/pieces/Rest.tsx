import type { VNode } from 'preact';
import { t } from '#base/l10n.ts';
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
  return (
    <TextButton className={missing === undefined ? undefined : 'text-rest'} onClick={open}>
      {part === 'diff' ? diffLabel(missing) : editorLabel(missing)}
    </TextButton>
  );
}

function diffLabel(missing: string | undefined): string {
  return missing === undefined ? t('Open Diff') : t('{0}: open diff', missing);
}

function editorLabel(missing: string | undefined): string {
  return missing === undefined ? t('Open in Editor') : t('{0}: open in editor', missing);
}
