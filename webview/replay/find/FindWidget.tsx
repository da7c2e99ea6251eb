import type { VNode } from 'preact';
import { useRef } from 'preact/hooks';
import { formatCount, t } from '#base/l10n.ts';
import type { FindAnswer } from '../model/findModel.ts';
import { IconButton } from '../../kit/widgets/IconButton.tsx';
import { FindField } from './FindField.tsx';
import { toggledBy } from './FindToggles.tsx';
import { useLazyModels } from '../model/lazyModels.ts';

/** Find over the corner of the rows, as in VS Code's editor. */
export function FindWidget(): VNode | null {
  return useLazyModels().find.isOpen.value ? <OpenFindWidget /> : null;
}

function OpenFindWidget(): VNode {
  const { find } = useLazyModels();
  const field = useRef<HTMLInputElement>(null);
  const answer = find.answer.value;
  const isEmpty = answer.state !== 'found' || answer.total === 0;
  const refusal = answer.state === 'found' ? answer.refusal : undefined;
  const count = countText(answer);
  const onKeyDown = (event: KeyboardEvent) => {
    if (toggledBy(event, find.toggle)) {
      return;
    }
    if (event.key === 'Enter' && event.target === field.current) {
      event.preventDefault();
      if (event.shiftKey) {
        find.previous();
      } else {
        find.next();
      }
    }
  };
  return (
    <div class="find" role="search" aria-label={t('Find')} tabIndex={-1} onKeyDown={onKeyDown}>
      <FindField
        field={field}
        placeholder={t('Find')}
        label={t('Find in this session')}
        isRefused={refusal !== undefined}
        refusal="find-refusal"
        model={find}
      />
      <span
        class={
          answer.state === 'found' && count === noResults() ? 'find-count find-none' : 'find-count'
        }
        role="status"
      >
        {count}
      </span>
      <IconButton
        icon="arrow-up"
        label={t('Previous Match')}
        hint={t('Previous Match (Shift+Enter)')}
        disabled={isEmpty}
        onClick={find.previous}
      />
      <IconButton
        icon="arrow-down"
        label={t('Next Match')}
        hint={t('Next Match (Enter)')}
        disabled={isEmpty}
        onClick={find.next}
      />
      <IconButton icon="close" label={t('Close')} hint={t('Close (Escape)')} onClick={find.close} />
      <div id="find-refusal" class="field-problem find-refusal" role="alert">
        {refusal}
      </div>
    </div>
  );
}

const noResults = () => t('No results');

/** Empty until there is an answer; during the search, the matches found so far. */
function countText(answer: FindAnswer): string {
  switch (answer.state) {
    case 'idle':
    case 'asked':
      return '';
    case 'failed':
      return t('Search failed');
    case 'found': {
      const { total, position, searching, more, refusal } = answer;
      if (total === 0) {
        return refusal !== undefined ? '' : searching || more ? t('Searching…') : noResults();
      }
      const all = `${formatCount(total)}${more ? '+' : ''}`;
      return position === undefined ? all : t('{0} of {1}', formatCount(position + 1), all);
    }
  }
}
