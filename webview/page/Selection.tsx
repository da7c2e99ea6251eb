import { useSignal, useSignalEffect } from '@preact/signals';
import type { ComponentType, VNode } from 'preact';
import { plural } from '#base/l10n.ts';
import { usePage } from './pageContext.ts';
import './selection.css';

/** Says how many rows are selected, and shows the bar for them. It is loaded with the first one. */
export function Selection(): VNode {
  const { count } = usePage().selection;
  const loaded = useSignal<{ readonly Bar: ComponentType } | undefined>(undefined);
  useSignalEffect(() => {
    if (count.value > 0 && loaded.peek() === undefined) {
      void import('./SelectionBar.tsx').then(({ SelectionBar }) => {
        loaded.value = { Bar: SelectionBar };
      });
    }
  });
  const Bar = loaded.value?.Bar;
  return (
    <div class="selection-place">
      <div class="visually-hidden" role="status">
        {count.value > 0 && plural(count.value, '1 row selected', '{0} rows selected')}
      </div>
      {count.value > 0 && Bar !== undefined && <Bar />}
    </div>
  );
}
