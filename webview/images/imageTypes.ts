/** Bytes; screenshots take a tenth of this. */
export const mostImageBytes = 10_000_000;

const imageTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const;
export type ImageType = (typeof imageTypes)[number];

export function imageTypeOf(mimeType: string): ImageType | undefined {
  return imageTypes.find((type) => type === mimeType.trim().toLowerCase());
}
