import type { VNode } from 'preact';
import { t } from '#base/l10n.ts';
import { outlineWords } from '../rows/outlineWords.ts';
import { Prose } from '../../kit/widgets/Visible.tsx';
import { useLazyModels } from '../model/lazyModels.ts';
import './pinnedPrompt.css';

/** The prompt that led to the first row on screen, over the top of the rows. */
export function PinnedPrompt(): VNode {
  const { outline } = useLazyModels();
  const prompt = outline.pinned.value;
  return (
    <div class={prompt === undefined ? 'pinned' : 'pinned pinned-shown'}>
      {prompt !== undefined && (
        <button
          type="button"
          class="pinned-prompt"
          title={t('Go to this prompt')}
          onClick={() => outline.goTo(prompt)}
        >
          <span class="pinned-text" dir="auto">
            <Prose text={outlineWords(prompt)} />
          </span>
        </button>
      )}
    </div>
  );
}
