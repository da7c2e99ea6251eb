import type { VNode } from 'preact';
import { t } from '#base/l10n.ts';
import { Dialog } from '../../kit/page/Dialog.tsx';
import { useLateModels } from '../model/lateModels.ts';
import { usePage } from '../model/pageContext.ts';
import { OutlineList } from './OutlineList.tsx';
import './outline.css';

/** The outline beside the rows. */
export function OutlineBeside(): VNode | null {
  const { replay } = usePage();
  const { outline } = useLateModels();
  if (replay.header.value?.complete === true && outline.entries.total.value === 0) {
    return null;
  }
  return (
    <div class="outline-beside">
      <h2 class="outline-head">{t('Outline')}</h2>
      <OutlineList />
    </div>
  );
}

/** The outline over the rows, where there is no room beside them. */
export function OutlineDialog(): VNode {
  const { panels } = usePage();
  return (
    <Dialog
      label={t('Outline')}
      className="outline-dialog"
      onClose={() => {
        panels.open.value = undefined;
      }}
    >
      {(close) => <OutlineList onChosen={close} takesFocus />}
    </Dialog>
  );
}
