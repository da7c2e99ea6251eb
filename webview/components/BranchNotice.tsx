import type { VNode } from 'preact';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { usePage } from '../pageContext.ts';
import { Icon } from './Icon.tsx';
import { TextButton } from './TextButton.tsx';

/** Says that another branch is shown than the one the session goes on with, and leads back. */
export function BranchNotice(): VNode {
  const { replay } = usePage();
  const isAside = replay.header.value?.branch?.isLast === false;
  const place = useKeptView(isAside);
  return (
    <div ref={place} class="branch-place" role="status">
      {isAside && (
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

/** The header grows and shrinks by the notice; the rows below stay where they are on the screen. */
function useKeptView(isShown: boolean): { readonly current: HTMLDivElement | null } {
  const place = useRef<HTMLDivElement>(null);
  const height = useRef(0);
  // Now, since a list that grows by the notice's room may have to scroll before the effect runs.
  const before = useMemo(() => scroller()?.scrollTop, [isShown]);
  useLayoutEffect(() => {
    const now = place.current?.offsetHeight ?? 0;
    const list = scroller();
    if (list !== null && before !== undefined) {
      list.scrollTop = before + now - height.current;
    }
    height.current = now;
  }, [before, isShown]);
  return place;
}

function scroller(): Element | null {
  return document.querySelector('.list');
}
