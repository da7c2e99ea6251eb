import type { VNode } from 'preact';
import { usePage } from './pageContext.ts';
import { counted } from '../text/format.ts';
import { Icon } from '../widgets/Icon.tsx';

/** Tells that rows appeared below, and goes there. */
export function NewRows(): VNode {
  const { replay, view } = usePage();
  const unseen = replay.follow.unseen.value;
  const what = view.view.value === 'transcript' ? 'new row' : 'new message';
  return (
    <div class="new-rows" role="status" aria-live="polite">
      {unseen > 0 && (
        <button type="button" class="new-rows-button" onClick={replay.goToEnd}>
          {counted(unseen, what)}
          <Icon name="arrow-down" />
        </button>
      )}
    </div>
  );
}
