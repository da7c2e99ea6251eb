/** A parsed JSON object, as foreign as any other value in it. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The list that a parsed value is; empty if it is none. */
export function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
