import type { VNode } from 'preact';
import { t } from '#base/l10n.ts';
import type { Prompt } from '#protocol/document.ts';
import { Icon } from '../widgets/Icon.tsx';
import { Prose } from '../widgets/Visible.tsx';
import { formatExactly } from '#base/format.ts';
import { anchorOf } from './anchorOf.ts';

/** A table of contents: the prompts, and the compactions between them. */
export function PromptTable({ prompts }: { prompts: readonly Prompt[] }): VNode {
  return (
    <nav class="prompts" aria-label={t('Prompts')}>
      <details open>
        <summary class="prompts-head">
          <Icon name="chevron-right" />
          {t('Prompts')}
        </summary>
        <ol>
          {prompts.map(({ rowId, kind, text, time }) => (
            <li key={rowId} class={`prompt-${kind}`}>
              <a
                href={`#${anchorOf(rowId)}`}
                title={time === undefined ? undefined : formatExactly(time)}
              >
                <span class="prompt-text" dir="auto">
                  {kind === 'compaction' ? (
                    t('Context compacted')
                  ) : (
                    <Prose text={text === '' ? t('Prompt without text') : text} />
                  )}
                </span>
              </a>
            </li>
          ))}
        </ol>
      </details>
    </nav>
  );
}
