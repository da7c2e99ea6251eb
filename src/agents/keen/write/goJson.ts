import { wellFormed } from '#core/text/wellFormed.ts';
/**
 * JSON as Go's `encoding/json` writes it, version 1.22 and later, with which Keen is built: `<`,
 * `>` and `&` escaped, map keys sorted by their bytes, numbers as in JavaScript. Undefined stands
 * for a key that Go omits.
 */

/** A struct: keys in the given order; those without a value are omitted. */
export function goStruct(fields: readonly (readonly [string, string | undefined])[]): string {
  const written = fields.flatMap(([key, json]) =>
    json === undefined ? [] : [`${goString(key)}:${json}`],
  );
  return `{${written.join(',')}}`;
}

export function goList(items: readonly string[]): string {
  return `[${items.join(',')}]`;
}

/** Half a surrogate pair has no UTF-8; Go reads it as U+FFFD, so that is what is written. */
export function goString(text: string): string {
  return JSON.stringify(wellFormed(text)).replace(
    escaped,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** A string with `omitempty`. */
export function goText(text: string | undefined): string | undefined {
  return text === undefined || text === '' ? undefined : goString(text);
}

/** An `int64`; zero is omitted. */
export function goCount(value: number | undefined): string | undefined {
  const whole = goInt(value ?? 0);
  return whole === '0' ? undefined : whole;
}

/** A whole number for any input: a fraction would make Keen skip the line. */
export function goInt(value: number): string {
  const whole = Number.isNaN(value) ? 0 : Math.round(value);
  return String(Math.max(-Number.MAX_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, whole)) + 0);
}

interface ValueOptions {
  /** Keeps the order of keys, for copies; else they are sorted, as Go does with maps. */
  readonly keepOrder?: true;
}

/**
 * Any value a tool may return. Total: what JSON cannot express is omitted or becomes null, as with
 * `JSON.stringify`, and beyond a depth that no reader follows there is a note.
 */
export function goValue(value: unknown, options: ValueOptions = {}): string | undefined {
  return valueAt(value, options, 0);
}

const escaped = /[<>&\u2028\u2029]/g;
/**
 * Our own reader refuses lines nested deeper than 500 levels; the rest is for the levels around it.
 */
const maxDepth = 400;

function valueAt(value: unknown, options: ValueOptions, depth: number): string | undefined {
  switch (typeof value) {
    case 'string':
      return goString(value);
    case 'number':
      return !Number.isFinite(value) ? 'null' : Object.is(value, -0) ? '-0' : String(value);
    case 'boolean':
    case 'bigint':
      return String(value);
    case 'undefined':
    case 'function':
    case 'symbol':
      return undefined;
    case 'object':
      return value === null ? 'null' : objectAt(value, options, depth);
  }
}

function objectAt(value: object, options: ValueOptions, depth: number): string | undefined {
  if (depth >= maxDepth) {
    return goString('[nested too deeply to be kept]');
  }
  if (Array.isArray(value)) {
    return goList(value.map((item) => valueAt(item, options, depth + 1) ?? 'null'));
  }
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) {
    return goString(`[${value.byteLength} bytes of binary data]`);
  }
  if ('toJSON' in value && typeof value.toJSON === 'function') {
    const { toJSON } = value as { toJSON: () => unknown };
    return valueAt(toJSON.call(value), options, depth + 1);
  }
  const entries = Object.entries(value);
  if (options.keepOrder !== true) {
    entries.sort(([a], [b]) => compareBytes(a, b));
  }
  return goStruct(entries.map(([key, member]) => [key, valueAt(member, options, depth + 1)]));
}

/** The order of the UTF-8 bytes, which is that of code points and not of UTF-16 units. */
function compareBytes(a: string, b: string): number {
  if (a === b) {
    return 0;
  }
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at += 1) {
    const [unitA, unitB] = [a.charCodeAt(at), b.charCodeAt(at)];
    if (unitA !== unitB) {
      return codePointRank(unitA) - codePointRank(unitB);
    }
  }
  return a.length - b.length;
}

/** Surrogates stand for code points above all single units. */
function codePointRank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}
