import * as z from 'zod/mini';
import { isDateTime } from './dateTime.ts';
import { isJsonObject, type JsonObject } from './jsonObject.ts';

/** What the fields of a log may hold; each adapter's schema.ts builds its objects from these. */
export const shapes = {
  text: z.string(),
  number: z.number(),
  /** Tokens, money. */
  amount: z.number().check(z.nonnegative()),
  whole: z.int(),
  natural: z.int().check(z.nonnegative()),
  flag: z.boolean(),
  anything: z.unknown(),
  /** Checked, never copied: inputs and turns can be many MB. */
  object: z.custom<JsonObject>(isJsonObject),
  list: z.custom<readonly unknown[]>(Array.isArray),
  dateTime: z.string().check(z.refine(isDateTime)),
} as const;

/**
 * Whether a value plainly has a shape. Agrees with zod for the shapes above, in a tenth of the
 * time: reading a log consists of little else. For any other shape the answer is no, and zod must
 * check.
 */
export function isPlainly<S extends z.core.$ZodType>(
  shape: S,
  value: unknown,
): value is z.output<S> {
  return plainChecks.get(shape)?.(value) === true;
}

const plainChecks: ReadonlyMap<z.core.$ZodType, (value: unknown) => boolean> = new Map<
  z.core.$ZodType,
  (value: unknown) => boolean
>([
  [shapes.text, (value) => typeof value === 'string'],
  [shapes.number, Number.isFinite],
  [shapes.amount, (value) => Number.isFinite(value) && Number(value) >= 0],
  [shapes.whole, Number.isSafeInteger],
  [shapes.natural, (value) => Number.isSafeInteger(value) && Number(value) >= 0],
  [shapes.flag, (value) => typeof value === 'boolean'],
  [shapes.anything, () => true],
  [shapes.object, isJsonObject],
  [shapes.list, Array.isArray],
  [shapes.dateTime, (value) => typeof value === 'string' && isDateTime(value)],
]);
