import { isJsonObject, type JsonObject } from '#core/jsonObject.ts';
import { jsonOr } from '../toolbox/jsonText.ts';

/** A value of a column with JSON; nothing if it is none. */
export const jsonPath = (column: string, path: string) =>
  `iif(json_valid(${column}), ${column} ->> '${path}', NULL)`;

/** The object in a column with JSON, with what other columns say; anything else stays as it is. */
export function objectIn(data: unknown, more: JsonObject): JsonObject {
  const value = typeof data === 'string' ? jsonOr(data, undefined) : undefined;
  return isJsonObject(value) ? { ...value, ...more } : { ...more, data };
}

export function isText(value: unknown): value is string {
  return typeof value === 'string';
}

/** When a session last changed, epoch ms, by the columns of its row. */
export function changedAt({ time_updated, last_message }: JsonObject): number | undefined {
  const [first, second = first] = [time_updated, last_message].filter(
    (time) => typeof time === 'number',
  );
  return first === undefined || second === undefined ? undefined : Math.max(first, second);
}
