import type { ImageData } from '#core/events/message.ts';

/** An image in its own address; others are somewhere else. */
export function imageOf(url: unknown): ImageData | undefined {
  const [, mimeType, data] =
    typeof url === 'string' ? (/^data:([\w.+/-]+);base64,(.*)$/s.exec(url) ?? []) : [];
  return mimeType === undefined || data === undefined ? undefined : { mimeType, data };
}
