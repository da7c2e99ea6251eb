import type { ComponentChildren, VNode } from 'preact';
import { Icon, type IconName } from '../widgets/Icon.tsx';
import './markers.css';

interface MarkerProps {
  readonly icon: IconName;
  /** How much it matters; colour and icon follow it. */
  readonly tone: 'quiet' | 'warning' | 'error';
  readonly children: ComponentChildren;
}

/** A line between the messages: something happened that nobody said. */
export function Marker({ icon, tone, children }: MarkerProps): VNode {
  return (
    <div class={`marker marker-${tone}`}>
      <Icon name={icon} />
      <div class="marker-text">{children}</div>
    </div>
  );
}
