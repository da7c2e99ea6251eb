import type { VNode } from 'preact';
import { t } from '#base/l10n.ts';
import { usePage } from './model/pageContext.ts';
import { Icon } from '../kit/widgets/Icon.tsx';
import { TextButton } from '../kit/widgets/TextButton.tsx';

/** A notice that an abandoned branch is shown, with a way back. */
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
