import type { VNode } from 'preact';
import { t } from '#base/l10n.ts';
import type { PieceProps } from '../../surface/surface.ts';

export function Rest({ missing }: PieceProps['Rest']): VNode | null {
  return missing === undefined ? null : <span class="quiet">{t('{0} in the log', missing)}</span>;
}
