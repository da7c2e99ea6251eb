import type { VNode } from 'preact';
import { t } from '#base/l10n.ts';
import { usePage } from '../pageContext.ts';
import type { PieceProps } from '../../surface/surface.ts';
import { TextButton } from '../../widgets/TextButton.tsx';

export function LogLine({ line }: PieceProps['LogLine']): VNode {
  const page = usePage();
  return (
    <TextButton
      onClick={() => {
        page.tell('line/open', { line });
      }}
    >
      {t('Open Line {0}', line)}
    </TextButton>
  );
}
