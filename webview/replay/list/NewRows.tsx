import type { VNode } from 'preact';
import { usePage } from '../model/pageContext.ts';
import { plural } from '#base/l10n.ts';
import { Icon } from '../../kit/widgets/Icon.tsx';

/**
 * A button that reports new rows below and scrolls to them. At the end of the list, where readers see
 * them come, only screen readers announce them.
 */
export function NewRows(): VNode {
  const { replay, view } = usePage();
  const unseen = replay.follow.unseen.value;
  const seen = replay.follow.seen.value;
  const words = (count: number) =>
    view.view.value === 'transcript'
      ? plural(count, '1 new row', '{0} new rows')
      : plural(count, '1 new message', '{0} new messages');
  return (
    <div class="new-rows" role="status" aria-live="polite">
      {unseen > 0 ? (
        <button type="button" class="new-rows-button" onClick={replay.goToEnd}>
          {words(unseen)}
          <Icon name="arrow-down" />
        </button>
      ) : (
        seen > 0 && <span class="visually-hidden">{words(seen)}</span>
      )}
    </div>
  );
}
