import type { ComponentChildren, VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { t } from '#base/l10n.ts';
import type { EditCheck, EditState } from '#protocol/pages/page.ts';
import { useLazyModels } from '../model/lazyModels.ts';
import { usePage } from '../model/pageContext.ts';
import { editOfFile } from '../model/rowModels.ts';
import { Icon, type IconName } from '../../kit/widgets/Icon.tsx';
import { IconButton } from '../../kit/widgets/IconButton.tsx';
import type { PieceProps } from '../../kit/surface/surface.ts';

/** What is known of an edit beside its lines: whether it is there, and the file’s other edits. */
export function EditFacts({ rowId }: PieceProps['EditBadge']): VNode {
  return (
    <>
      <EditStateBadge rowId={rowId} />
      <EditSteps rowId={rowId} />
    </>
  );
}

/** Leads to the edits of the same file before and after. */
function EditSteps({ rowId }: { readonly rowId: string }): VNode | null {
  const { files, replay } = usePage();
  const edit = editOfFile(files.session.value, rowId);
  if (edit === undefined || edit.total < 2) {
    return null;
  }
  const { number, total, previous, next } = edit;
  const name = edit.path.slice(
    Math.max(edit.path.lastIndexOf('/'), edit.path.lastIndexOf('\\')) + 1,
  );
  const words = t('Edit {0} of {1} in {2}', number, total, name);
  const step = (icon: IconName, label: string, to: string | undefined) => (
    <IconButton
      icon={icon}
      label={label}
      disabled={to === undefined}
      onClick={() => to !== undefined && void replay.goToRow(to)}
    />
  );
  return (
    <span class="edit-steps" role="group" aria-label={words}>
      <span title={words}>{t('{0} of {1}', number, total)}</span>
      {step('arrow-up', t('Previous Edit of This File'), previous)}
      {step('arrow-down', t('Next Edit of This File'), next)}
    </span>
  );
}

/** An edit whose log has no line numbers: with those of the file and lines around it, once known. */
export function EditOnDisk({ rowId, lines, draw }: PieceProps['EditOnDisk']): ComponentChildren {
  return draw(useEditCheck(rowId)?.lines ?? lines);
}

/** How an edit compares with its file; undefined until known. */
export function useEditCheck(rowId: string): EditCheck | undefined {
  const { edits } = useLazyModels();
  const check = edits.checkOf(rowId);
  const isKnown = check !== undefined;
  useEffect(() => {
    const compare = () => edits.compare(rowId);
    if (!isKnown) {
      compare();
    }
    // Somebody may have edited the file meanwhile.
    window.addEventListener('focus', compare);
    return () => window.removeEventListener('focus', compare);
  }, [edits, rowId, isKnown]);
  return check;
}

/** Whether an edit is still in its file, as compared with the disk. */
export function EditStateBadge({ rowId }: PieceProps['EditBadge']): VNode | null {
  const state = useEditCheck(rowId)?.state;
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
