import * as z from 'zod/mini';
import { isJsonObject, type JsonObject } from './jsonObject.ts';

/** What the fields of a log may hold; each adapter's schema.ts puts its objects together from these. */
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
  /** RFC 3339 as Go's `time.Time` reads it, and a little more than JavaScript's `toISOString`. */
  dateTime: z
    .string()
    .check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/)),
} as const;
