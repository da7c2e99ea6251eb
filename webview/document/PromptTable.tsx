import type { VNode } from 'preact';
import { t } from '#base/l10n.ts';
import type { OutlineEntry } from '#protocol/outline.ts';
import { outlineWords } from '../replay/rows/outlineWords.ts';
import { PromptCounts } from '../replay/rows/PromptCounts.tsx';
import { Icon } from '../kit/widgets/Icon.tsx';
import { Prose } from '../kit/widgets/Visible.tsx';
import { formatExactly } from '#base/format.ts';
import { anchorOf } from './anchorOf.ts';

/** A table of contents: the prompts, and what lies between them. */
export function PromptTable({ outline }: { outline: readonly OutlineEntry[] }): VNode {
  return (
    <nav class="prompts" aria-label={t('Prompts')}>
      <details open>
        <summary class="prompts-head">
          <Icon name="chevron-right" />
          {t('Prompts')}
        </summary>
        <ol>
          {outline.map((entry) => (
            <li
              key={entry.rowId}
              class={entry.kind === 'prompt' ? 'prompt-user' : `prompt-marker prompt-${entry.kind}`}
            >
              <a
                href={`#${anchorOf(entry.rowId)}`}
                title={entry.time === undefined ? undefined : formatExactly(entry.time)}
              >
                <span class="prompt-text" dir="auto">
                  <Prose text={outlineWords(entry)} />
                </span>
                {entry.kind === 'prompt' && <PromptCounts prompt={entry} />}
              </a>
            </li>
          ))}
        </ol>
      </details>
    </nav>
  );
}
