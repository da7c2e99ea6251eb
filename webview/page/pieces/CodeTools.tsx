import type { VNode } from 'preact';
import { t } from '#base/l10n.ts';
import { useId } from 'preact/hooks';
import type { PieceProps } from '../../surface/surface.ts';
import { CopyButton } from '../CopyButton.tsx';

export function CodeTools({ text }: PieceProps['CodeTools']): VNode {
  return <CopyButton name={useId()} label={t('Copy Code')} text={() => text} />;
}
