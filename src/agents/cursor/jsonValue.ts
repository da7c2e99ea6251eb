/** A value that may be stored as JSON in a text; the text itself if it is none. */
export function valueIn(value: unknown): unknown {
  if (typeof value !== 'string') {
    return value;
  }
  try {
    return JSON.parse(value) as unknown;
  } catch {
    // Words, such as an answer of a tool.
    return value === '' ? undefined : value;
  }
}
