import { jsonOr } from '../toolbox/jsonText.ts';

/** A value that may be stored as JSON in a text; the text itself if it is none. */
export function parsedValue(value: unknown): unknown {
  return typeof value === 'string' ? jsonOr(value, value === '' ? undefined : value) : value;
}
