import type { ImageData } from '../events/message.ts';
import type { ImageRef } from './row.ts';

/** A row's references to its images; empty if there are none. */
export function imagesOf(images: readonly ImageData[] | undefined): {
  readonly images?: readonly ImageRef[];
} {
  return images === undefined || images.length === 0 ? {} : { images: images.map(imageRef) };
}

export function imageRef({ mimeType, data }: ImageData): ImageRef {
  return { mimeType, size: decodedSize(data) };
}

/** Decoded size of Base64 text, in bytes. */
function decodedSize(base64: string): number {
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0;
  return Math.max(0, Math.floor((base64.length * 3) / 4) - padding);
}
