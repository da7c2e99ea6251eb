import { isJsonObject, listIn } from '#core/jsonObject.ts';
import { eachLine } from '#core/text/eachLine.ts';
import { parseShallow } from '#core/jsonl/shallowJson.ts';

/**
 * The object that a log of changes comes to. The first line is the object, and each line after it
 * sets a value, adds to a list or deletes a value. Ends at the first line that cannot be read, which
 * is mostly one that is still being written.
 *
 * @throws SyntaxError if the first line cannot be read.
 */
export function objectIn(log: string): unknown {
  let root: unknown;
  let isFirst = true;
  for (const line of eachLine(log)) {
    if (line.trim() === '') {
      continue;
    }
    const change = changeIn(line, isFirst);
    if (!isJsonObject(change)) {
      break;
    }
    const path = listIn(change.k);
    if (change.kind === kinds.initial || (change.kind === kinds.set && path.length === 0)) {
      root = change.v;
    } else {
      apply(root, path, change);
    }
    isFirst = false;
  }
  return root;
}

const kinds = { initial: 0, set: 1, push: 2, delete: 3 };

function changeIn(line: string, isFirst: boolean): unknown {
  try {
    return parseShallow(line);
  } catch (error) {
    if (isFirst) {
      throw error;
    }
    return undefined;
  }
}

function apply(root: unknown, path: readonly unknown[], change: Readonly<Record<string, unknown>>) {
  const last = path.at(-1);
  const parent = path.slice(0, -1).reduce(memberOf, root);
  if (!isContainer(parent) || !isMember(parent, last)) {
    return;
  }
  const key = String(last);
  if (change.kind === kinds.push) {
    const before = memberOf(parent, last);
    const list: unknown[] = Array.isArray(before) ? before : [];
    const { i, v } = change;
    if (typeof i === 'number' && i >= 0) {
      list.splice(i);
    }
    for (const item of listIn(v)) {
      list.push(item);
    }
    set(parent, key, list);
  } else if (change.kind === kinds.set) {
    set(parent, key, change.v);
  } else if (change.kind === kinds.delete) {
    set(parent, key, undefined);
  }
}

function memberOf(parent: unknown, key: unknown): unknown {
  return isContainer(parent) && isMember(parent, key) && Object.hasOwn(parent, String(key))
    ? (parent as Readonly<Record<string, unknown>>)[String(key)]
    : undefined;
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function isMember(parent: object, key: unknown): boolean {
  return Array.isArray(parent)
    ? typeof key === 'number' && Number.isInteger(key) && key >= 0 && key <= parent.length
    : typeof key === 'string' && key !== '__proto__';
}

/** Of a value that was parsed here and belongs to nobody else. */
function set(parent: object, key: string, value: unknown): void {
  (parent as Record<string, unknown>)[key] = value;
}
