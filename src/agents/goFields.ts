import { Fields, valueOf, type Shape } from './fields.ts';
import type { JsonObject } from './jsonObject.ts';

/** Fields of an object that Go wrote and that Go would read whatever the case of its keys. */
export class GoFields<S extends Shape<S>> extends Fields<S> {
  protected override valueOf(record: JsonObject, key: string): unknown {
    return goValueOf(record, key);
  }
}

/**
 * Looks a key up as Go does: exactly, else without regard to case. `null` counts as absent.
 */
export function goValueOf(record: JsonObject, key: string): unknown {
  const exact = valueOf(record, key);
  if (exact !== undefined || Object.hasOwn(record, key)) {
    return exact;
  }
  const folded = key.toLowerCase();
  for (const name in record) {
    if (name.length === key.length && name.toLowerCase() === folded) {
      return record[name] ?? undefined;
    }
  }
  return undefined;
}
