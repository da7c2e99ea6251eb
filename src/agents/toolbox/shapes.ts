import { isJsonObject } from '#core/jsonObject.ts';
import { isDateTime } from './dateTime.ts';

/** What a field may hold. Nothing is copied: inputs and turns can be many MB. */
export type Check<T> = (value: unknown) => value is T;

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
