import type { ComponentChildren, VNode } from 'preact';
import { t } from '#base/l10n.ts';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { IconButton } from '../widgets/IconButton.tsx';
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
  return (
    <Modal label={label} className={`dialog ${className}`} onClose={onClose}>
      {(close) => (
        <>
          <div class="dialog-head">
            <h2>{label}</h2>
            <IconButton icon="close" label={t('Close')} onClick={close} />
          </div>
          {children(close)}
        </>
      )}
    </Modal>
  );
}

/** Covers the page until Escape, a click beside its content, or the content itself closes it. */
export function Modal({ label, className, onClose, children }: DialogProps): VNode {
  const dialog = useRef<HTMLDialogElement>(null);
  // Before the next key, which may be Escape.
  useLayoutEffect(() => dialog.current?.showModal(), []);
  // Not with the event `close`: it comes up to a frame after the focus went back, and the key that opens
  // the panel again would then close it.
  const close = () => {
    dialog.current?.close();
    onClose();
  };
  return (
    // The click is for the pointer; the keyboard has Escape.
    <dialog
      ref={dialog}
      class={className}
      aria-label={label}
      onCancel={close}
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
      {children(close)}
    </dialog>
  );
}
