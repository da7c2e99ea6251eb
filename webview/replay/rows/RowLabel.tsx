import type { VNode } from 'preact';
import { t } from '#base/l10n.ts';
import { Icon } from '../../kit/widgets/Icon.tsx';
import { Foreign } from '../../kit/widgets/Visible.tsx';
import './row.css';

/** The user's label on an entry. */
export function RowLabel({ label }: { label: string }): VNode {
  return (
    <span class="row-label" title={t('Label: {0}', label)}>
      <Icon name="tag" />
      <Foreign text={label} className="row-label-text" />
    </span>
  );
}
