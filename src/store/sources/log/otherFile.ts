import type { AgentAdapter } from '#agents/contract/adapter.ts';
import { isJsonObject } from '#core/jsonObject.ts';
import { readRange, success, type OpenFile, type Result } from '../../disk/fileSystem.ts';
import { maxUntold } from './recognizeLog.ts';

/** How far into a file its first line is looked for, or the end of one JSON value. */
const maxBytes = 1024 * 1024;
const source = { line: 1, offset: 0, length: 0 };

/**
 * Whether a file that no adapter recognizes is plainly something else, such as a log of an agent that
 * has no adapter: what it begins with is JSON, and its first line tells nothing to the agent at whose
 * place it lies. Logs of that agent remain, with whatever damage: empty, with half a first line, or with
 * one that lost some of its keys.
 */
export function isOtherFile(file: OpenFile, place: AgentAdapter): Result<boolean> {
  const { size } = file.stat;
  for (let end = 16 * 1024; ; end = Math.min(end * 2, maxBytes)) {
    const read = readRange(file, 0, Math.min(end, size));
    if (!read.ok) {
      return read;
    }
    const text = read.value.toString('utf8').replace(/^\uFEFF/, '');
    const isAll = end >= size;
    const [line = '', ...others] = text.split('\n');
    const isWhole = others.length > 0 || isAll;
    const first = isWhole ? parsed(line) : undefined;
    if (first !== undefined) {
      // The last one may still be written.
      const lines = others.slice(0, -1).slice(0, maxUntold);
      return success(lines.every(isBlankOrJson) && isForeign(first.value, place));
    }
    if (isWhole && !/^\s*[[{]\s*$/.test(line)) {
      return success(false);
    }
    if (isAll || end >= maxBytes) {
      // One value over several lines.
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

function isBlankOrJson(line: string): boolean {
  return line.trim() === '' || parsed(line) !== undefined;
}

function parsed(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    // Not JSON, which is the answer.
    return undefined;
  }
}
