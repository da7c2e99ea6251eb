import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { t } from '#base/l10n.ts';
import type { EditState } from '#protocol/pages/page.ts';
import { useLazyModels } from '../model/lazyModels.ts';
import { Icon, type IconName } from '../../kit/widgets/Icon.tsx';
import type { PieceProps } from '../../kit/surface/surface.ts';

/** Whether an edit is still in its file, as compared with the disk. */
export function EditStateBadge({ rowId }: PieceProps['EditBadge']): VNode | null {
  const { edits } = useLazyModels();
  const state = edits.stateOf(rowId);
  const isKnown = state !== undefined;
  useEffect(() => {
    const compare = () => edits.compare(rowId);
    if (!isKnown) {
      compare();
    }
    // Somebody may have edited the file meanwhile.
    window.addEventListener('focus', compare);
    return () => window.removeEventListener('focus', compare);
  }, [edits, rowId, isKnown]);
  if (state === undefined) {
    return null;
  }
  const { icon, text, why } = badges[state]();
  return (
    <span class={`edit-badge edit-${state}`} title={why}>
      <Icon name={icon} />
      <span class="edit-badge-text">{text}</span>
    </span>
  );
}

interface Badge {
  readonly icon: IconName;
  readonly text: string;
  /** How it was decided. */
  readonly why: string;
}

function notCompared(why: string): Badge {
  return { icon: 'question', text: t('Not Compared'), why };
}

const badges: Readonly<Record<EditState, () => Badge>> = {
  there: () => ({
    icon: 'check',
    text: t('Still in File'),
    why: t('The lines of this edit are in the file on disk as they were written.'),
  }),
  changed: () => ({
    icon: 'edit',
    text: t('Changed Since'),
    why: t(
      'Some lines of this edit are in the file on disk; others have since been changed or removed.',
    ),
  }),
  gone: () => ({
    icon: 'circle-slash',
    text: t('Gone'),
    why: t(
      'The lines of this edit are no longer in the file on disk, or the lines it removed are back.',
    ),
  }),
  missing: () => ({
    icon: 'trash',
    text: t('File Deleted'),
    why: t('The file no longer exists on disk, or was moved.'),
  }),
  outside: () => notCompared(t('Not compared with the disk: the file is not in an open folder.')),
  large: () => notCompared(t('Not compared with the disk: the file is larger than 2 MB.')),
  unreadable: () => notCompared(t('Not compared with the disk: the file cannot be read as text.')),
  unknown: () => notCompared(t('Not compared with the disk: the diff lacks required information.')),
};
