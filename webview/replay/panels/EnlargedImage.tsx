import type { VNode } from 'preact';
import { t } from '#base/l10n.ts';
import { useEffect, useRef, useState } from 'preact/hooks';
import { IconButton } from '../../kit/widgets/IconButton.tsx';
import type { ShownImage } from '../model/imagesModel.ts';
import { Modal } from '../../kit/page/Dialog.tsx';
import { usePage } from '../model/pageContext.ts';
import '../../kit/images/images.css';

/** An image over the whole page, fitted or at its actual size. */
export function EnlargedImage(): VNode | null {
  const shown = usePage().images.enlarged.value;
  return shown === undefined ? null : <ImageDialog shown={shown} />;
}

function ImageDialog({ shown }: { shown: ShownImage }): VNode {
  const { images } = usePage();
  const image = useRef<HTMLImageElement>(null);
  const [whole, setWhole] = useState(true);
  const [isReduced, setIsReduced] = useState(false);
  useEffect(() => {
    setIsReduced((image.current?.clientWidth ?? 0) < shown.size.width);
  }, [shown]);
  return (
    <Modal
      className="image-dialog"
      label={shown.alt}
      onClose={() => {
        images.enlarged.value = undefined;
      }}
    >
      {(close) => (
        <>
          <div class="image-dialog-bar">
            <span class="image-dialog-words">
              {shown.size.width} × {shown.size.height}
            </span>
            {isReduced && (
              <IconButton
                icon={whole ? 'zoom-in' : 'zoom-out'}
                label={t('Actual Size')}
                hint={whole ? t('Show Actual Size') : t('Fit to Window')}
                aria-pressed={!whole}
                onClick={() => setWhole(!whole)}
              />
            )}
            <IconButton icon="close" label={t('Close')} onClick={close} />
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
        </>
      )}
    </Modal>
  );
}
