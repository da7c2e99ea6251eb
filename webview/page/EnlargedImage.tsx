import type { VNode } from 'preact';
import { t } from '#base/l10n.ts';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Icon } from '../widgets/Icon.tsx';
import type { EnlargedImage as Shown } from '../model/imagesModel.ts';
import { usePage } from './pageContext.ts';
import '../images/images.css';

/** An image over the whole page, fitted or at its actual size. */
export function EnlargedImage(): VNode | null {
  const shown = usePage().images.enlarged.value;
  return shown === undefined ? null : <ImageDialog shown={shown} />;
}

function ImageDialog({ shown }: { shown: Shown }): VNode {
  const { images } = usePage();
  const dialog = useRef<HTMLDialogElement>(null);
  const image = useRef<HTMLImageElement>(null);
  const [whole, setWhole] = useState(true);
  const [isReduced, setIsReduced] = useState(false);
  useEffect(() => {
    // On closing, the dialog returns the focus to where it was.
    dialog.current?.showModal();
    setIsReduced((image.current?.clientWidth ?? 0) < shown.size.width);
  }, [shown]);
  const close = () => {
    dialog.current?.close();
  };
  return (
    <dialog
      ref={dialog}
      class="image-dialog"
      aria-label={shown.alt}
      onClose={() => {
        images.enlarged.value = undefined;
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') {
          // Close only the dialog, nothing behind it.
          event.stopPropagation();
        }
      }}
    >
      <div class="image-dialog-bar">
        <span class="image-dialog-words">
          {shown.size.width} × {shown.size.height}
        </span>
        {isReduced && (
          <button
            type="button"
            class="icon-button"
            aria-pressed={!whole}
            title={whole ? t('Show Actual Size') : t('Fit to Window')}
            aria-label={t('Actual Size')}
            onClick={() => {
              setWhole(!whole);
            }}
          >
            <Icon name={whole ? 'zoom-in' : 'zoom-out'} />
          </button>
        )}
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
      {/* A second way to close, for the pointer; the keyboard has the button and Escape. */}
      <div
        class={whole ? 'image-dialog-stage' : 'image-dialog-stage image-dialog-actual'}
        role="presentation"
        onClick={(event) => {
          if (event.target === event.currentTarget) {
            close();
          }
        }}
      >
        <img
          ref={image}
          src={shown.url}
          alt={shown.alt}
          width={shown.size.width}
          height={shown.size.height}
        />
      </div>
    </dialog>
  );
}
