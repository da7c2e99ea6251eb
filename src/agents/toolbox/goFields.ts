import { Fields, ownValue, type Shape } from './fields.ts';
import type { JsonObject } from '#core/jsonObject.ts';
import type { LineProblems } from './lineProblems.ts';

/** Fields of an object written by Go, which reads keys in any case. */
export class GoFields<S extends Shape<S>> extends Fields<S> {
  /** All keys that matter are spelled as in the shape, as in nearly every object. */
  readonly #isPlain: boolean;

  constructor(record: JsonObject, shape: S, where: string, problems: LineProblems) {
    super(record, shape, where, problems);
    this.#isPlain = isPlain(record, shape);
  }

  protected override valueOf(record: JsonObject, key: string): unknown {
    return this.#isPlain ? ownValue(record, key) : goValueOf(record, key);
  }
}

function isPlain(record: JsonObject, shape: object): boolean {
  for (const name in record) {
    if (!Object.hasOwn(shape, name) && Object.keys(shape).some((key) => isKey(name, key))) {
      return false;
    }
  }
  return true;
}

/**
 * A key's value as Go's `encoding/json` finds it: in any letter case, and the last of several such
 * keys. `null` clears an object or a list and leaves a text, a number or a flag as it is.
 */
export function goValueOf(record: JsonObject, key: string): unknown {
  let found: unknown;
  for (const name in record) {
    if (name === key || isKey(name, key)) {
      found = record[name] ?? (typeof found === 'object' ? undefined : found);
    }
  }
  return found;
}

function isKey(name: string, key: string): boolean {
  return name.length === key.length && folded(name) === folded(key);
}

/**
 * Go folds two non-ASCII letters to ones that occur in keys: `ſ` to s, and the Kelvin sign to k.
 */
function folded(name: string): string {
  return name.toLowerCase().replaceAll('\u017f', 's');
}
