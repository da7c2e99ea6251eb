import type { VNode } from 'preact';
import { t } from '#base/l10n.ts';
import { Marker } from './Marker.tsx';

export function InterruptionRow(): VNode {
  return (
    <Marker icon="circle-slash" tone="warning">
      {t('Interrupted')}
    </Marker>
  );
}
