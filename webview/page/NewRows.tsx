import type { VNode } from 'preact';
import { usePage } from './pageContext.ts';
import { plural } from '#base/l10n.ts';
import { Icon } from '../widgets/Icon.tsx';

/** A button that reports new rows below and scrolls to them. */
export function NewRows(): VNode {
  const { replay, view } = usePage();
  const unseen = replay.follow.unseen.value;
  return (
    <div class="new-rows" role="status" aria-live="polite">
      {unseen > 0 && (
        <button type="button" class="new-rows-button" onClick={replay.goToEnd}>
          {view.view.value === 'transcript'
            ? plural(unseen, '1 new row', '{0} new rows')
            : plural(unseen, '1 new message', '{0} new messages')}
          <Icon name="arrow-down" />
        </button>
      )}
    </div>
  );
}
