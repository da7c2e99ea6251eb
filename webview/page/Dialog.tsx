import type { ComponentChildren, VNode } from 'preact';
import { t } from '#base/l10n.ts';
import { useEffect, useRef } from 'preact/hooks';
import { Icon } from '../widgets/Icon.tsx';
import '../widgets/buttons.css';
import './dialog.css';

interface DialogProps {
  readonly label: string;
  readonly className: string;
  readonly onClose: () => void;
  /** @param close closes the dialog and returns the focus to where it was. */
  readonly children: (close: () => void) => ComponentChildren;
}

/** A panel over the page. Escape, its button and a click beside it close it. */
export function Dialog({ label, className, onClose, children }: DialogProps): VNode {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  const close = () => {
    dialog.current?.close();
  };
  return (
    // The click beside it is for the pointer; the keyboard has the button and Escape.
    <dialog
      ref={dialog}
      class={`dialog ${className}`}
      aria-label={label}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === event.currentTarget) {
          close();
        }
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') {
          // Close only the dialog, nothing behind it.
          event.stopPropagation();
        }
      }}
    >
      <div class="dialog-head">
        <h2>{label}</h2>
        <button
          type="button"
          class="icon-button"
          title={t('Close')}
          aria-label={t('Close')}
          onClick={close}
        >
          <Icon name="close" />
        </button>
      </div>
      {children(close)}
    </dialog>
  );
}
