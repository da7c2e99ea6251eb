import type { VNode } from 'preact';
import { plural, t } from '#base/l10n.ts';
import { IconButton } from '../../kit/widgets/IconButton.tsx';
import { TextButton } from '../../kit/widgets/TextButton.tsx';
import { copiedRows, usePage } from '../model/pageContext.ts';
import { runRowCommand } from './rowCommands.ts';

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
