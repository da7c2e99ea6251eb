import type { AgentAdapter } from '#agents/adapter.ts';
import { isJsonObject } from '#agents/jsonObject.ts';
import { headBytes } from './endsBuffer.ts';
import { readRange, success, type OpenFile, type Result } from './fileSystem.ts';

/** How far into a file its first line, or the end of the file, is looked for. */
const maxBytes = 1024 * 1024;
const source = { line: 1, offset: 0, length: 0 };

/**
 * Whether a file that no adapter recognises is plainly something else, such as a log of an agent that
 * has no adapter: what it begins with is JSON, and its first line tells the agent nothing at whose place
 * it lies. Logs of that agent remain, with whatever damage: empty, with half a first line, or with one
 * that lost some of its keys.
 */
export function isOtherFile(file: OpenFile, place: AgentAdapter): Result<boolean> {
  const { size } = file.stat;
  for (let end = headBytes; ; end = Math.min(end * 2, maxBytes)) {
    const read = readRange(file, 0, Math.min(end, size));
    if (!read.ok) {
      return read;
    }
    const text = read.value.toString('utf8').replace(/^\uFEFF/, '');
    const isAll = end >= size;
    const lines = text.split('\n');
    const last = lines.pop() ?? '';
    if (isAll && (lines.length === 0 || parsed(last) !== undefined)) {
      lines.push(last);
    }
    const [first, ...rest] = lines.filter((line) => line.trim() !== '').map(parsed);
    if (first !== undefined) {
      return success(rest.every((line) => line !== undefined) && isForeign(first.value, place));
    }
    if (isAll || end >= maxBytes) {
      // Written over several lines.
      return success(isAll && parsed(text) !== undefined);
    }
  }
}

function isForeign(value: unknown, place: AgentAdapter): boolean {
  if (!isJsonObject(value)) {
    return true;
  }
  const { events, seq } = place.decode(value, source);
  return seq === undefined && events.every(({ kind }) => kind === 'unknown');
}

function parsed(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    // Not JSON, which is the answer.
    return undefined;
  }
}
