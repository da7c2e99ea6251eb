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
