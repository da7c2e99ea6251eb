import type { VNode } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { t } from '#base/l10n.ts';
import { IconButton } from '../kit/widgets/IconButton.tsx';
import { Later, useLate } from './Lazy.tsx';
import { usePage } from './model/pageContext.ts';

/** The filter line, behind a button where there is little room. */
export function FilterPlace(): VNode {
  const { filter } = usePage();
  const [isAsked, setAsked] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const late = useLate();
  // Before the next key, or once there is a field.
  useLayoutEffect(() => {
    if (isAsked) {
      place.current?.querySelector('input')?.focus();
    }
  }, [isAsked, late]);
  const isOpen = isAsked || filter.line.value !== '';
  return (
    <>
      <span class="filter-toggle">
        <IconButton
          icon="filter"
          label={t('Filter')}
          aria-expanded={isOpen}
          onClick={() => {
            setAsked(!isOpen);
            if (isOpen) {
              filter.line.value = '';
            }
          }}
        />
      </span>
      <div ref={place} class={isOpen ? 'filter-place filter-open' : 'filter-place'}>
        <Later name="FilterLine" />
      </div>
    </>
  );
}
