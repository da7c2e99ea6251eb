import type { ComponentChildren, VNode } from 'preact';
import { useRowTabIndex } from '../widgets/rowContext.ts';

/** A table that scrolls sideways when the panel is narrow, also by keyboard. */
export function TableFrame({ children }: { children: ComponentChildren }): VNode {
  const tabIndex = useRowTabIndex();
  return (
    <div class="markdown-table" role="group" aria-label="Table" tabIndex={tabIndex}>
      <table>{children}</table>
    </div>
  );
}
