import type { VNode } from 'preact';
import { Icon } from '../components/Icon.tsx';
import { Foreign } from '../components/Visible.tsx';
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
