import type { VNode } from 'preact';
import { usePage } from '../pageContext.ts';
import { Icon } from './Icon.tsx';
import { TextButton } from './TextButton.tsx';

/** Says that another branch is shown than the one the session goes on with, and leads back. */
export function BranchNotice(): VNode {
  const { replay } = usePage();
  const branch = replay.header.value?.branch;
  return (
    <div role="status">
      {branch?.isLast === false && (
        <div class="branch-notice">
          <Icon name="git-branch" />
          <span>This is an abandoned branch of the session.</span>
          <TextButton onClick={() => void replay.showBranch(undefined)}>
            Show the latest branch
          </TextButton>
        </div>
      )}
    </div>
  );
}
