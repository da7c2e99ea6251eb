import type { VNode } from 'preact';
import { Marker } from './Marker.tsx';

export function InterruptionRow(): VNode {
  return (
    <Marker icon="circle-slash" tone="warning">
      Interrupted
    </Marker>
  );
}
