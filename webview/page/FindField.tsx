import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { FindAnswer } from '../model/findModel.ts';
import { usePage } from './pageContext.ts';
import { formatCount, t } from '#base/l10n.ts';
import { Icon } from '../widgets/Icon.tsx';

/** The field's ID, used by the page's shortcuts. */
export const findFieldId = 'find';

const fieldName = () => t('Find in this session');

export function FindField(): VNode {
  const { find } = usePage();
  const answer = find.answer.value;
  const isEmpty = answer.state !== 'found' || answer.total === 0;
  const onInput = (event: Event) => {
    find.query.value = valueOf(event);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      event.preventDefault();
      if (event.shiftKey) {
        find.previous();
      } else {
        find.next();
      }
    }
  };
  const onCase = (event: Event) => {
    const { checked } = event.currentTarget as HTMLElement & { checked?: unknown };
    find.matchCase.value = checked === true;
  };
  const field = useRef<HTMLElement>(null);
  useEffect(() => {
    // On upgrade, the toolkit overwrites the element's name with “Text field”.
    void customElements.whenDefined('vscode-text-field').then(() => {
      field.current?.setAttribute('aria-label', fieldName());
    });
  }, []);
  return (
    <div class="find" role="search">
      <span class="find-count" role="status">
        {countText(answer)}
      </span>
      <vscode-text-field
        id={findFieldId}
        class="find-field"
        placeholder={t('Find')}
        ref={field}
        aria-label={fieldName()}
        value={find.query.value}
        onInput={onInput}
        onKeyDown={onKeyDown}
      />
      <vscode-button
        appearance="icon"
        aria-label={t('Previous Match')}
        title={t('Previous Match (Shift+Enter)')}
        disabled={isEmpty}
        onClick={find.previous}
      >
        <Icon name="arrow-up" />
      </vscode-button>
      <vscode-button
        appearance="icon"
        aria-label={t('Next Match')}
        title={t('Next Match (Enter)')}
        disabled={isEmpty}
        onClick={find.next}
      >
        <Icon name="arrow-down" />
      </vscode-button>
      <vscode-checkbox class="find-case" checked={find.matchCase.value} onChange={onCase}>
        {t('Match case')}
      </vscode-checkbox>
    </div>
  );
}

/** Empty until there is an answer; during the search, the matches found so far. */
function countText(answer: FindAnswer): string {
  switch (answer.state) {
    case 'idle':
    case 'asked':
      return '';
    case 'failed':
      return t('Search failed');
    case 'found': {
      const { total, position, searching, more } = answer;
      if (total === 0) {
        return searching ? t('Searching…') : t('No results');
      }
      const all = `${formatCount(total)}${more ? '+' : ''}`;
      return position === undefined ? all : t('{0} of {1}', position + 1, all);
    }
  }
}

function valueOf(event: Event): string {
  const { value } = event.currentTarget as HTMLElement & { value?: unknown };
  return typeof value === 'string' ? value : '';
}
