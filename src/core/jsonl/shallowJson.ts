import type { JsonObject } from '../jsonObject.ts';

/** Of so many values, a heap of 2 GB holds even the largest kind. No real session has a tenth. */
const mostValues = 16_000_000;

/**
 * Whether a JSON text may hold more values than there is memory for. `JSON.parse` does not throw then:
 * V8 ends the whole process, whichever thread it was. Each value but the first has a comma, a brace or a
 * bracket before it, so that no shorter text has to be looked at.
 */
export function isTooDense(text: string): boolean {
  if (text.length <= mostValues) {
    return false;
  }
  let marks = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    marks += unit === comma || unit === brace || unit === bracket ? 1 : 0;
  }
  return marks > mostValues;
}

const comma = 0x2c;
const bracket = 0x5b;
const brace = 0x7b;

/**
 * `JSON.parse` reads any number of levels, and Go's decoder 10,000, but `JSON.stringify` and the
 * structured clone between threads overflow the stack at a few thousand. Real events have fewer
 * than twenty.
 */
export const maxDepth = 500;
/** Replaces anything nested more deeply. */
const tooDeepNote = '[nested too deeply to be shown]';

/**
 * The value of a JSON text that stands in a log, with a note in place of anything nested too deeply.
 *
 * @throws SyntaxError, also for more values than there is memory for.
 */
export function parseShallow(text: string): unknown {
  if (isTooDense(text)) {
    throw new SyntaxError();
  }
  const value: unknown = JSON.parse(text);
  const mayBeDeep = text.length >= 2 * maxDepth && typeof value === 'object' && value !== null;
  return mayBeDeep && isDeeperThan(value, maxDepth) ? valueAbove(value, maxDepth) : value;
}

/** A record parsed elsewhere, with a note in place of anything nested too deeply. */
export function shallowRecord(record: JsonObject): JsonObject {
  return isDeeperThan(record, maxDepth) ? cutBelow(record, maxDepth) : record;
}

/** A record with a note in place of each object and list deeper than `depth`. */
export function cutBelow(record: JsonObject, depth: number): JsonObject {
  return Object.fromEntries(
    Object.entries(record).map(([key, member]) => [key, valueAbove(member, depth - 1)]),
  );
}

function valueAbove(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  if (depth === 0) {
    return tooDeepNote;
  }
  return Array.isArray(value)
    ? value.map((item: unknown) => valueAbove(item, depth - 1))
    : cutBelow(value as JsonObject, depth);
}

/**
 * Goes no deeper than `depth` itself, so that no log can exhaust the stack. Every value of every
 * log passes through here, so it allocates nothing.
 */
export function isDeeperThan(value: object, depth: number): boolean {
  if (depth === 0) {
    return true;
  }
  if (Array.isArray(value)) {
    for (const member of value as readonly unknown[]) {
      if (typeof member === 'object' && member !== null && isDeeperThan(member, depth - 1)) {
        return true;
      }
    }
    return false;
  }
  const record = value as JsonObject;
  for (const key in record) {
    const member = record[key];
    if (typeof member === 'object' && member !== null && isDeeperThan(member, depth - 1)) {
      return true;
    }
  }
  return false;
}
