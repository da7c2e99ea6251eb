import type { ButtonHTMLAttributes, ComponentChildren, VNode } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { IconName } from '../widgets/Icon.tsx';
import { IconButton } from '../widgets/IconButton.tsx';
import './menu.css';

interface MenuButtonProps {
  readonly icon: IconName;
  /** Names the button and its menu. */
  readonly label: string;
  /** Where the menu opens. */
  readonly opens: 'below' | 'above';
  /** The menu's content, with its items. @see MenuItem */
  readonly children: (close: () => void) => ComponentChildren;
}

/** A button with a menu and the editor's usual menu keys. */
export function MenuButton({ icon, label, opens, children }: MenuButtonProps): VNode {
  const [isOpen, setOpen] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const items = () => [...(place.current?.querySelectorAll<HTMLElement>('.menu-item') ?? [])];

  // Before the next key, which is for the menu.
  useLayoutEffect(() => {
    if (isOpen) {
      items()[0]?.focus();
    }
  }, [isOpen]);

  const close = () => {
    setOpen(false);
    place.current?.querySelector('button')?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const all = items();
    const at = all.findIndex((item) => item === document.activeElement);
    const moves: Readonly<Record<string, HTMLElement | undefined>> = {
      ArrowDown: all[(at + 1) % all.length],
      ArrowUp: all.at(at - 1),
      Home: all[0],
      End: all.at(-1),
    };
    const next = moves[event.key];
    if (event.key === 'Escape') {
      event.preventDefault();
      close();
    } else if (next !== undefined) {
      event.preventDefault();
      next.focus();
    }
  };
  const onFocusOut = ({ relatedTarget }: FocusEvent) => {
    if (!(relatedTarget instanceof Node && place.current?.contains(relatedTarget) === true)) {
      setOpen(false);
    }
  };
  return (
    <div ref={place} class={`menu-place menu-${opens}`} onFocusOut={onFocusOut}>
      <IconButton
        icon={icon}
        label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      />
      {isOpen && (
        <div role="menu" class="menu" aria-label={label} tabIndex={-1} onKeyDown={onKeyDown}>
          {children(close)}
        </div>
      )}
    </div>
  );
}

/** @param props with the role `menuitem`, or that of a choice. */
export function MenuItem(props: ButtonHTMLAttributes & { readonly onClick: () => void }): VNode {
  return <button type="button" class="menu-item" tabIndex={-1} {...props} />;
}
