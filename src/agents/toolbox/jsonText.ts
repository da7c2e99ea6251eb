/**
 * A parsed JSON value as JSON again. Total: `JSON.parse` accepts deeper nesting than
 * `JSON.stringify` has stack for (a few thousand levels), and then there is only a note.
 */
export function jsonText(value: unknown): string {
  try {
    return value === undefined ? '' : JSON.stringify(value);
  } catch {
    // RangeError is all that a parsed value can cause here.
    return '[nested too deeply to be shown]';
  }
}
