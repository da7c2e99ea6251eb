import type { VNode } from 'preact';
import { t } from '#base/l10n.ts';
import { usePage } from '../model/pageContext.ts';
import { useRowTabIndex } from '../../kit/widgets/rowContext.ts';
import type { PieceProps } from '../../kit/surface/surface.ts';

/** Shows the branch; the current one is marked and does nothing. */
export function Branch({ branch, children }: PieceProps['Branch']): VNode {
  const { replay } = usePage();
  const { shown, leaf } = branch;
  return (
    <button
      type="button"
      class="branch-option"
      aria-current={shown ? 'true' : undefined}
      tabIndex={useRowTabIndex()}
      title={shown ? undefined : t('Show this branch')}
      onClick={() => {
        if (!shown) {
          void replay.showBranch(leaf);
        }
      }}
    >
      {children}
    </button>
  );
}
