import type { ComponentChildren, VNode } from 'preact';
import { usePage } from '../pageContext.ts';
import { useRowTabIndex } from '../../widgets/rowContext.ts';

/**
 * A link the host opens. The webview's own click handler sits on the document and would open it a
 * second time, so the click stops here.
 *
 * @param href as returned by `linkTarget`.
 */
export function Link({ href, children }: { href: string; children: ComponentChildren }): VNode {
  const page = usePage();
  const tabIndex = useRowTabIndex();
  const open = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
    page.tell('link/open', { href });
  };
  return (
    <a
      href={href}
      title={href}
      tabIndex={tabIndex}
      rel="noreferrer"
      onClick={open}
      onAuxClick={open}
    >
      <bdi>{children}</bdi>
    </a>
  );
}
