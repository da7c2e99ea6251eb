import type { VNode } from 'preact';
import { t } from '#base/l10n.ts';
import { usePage } from './pageContext.ts';
import { Icon } from '../widgets/Icon.tsx';
import { TextButton } from '../widgets/TextButton.tsx';

/** Says that another branch is shown than the one the session goes on with, and leads back. */
export function BranchNotice(): VNode {
  const { replay } = usePage();
  const isAside = replay.header.value?.branch?.isLast === false;
  return (
    <div class="branch-place" role="status">
      {isAside && (
        <div class="branch-notice">
          <Icon name="git-branch" />
          <span>{t('This branch was abandoned.')}</span>
          <TextButton onClick={() => void replay.showBranch(undefined)}>
            {t('Show Latest Branch')}
          </TextButton>
        </div>
      )}
    </div>
  );
}
