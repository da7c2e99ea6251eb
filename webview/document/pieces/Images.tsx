import { createContext, type VNode } from 'preact';
import { imageName } from '../../kit/images/imageName.ts';
import { sentence } from '../../kit/text/sentence.ts';
import { useContext } from 'preact/hooks';
import type { ImageData } from '#core/events/message.ts';
import type { ImageRef } from '#core/rows/row.ts';
import { Icon } from '../../kit/widgets/Icon.tsx';
import { Foreign } from '../../kit/widgets/Visible.tsx';
import { bytesOfBase64, checkImage } from '../../kit/images/imageFile.ts';
import type { PieceProps } from '../../kit/surface/surface.ts';
import { formatBytes } from '#base/format.ts';
import '../../kit/images/images.css';

/** Images of the row being drawn. */
export const RowImages = createContext<readonly (ImageData | undefined)[]>([]);

/** Embedded in the file if the data matches its type. */
export function Images({ images, from = 0, name }: PieceProps['Images']): VNode {
  const data = useContext(RowImages);
  return (
    <div class="images">
      {images.map((image, at) => (
        <DocumentImage
          key={at}
          image={image}
          data={data[from + at]}
          alt={imageName(name, at, images.length)}
        />
      ))}
    </div>
  );
}

interface DocumentImageProps {
  readonly image: ImageRef;
  readonly data: ImageData | undefined;
  readonly alt: string;
}

function DocumentImage({ image, data, alt }: DocumentImageProps): VNode {
  const bytes = data && bytesOfBase64(data.data);
  const check = data && bytes && checkImage(data.mimeType, bytes);
  if (data === undefined || check?.ok !== true) {
    return (
      <div class="image-refused">
        <Icon name="file-media" />
        <span>
          {sentence(
            '{0}, {1}, not shown',
            <Foreign text={image.mimeType} />,
            formatBytes(image.size),
          )}
        </span>
      </div>
    );
  }
  const { type, size } = check;
  return (
    <img
      class="image-small"
      src={`data:${type};base64,${data.data.replace(/\s/g, '')}`}
      alt={alt}
      width={size.width}
      height={size.height}
      loading="lazy"
      decoding="async"
    />
  );
}
