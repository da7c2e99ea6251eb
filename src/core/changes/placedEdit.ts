import type { DiffLine } from '../events/diff.ts';
import { isTellingLine } from './lineOrigin.ts';

/** Unchanged lines around a change, as in a unified diff. */
const around = 3;

/** Where an edit is in its file now. */
export interface PlacedEdit {
  /** Number of the first line that it added, else of the line after those that it removed. */
  readonly line: number;
  /** The recorded lines with the file’s numbers, and the file’s own around them. */
  readonly lines: readonly DiffLine[];
}

interface PlacedHunk {
  readonly lines: readonly DiffLine[];
  /** Numbers of its first and last line in the file. */
  readonly first: number;
  readonly last: number;
}

/**
 * Finds an edit in its file: all that it wrote has to be there, and each part of it in one place
 * only. An agent’s old and new text may begin and end within a line.
 *
 * @param text with `\n` between lines.
 */
export function placedEdit(recorded: readonly DiffLine[], text: string): PlacedEdit | undefined {
  const found = hunksOf(recorded).map((hunk) => placed(hunk, text));
  const hunks = found.filter((hunk) => hunk !== undefined);
  if (hunks.length === 0 || hunks.length < found.length) {
    return undefined;
  }
  const file = text.replace(/\n$/, '').split('\n');
  /** The last line that is shown, as long as the hunks are in the file’s order. */
  let shown = 0;
  const lines = hunks.flatMap((hunk, at) => {
    const next = hunks[at + 1]?.first ?? Infinity;
    const from = Math.max(hunk.first - around, hunk.first > shown ? shown + 1 : 1, 1);
    const to = Math.min(hunk.last + around, next > hunk.last ? next - 1 : Infinity, file.length);
    shown = to;
    return [
      ...(at === 0 ? [] : [separator]),
      ...linesOfFile(file, from, hunk.first - 1),
      ...hunk.lines,
      ...linesOfFile(file, hunk.last + 1, to),
    ];
  });
  const removed = lines.findLastIndex(({ kind }) => kind === 'removed');
  const line = (lines.find(({ kind }) => kind === 'added') ?? lines[removed + 1])?.newLine;
  return line === undefined ? undefined : { line, lines };
}

/** Whether all that an edit wrote is in its file, in one place or several. */
export function isWritten(recorded: readonly DiffLine[], text: string): boolean {
  const hunks = hunksOf(recorded);
  return hunks.length > 0 && hunks.every((hunk) => placeOf(writtenBy(hunk), text, 0) >= 0);
}

const separator: DiffLine = { kind: 'hunk', oldLine: undefined, newLine: undefined, text: '⋯' };

/** The parts between lines that begin one. */
function hunksOf(lines: readonly DiffLine[]): readonly (readonly DiffLine[])[] {
  const hunks: DiffLine[][] = [[]];
  for (const line of lines) {
    if (line.kind === 'hunk') {
      hunks.push([]);
    } else {
      hunks.at(-1)?.push(line);
    }
  }
  return hunks.filter((hunk) => hunk.length > 0);
}

function placed(hunk: readonly DiffLine[], text: string): PlacedHunk | undefined {
  const wanted = writtenBy(hunk);
  const at = placeOf(wanted, text, 0);
  if (at < 0 || placeOf(wanted, text, at + 1) >= 0) {
    return undefined;
  }
  const first = text.slice(0, at).split('\n').length;
  let next = first;
  const lines = hunk.map((line) => {
    const newLine = line.kind === 'removed' ? undefined : next;
    next += newLine === undefined ? 0 : 1;
    return { ...line, oldLine: undefined, newLine };
  });
  return { lines, first, last: next - 1 };
}

function writtenBy(hunk: readonly DiffLine[]): readonly string[] {
  return hunk.filter(({ kind }) => kind !== 'removed').map(({ text }) => text);
}

/** Where lines that say something are in a text, from an index on; not within a word. */
function placeOf(lines: readonly string[], text: string, from: number): number {
  if (!lines.some(isTellingLine)) {
    return -1;
  }
  const wanted = lines.join('\n');
  for (let at = text.indexOf(wanted, from); at >= 0; at = text.indexOf(wanted, at + 1)) {
    if (!isWithinWord(text, at) && !isWithinWord(text, at + wanted.length)) {
      return at;
    }
  }
  return -1;
}

function isWithinWord(text: string, at: number): boolean {
  return at > 0 && /^[\p{L}\p{N}_]{2}/u.test(text.slice(at - 1, at + 1));
}

function linesOfFile(file: readonly string[], from: number, to: number): readonly DiffLine[] {
  return file.slice(from - 1, Math.max(from - 1, to)).map((text, at) => ({
    kind: 'context',
    oldLine: undefined,
    newLine: from + at,
    text,
    isFromDisk: true,
  }));
}
