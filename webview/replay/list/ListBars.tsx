import { useComputed } from '@preact/signals';
import type { VNode } from 'preact';
import { plural, t } from '#base/l10n.ts';
import { IconButton, TextButton } from '../../kit/widgets/IconButton.tsx';
import { useLazyModels } from '../model/lazyModels.ts';
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
  const { newSince } = useLazyModels();
  const unseen = replay.follow.unseen.value;
  const seen = replay.follow.seen.value;
  const isAbove = (newSince.first.value?.index ?? 0) < (view.shown.value?.first ?? 0);
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
      ) : newSince.count.value > 0 ? (
        <button type="button" class="new-rows-button" onClick={newSince.goTo}>
          {plural(newSince.count.value, '1 row since you looked', '{0} rows since you looked')}
          <Icon name={isAbove ? 'arrow-up' : 'arrow-down'} />
        </button>
      ) : (
        seen > 0 && <span class="visually-hidden">{words(seen)}</span>
      )}
    </div>
  );
}

/** Stands before the first row that came after the reader looked. */
export function NewSince({ rowId }: { readonly rowId: string }): VNode | null {
  const { newSince } = useLazyModels();
  const isHere = useComputed(() => newSince.first.value?.rowId === rowId).value;
  return isHere ? (
    <div class="new-since" role="separator" aria-label={t('New since you looked')}>
      <span aria-hidden="true">{t('New since you looked')}</span>
    </div>
  ) : null;
}
