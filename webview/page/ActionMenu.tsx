import type { VNode } from 'preact';
import { t } from '#base/l10n.ts';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Icon } from '../widgets/Icon.tsx';
import { nextItem } from './menuKeys.ts';
import '../widgets/buttons.css';
import './actionMenu.css';

export interface Action {
  readonly label: string;
  /** The key that does the same, as readers write it. */
  readonly keys: string;
  run(): void;
}

interface ActionMenuProps {
  readonly actions: readonly Action[];
}

/** A menu button with the editor's usual menu keys. */
export function ActionMenu({ actions }: ActionMenuProps): VNode {
  const [isOpen, setOpen] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const items = () => [
    ...(place.current?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? []),
  ];

  useEffect(() => {
    if (isOpen) {
      items()[0]?.focus();
    }
  }, [isOpen]);

  const close = () => {
    setOpen(false);
    opener.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const all = items();
    const at = all.findIndex((item) => item === document.activeElement);
    const next = nextItem(event.key, at, all.length);
    if (event.key === 'Escape') {
      event.preventDefault();
      close();
    } else if (next !== undefined) {
      event.preventDefault();
      all[next]?.focus();
    }
  };
  const onFocusOut = ({ relatedTarget }: FocusEvent) => {
    if (!(relatedTarget instanceof Node && place.current?.contains(relatedTarget) === true)) {
      setOpen(false);
    }
  };
  return (
    <div ref={place} class="action-menu" onFocusOut={onFocusOut}>
      <button
        ref={opener}
        type="button"
        class="icon-button"
        title={t('More Actions…')}
        aria-label={t('More Actions…')}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => {
          setOpen(!isOpen);
        }}
      >
        <Icon name="ellipsis" />
      </button>
      {isOpen && (
        <div
          role="menu"
          class="menu"
          aria-label={t('More Actions…')}
          tabIndex={-1}
          onKeyDown={onKeyDown}
        >
          {actions.map(({ label, keys, run }) => (
            <button
              key={label}
              type="button"
              role="menuitem"
              class="menu-item"
              tabIndex={-1}
              onClick={() => {
                close();
                run();
              }}
            >
              {label}
              <kbd class="menu-keys" aria-hidden="true">
                {keys}
              </kbd>
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
