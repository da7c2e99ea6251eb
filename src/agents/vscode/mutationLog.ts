import { isJsonObject, listIn } from '#core/jsonObject.ts';
import { eachLine } from '#core/text/oneLine.ts';
import { parseShallow } from '#core/jsonl/shallowJson.ts';

/** Added to the object where lines of its log could not be read: how many, and whether its start is one of them. */
export interface Damage {
  readonly $unread?: number;
  readonly $hasNoStart?: true;
}

/**
 * The object that a log of changes comes to. The first line is the object, and each line after it
 * sets a value, adds to a list or deletes a value. A line that cannot be read costs only itself; without
 * the first one, there is what the others say. A last line without its end is still being written.
 *
 * @throws SyntaxError if a line cannot be read and the others make no request.
 */
export function objectIn(log: string): unknown {
  let root: unknown;
  let hasStart = false;
  let unread = 0;
  let isDamaged = false;
  for (const { line, isWhole } of linesOf(log)) {
    const change = changeIn(line);
    if (!isJsonObject(change)) {
      isDamaged = true;
      unread += isWhole ? 1 : 0;
      continue;
    }
    const path = listIn(change.k);
    if (change.kind === kinds.initial || (change.kind === kinds.set && path.length === 0)) {
      root = change.v;
      hasStart = true;
    } else if (typeof change.kind === 'number') {
      root ??= {};
      apply(root, path, change);
    }
  }
  const isSaid = isJsonObject(root) && listIn(root.requests).length > 0;
  if (!hasStart && !isSaid) {
    if (isDamaged) {
      throw new SyntaxError();
    }
    return undefined;
  }
  const damage: Damage = {
    ...(unread === 0 ? {} : { $unread: unread }),
    ...(hasStart ? {} : { $hasNoStart: true }),
  };
  return isJsonObject(root) ? { ...root, ...damage } : root;
}

/** Lines with anything on them. */
function* linesOf(log: string): Generator<{ readonly line: string; readonly isWhole: boolean }> {
  let last: string | undefined;
  for (const line of eachLine(log)) {
    if (last !== undefined && last.trim() !== '') {
      yield { line: last, isWhole: true };
    }
    last = line;
  }
  if (last !== undefined && last.trim() !== '') {
    yield { line: last, isWhole: false };
  }
}

const kinds = { initial: 0, set: 1, push: 2, delete: 3 };

/** A power cut leaves NUL bytes before a line. @returns undefined if it cannot be read. */
function changeIn(line: string): unknown {
  try {
    return parseShallow(line.startsWith('\0') ? line.replace(/^\0+/, '') : line);
  } catch {
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

/** For a value that was parsed here and is not shared. */
function set(parent: object, key: string, value: unknown): void {
  (parent as Record<string, unknown>)[key] = value;
}
