import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { usePage } from '../pageContext.ts';
import { formatCount } from '../text/format.ts';
import { Icon } from './Icon.tsx';

/** The field's id, by which the page's shortcuts find it. */
export const findFieldId = 'find';

const fieldName = 'Find in this session';

export function FindField(): VNode {
  const { find } = usePage();
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
    // The toolkit names the element “Text field” when it comes to life, over any name it has.
    void customElements.whenDefined('vscode-text-field').then(() => {
      field.current?.setAttribute('aria-label', fieldName);
    });
  }, []);
  return (
    <div class="find" role="search">
      <span class="find-count" role="status">
        {find.query.value === '' ? '' : countText(find)}
      </span>
      <vscode-text-field
        id={findFieldId}
        class="find-field"
        placeholder="Find"
        ref={field}
        aria-label={fieldName}
        value={find.query.value}
        onInput={onInput}
        onKeyDown={onKeyDown}
      />
      <vscode-button
        appearance="icon"
        aria-label="Previous Match"
        title="Previous Match (Shift+Enter)"
        disabled={find.count.value === 0}
        onClick={find.previous}
      >
        <Icon name="arrow-up" />
      </vscode-button>
      <vscode-button
        appearance="icon"
        aria-label="Next Match"
        title="Next Match (Enter)"
        disabled={find.count.value === 0}
        onClick={find.next}
      >
        <Icon name="arrow-down" />
      </vscode-button>
      <vscode-checkbox class="find-case" checked={find.matchCase.value} onChange={onCase}>
        Match case
      </vscode-checkbox>
    </div>
  );
}

function countText(find: ReturnType<typeof usePage>['find']): string {
  const count = find.count.value;
  if (count === 0) {
    return find.busy.value ? 'Searching' : 'No results';
  }
  const all = `${formatCount(count)}${find.complete.value ? '' : '+'}`;
  return find.position.value < 0 ? all : `${formatCount(find.position.value + 1)} of ${all}`;
}

function valueOf(event: Event): string {
  const { value } = event.currentTarget as HTMLElement & { value?: unknown };
  return typeof value === 'string' ? value : '';
}
