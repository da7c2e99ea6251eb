import type { VNode } from 'preact';
import { Icon } from '../widgets/Icon.tsx';
import { Foreign } from '../widgets/Visible.tsx';
import './row.css';

/** The user's own mark on an entry. */
export function RowLabel({ label }: { label: string }): VNode {
  return (
    <span class="row-label" title={`Label: ${label}`}>
      <Icon name="tag" />
      <Foreign text={label} className="row-label-text" />
    </span>
  );
}
