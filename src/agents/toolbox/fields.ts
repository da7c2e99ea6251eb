import { isJsonObject, type JsonObject } from '#core/jsonObject.ts';
import { jsonText } from './jsonText.ts';
import type { LineProblems } from './lineProblems.ts';
import { isDateTime } from './dateTime.ts';

/** What a field may hold. Nothing is copied: inputs and turns can be many MB. */
type Check<T> = (value: unknown) => value is T;

/** What the fields of a log may hold; each adapter's schema.ts builds its objects from these. */
export const shapes = {
  text: (value: unknown): value is string => typeof value === 'string',
  number: (value: unknown): value is number => Number.isFinite(value),
  /** Tokens, money. */
  amount: (value: unknown): value is number => Number.isFinite(value) && Number(value) >= 0,
  whole: (value: unknown): value is number => Number.isSafeInteger(value),
  natural: (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0,
  flag: (value: unknown): value is boolean => typeof value === 'boolean',
  anything: (_value: unknown): _value is unknown => true,
  object: isJsonObject,
  list: (value: unknown): value is readonly unknown[] => Array.isArray(value),
  dateTime: (value: unknown): value is string => typeof value === 'string' && isDateTime(value),
};

/** What each field of an object may hold. */
export type Shape<S> = { readonly [K in keyof S]: Check<unknown> };

type Checked<C> = C extends Check<infer T> ? T : never;

/**
 * Reads the fields of one object in a log by its shape, and reports those of a wrong type: such a
 * field costs only itself, not the line.
 */
export class Fields<S extends Shape<S>> {
  /** @param where the format's name for the object, for messages; empty for a whole line. */
  constructor(
    private readonly record: JsonObject,
    private readonly shape: S,
    private readonly where: string,
    /** Of the whole line. */
    readonly problems: LineProblems,
  ) {}

  /**
   * A field's value; undefined if it is absent, null or of a wrong type.
   * @param cost whether an unreadable value means lost content.
   */
  get<K extends keyof S & string>(key: K, cost: 'lost' | 'odd' = 'odd'): Checked<S[K]> | undefined {
    const value = this.raw(key);
    if (value === undefined) {
      return undefined;
    }
    if (this.shape[key](value)) {
      return value as Checked<S[K]>;
    }
    this.problems.wrongType(this.where, key, value, cost);
    return undefined;
  }

  /**
   * The fields of the object in a field; all absent if there is no object.
   *
   * @param where the format's name for it, if other than the field's.
   */
  inner<T extends Shape<T>>(key: keyof S & string, shape: T, where: string = key): Fields<T> {
    const value: unknown = this.get(key);
    return new Fields(isJsonObject(value) ? value : {}, shape, where, this.problems);
  }

  /** A field's value whatever its type. */
  raw(key: keyof S & string): unknown {
    return this.valueOf(this.record, key);
  }

  /** A text; a value of another type is shown as JSON rather than lost. */
  text(key: keyof S & string): string {
    const value = this.raw(key);
    if (value === undefined || typeof value === 'string') {
      return value ?? '';
    }
    this.problems.wrongType(this.where, key, value, 'odd');
    return jsonText(value);
  }

  protected valueOf(record: JsonObject, key: string): unknown {
    return ownValue(record, key);
  }
}

/**
 * A key's own value; `null` counts as absent. All inherited properties are functions, which JSON
 * does not have, and `__proto__`; so ownership is rarely checked, as that takes longer than reading
 * the value.
 */
export function ownValue(record: JsonObject, key: string): unknown {
  const value = record[key] ?? undefined;
  return typeof value === 'function' || (key === '__proto__' && !Object.hasOwn(record, key))
    ? undefined
    : value;
}
