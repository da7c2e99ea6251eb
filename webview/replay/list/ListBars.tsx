import type { VNode } from 'preact';
import { plural, t } from '#base/l10n.ts';
import { IconButton, TextButton } from '../../kit/widgets/IconButton.tsx';
import { copiedRows, usePage } from '../model/pageContext.ts';
import { runRowCommand } from './rowCommands.ts';
import { Icon } from '../../kit/widgets/Icon.tsx';

/** How many rows are selected, and what can be done with them. */
export function SelectionBar(): VNode {
  const page = usePage();
  const { selection, copying } = page;
  const count = selection.count.value;
  const said = count > 0 && plural(count, '1 row selected', '{0} rows selected');
  const run = (command: 'copy' | 'export') => {
    const first = selection.range.peek()?.first;
    if (first !== undefined) {
      void runRowCommand(page, command, first);
    }
  };
  return (
    <div class="selection-place">
      <div class="visually-hidden" role="status">
        {said}
      </div>
      {count > 0 && (
        <div class="selection-bar" role="group" aria-label={t('Selected rows')}>
          <span>{said}</span>
          <TextButton onClick={() => run('copy')}>
            {copying.copied.value === copiedRows ? t('Copied') : t('Copy as Markdown')}
          </TextButton>
          <TextButton onClick={() => run('export')}>{t('Export…')}</TextButton>
          <IconButton icon="close" label={t('Clear Selection')} onClick={selection.clear} />
        </div>
      )}
    </div>
  );
}

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
