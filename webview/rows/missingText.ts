import type { LongText } from '#core/replay/row.ts';
import { formatLength } from '../text/format.ts';

/** How much of a text is not here: `5K more characters`; undefined if all of it is. */
export function missingText({ text, length }: LongText): string | undefined {
  const missing = length - text.length;
  return missing > 0 ? formatLength(missing).replace(' ', ' more ') : undefined;
}
