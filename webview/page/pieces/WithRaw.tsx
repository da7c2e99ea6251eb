import type { VNode } from 'preact';
import { t } from '#base/l10n.ts';
import type { PieceProps } from '../../surface/surface.ts';
import { useRowTabIndex } from '../../widgets/rowContext.ts';
import { useOpenPart } from '../openParts.ts';
import './withRaw.css';

/** Find counts what the log says, so a row that it goes to shows that. */
export function WithRaw({ id, view, raw }: PieceProps['WithRaw']): VNode {
  const { open, toggle } = useOpenPart(`${id}/raw`, false);
  const tabIndex = useRowTabIndex();
  return (
    <>
      <button
        type="button"
        class="raw-switch"
        aria-pressed={open}
        title={open ? t('Show as View') : t('Show Raw Input and Output')}
        tabIndex={tabIndex}
        onClick={toggle}
      >
        {t('Raw')}
      </button>
      {open ? raw() : view()}
    </>
  );
}
