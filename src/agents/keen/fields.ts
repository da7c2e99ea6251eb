import * as z from 'zod/mini';
import { jsonText } from './jsonText.ts';
import type { LineProblems } from './lineProblems.ts';
import type { JsonObject } from './schema.ts';

/** A shape of schema.ts. */
type Shape<S> = { readonly [K in keyof S]: z.core.$ZodType };

/** Reads the fields of one object of the log by its shape, and reports the ones of a wrong type. */
export class Fields<S extends Shape<S>> {
  readonly #record: JsonObject;
  readonly #shape: S;
  readonly #where: string;
  readonly #problems: LineProblems;

  /** @param where what the format calls the object, for messages. */
  constructor(record: JsonObject, shape: S, where: string, problems: LineProblems) {
    this.#record = record;
    this.#shape = shape;
    this.#where = where;
    this.#problems = problems;
  }

  /**
   * A field's value; undefined where it is absent, null or of a wrong type.
   * @param cost whether content is lost with a value that cannot be read.
   */
  get<K extends keyof S & string>(
    key: K,
    cost: 'lost' | 'odd' = 'odd',
  ): z.output<S[K]> | undefined {
    const value = valueOf(this.#record, key);
    if (value === undefined) {
      return undefined;
    }
    const read = z.safeParse(this.#shape[key], value);
    if (read.success) {
      return read.data;
    }
    this.#problems.wrongType(this.#where, key, value, cost);
    return undefined;
  }

  /** A field's value whatever its type. */
  raw(key: keyof S & string): unknown {
    return valueOf(this.#record, key);
  }

  /** A text; a value of another type is shown as JSON rather than lost. */
  text(key: keyof S & string): string {
    const value = valueOf(this.#record, key);
    if (value === undefined || typeof value === 'string') {
      return value ?? '';
    }
    this.#problems.wrongType(this.#where, key, value, 'odd');
    return jsonText(value);
  }
}

/**
 * Looks a key up as Go does: exactly, else without regard to case. `null` counts as absent.
 */
export function valueOf(record: JsonObject, key: string): unknown {
  if (Object.hasOwn(record, key)) {
    return record[key] ?? undefined;
  }
  const folded = key.toLowerCase();
  for (const name in record) {
    if (name.length === key.length && name.toLowerCase() === folded) {
      return record[name] ?? undefined;
    }
  }
  return undefined;
}
