import { isJsonObject, type JsonObject } from '#core/jsonObject.ts';
import { parseShallow } from '#core/jsonl/shallowJson.ts';

/**
 * Converts a parsed JSON value back to JSON. Total: `JSON.parse` accepts deeper nesting than
 * `JSON.stringify` has stack for (a few thousand levels), and then the result is only a note.
 */
export function jsonText(value: unknown): string {
  try {
    return value === undefined ? '' : JSON.stringify(value);
  } catch {
    // A parsed value can cause nothing but a RangeError here.
    return '[nested too deeply to be shown]';
  }
}

/** The value of a JSON text, or something else if it is none: torn, or words. */
export function jsonOr(text: string, otherwise: unknown): unknown {
  try {
    return parseShallow(text);
  } catch {
    return otherwise;
  }
}

/** The object that a JSON text holds; an empty one if it holds none. */
export function jsonObjectIn(text: unknown): JsonObject {
  const value = typeof text === 'string' ? jsonOr(text, undefined) : undefined;
  return isJsonObject(value) ? value : {};
}

/** A value that may be stored as JSON in a text; the text itself if it is none. */
export function parsedValue(value: unknown): unknown {
  return typeof value === 'string' ? jsonOr(value, value === '' ? undefined : value) : value;
}
