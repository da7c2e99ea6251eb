import type { ComponentChildren, VNode } from 'preact';
import { t } from '#base/l10n.ts';
import { useRowTabIndex } from '../widgets/rowContext.ts';

/** A table that scrolls horizontally in a narrow panel, also by keyboard. */
export function TableFrame({ children }: { children: ComponentChildren }): VNode {
  return (
    <div class="markdown-table" role="group" aria-label={t('Table')} tabIndex={useRowTabIndex()}>
      <table>{children}</table>
    </div>
  );
}
