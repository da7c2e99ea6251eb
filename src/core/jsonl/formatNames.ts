import { isJsonObject } from '../jsonObject.ts';
import type { JsonRecord } from './readRecords.ts';

/** Stands for everything whose name must stay private. */
export const otherName = 'other';

/** Members that say what a record is, and members that hold what it is about. */
const kindMembers = ['type', 'kind', 'role'] as const;
const innerMembers = ['payload', 'message', 'info', 'item'] as const;

const longestName = 40;
const mostDigits = 3;

/**
 * What a format calls a record, such as `event_msg/token_count`; by its first member where it says
 * nothing of itself, such as `$set`.
 */
export function recordName(record: JsonRecord): string {
  const [first = otherName] = Object.keys(record);
  const inner = innerMembers.map((name) => record[name]).find(isJsonObject);
  const kind = kindOf(record);
  const more = typeof record.subtype === 'string' ? record.subtype : inner && kindOf(inner);
  return [kind ?? first, ...(more === undefined || more === kind ? [] : [more])]
    .map(tellableName)
    .join('/');
}

/**
 * A name out of a log that can go into a report; `other` for whatever may be content: only words of
 * letters, joined as identifiers are, and few digits.
 */
export function tellableName(name: string): string {
  return name.length <= longestName &&
    /^\$?[A-Za-z][A-Za-z0-9]*(?:[-_./:][A-Za-z][A-Za-z0-9]*)*$/.test(name) &&
    name.replaceAll(/\D/g, '').length <= mostDigits
    ? name
    : otherName;
}

/** A version out of a log, such as `2.1.0-beta.3`; `other` for anything that does not look like one. */
export function tellableVersion(version: string): string {
  return /^v?\d{1,6}(?:\.\d{1,6}){0,3}(?:-[a-z]{1,10}(?:\.\d{1,6})?)?$/.test(version)
    ? version
    : otherName;
}

function kindOf(record: JsonRecord): string | undefined {
  return kindMembers.map((name) => record[name]).find((value) => typeof value === 'string');
}
