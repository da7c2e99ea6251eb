import type { ComponentChildren, VNode } from 'preact';
import { Icon, type IconName } from '../../kit/widgets/Icon.tsx';
import './markers.css';

interface MarkerProps {
  readonly icon: IconName;
  /** Severity; determines color and icon. */
  readonly tone: 'quiet' | 'warning' | 'error';
  readonly children: ComponentChildren;
}

/** A line between messages for an event that is not a message. */
export function Marker({ icon, tone, children }: MarkerProps): VNode {
  return (
    <div class={`marker marker-${tone}`}>
      <Icon name={icon} />
      <div class="marker-text">{children}</div>
    </div>
  );
}
