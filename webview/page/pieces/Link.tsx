import type { ComponentChildren, VNode } from 'preact';
import { usePage } from '../pageContext.ts';
import { useRowTabIndex } from '../../widgets/rowContext.ts';

/**
 * A link of a kind that the host opens. The webview's own click handler, which would open it a
 * second time, sits on the document, so the click ends here.
 *
 * @param href as `linkTarget` returns it.
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
