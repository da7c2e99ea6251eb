import type { VNode } from 'preact';
import { t } from '#base/l10n.ts';
import { usePage } from '../pageContext.ts';
import type { PieceProps } from '../../surface/surface.ts';
import { useRowTabIndex } from '../../widgets/rowContext.ts';

/**
 * Opens a file that the session names, at its line. The host decides whether there is one. As in
 * `Link`, the click stops here.
 */
export function FileLink({ place, className = '', children }: PieceProps['FileLink']): VNode {
  const page = usePage();
  const tabIndex = useRowTabIndex();
  const open = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
    page.tell('file/open', place);
  };
  return (
    <a
      href="#file"
      class={`file-link ${className}`.trim()}
      title={t('Open {0}', place.line === undefined ? place.path : `${place.path}:${place.line}`)}
      tabIndex={tabIndex}
      onClick={open}
      onAuxClick={open}
    >
      <bdi>{children}</bdi>
    </a>
  );
}
