import { parseShallow } from './shallowJson.ts';

/** An error that a tool or a provider gave as JSON. */
interface JsonError {
  /** What comes before the JSON, and the message in it. */
  readonly message: string;
  /** All of it, pretty-printed. */
  readonly json: string;
}

/** Longer errors are not read. */
const longest = 200_000;
/** Depth of the message; `{"error":{"message":…}}` is usual, and some wrap that again. */
const deepest = 4;

const messageKeys = ['message', 'error', 'errors', 'detail', 'details', 'reason', 'description'];

/** The readable parts of `400 {"error":{"message":"…"}}`; undefined if it is no such text. */
export function jsonError(text: string): JsonError | undefined {
  const start = text.search(/[{[]/);
  if (start < 0 || text.length > longest || !/[}\]]\s*$/.test(text)) {
    return undefined;
  }
  let value: unknown;
  try {
    value = parseShallow(text.slice(start));
  } catch {
    // Words with a bracket.
    return undefined;
  }
  const message = messageIn(value, deepest);
  const before = text.slice(0, start).trim();
  return message === undefined
    ? undefined
    : {
        message: before === '' ? message : `${before} ${message}`,
        json: JSON.stringify(value, null, 2),
      };
}

function messageIn(value: unknown, depth: number): string | undefined {
  if (typeof value === 'string') {
    // A provider’s answer within a gateway’s.
    return (
      (depth > 0 ? jsonError(value)?.message : undefined) ?? (value === '' ? undefined : value)
    );
  }
  if (typeof value !== 'object' || value === null || depth === 0) {
    return undefined;
  }
  if (Array.isArray(value)) {
    return messageIn(value[0], depth - 1);
  }
  const members = value as Readonly<Record<string, unknown>>;
  for (const key of messageKeys) {
    const message = Object.hasOwn(members, key) ? messageIn(members[key], depth - 1) : undefined;
    if (message !== undefined) {
      return message;
    }
  }
  return undefined;
}
