import type { VNode } from 'preact';
import { t } from '#base/l10n.ts';
import { usePage } from '../model/pageContext.ts';

/** Messages as the model gets them, or as Markdown. */
export function RawSwitch(): VNode {
  const { raw } = usePage().view;
  return (
    <button
      type="button"
      class="toolbar-toggle"
      aria-pressed={raw.value}
      title={t('Show messages exactly as the model gets them, not as Markdown')}
      onClick={() => {
        raw.value = !raw.value;
      }}
    >
      {t('Raw')}
    </button>
  );
}
