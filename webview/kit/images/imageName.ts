import { t } from '#base/l10n.ts';

/** An image's accessible name. @param name of one image, such as `Image in the result`. */
export function imageName(name: string, at: number, count: number): string {
  return count === 1 ? name : t('{0}, {1} of {2}', name, at + 1, count);
}
