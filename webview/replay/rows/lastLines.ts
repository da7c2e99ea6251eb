import type { AnsiSegment } from '#core/text/ansi.ts';

type Lines = readonly (readonly AnsiSegment[])[];

/** Limit for folded lines: an output can be one long line. */
const foldedChars = 4_000;

/** The last lines of an output; the output itself if it has no more. */
export function lastLines(lines: Lines, count: number): Lines {
  const last = lines.length > count ? lines.slice(-count) : lines;
  const chars = last.reduce((sum, line) => sum + lengthOf(line), 0);
  return chars > foldedChars * 2 ? lastChars(last, foldedChars) : last;
}

function lengthOf(line: readonly AnsiSegment[]): number {
  return line.reduce((sum, { text }) => sum + text.length, 0);
}

function lastChars(lines: Lines, count: number): Lines {
  const kept: AnsiSegment[][] = [];
  let left = count;
  for (let at = lines.length - 1; at >= 0 && left > 0; at -= 1) {
    const line: AnsiSegment[] = [];
    for (const { text, style } of [...(lines[at] ?? [])].reverse()) {
      if (left > 0) {
        line.unshift({ text: endOf(text, left), style });
        left -= text.length;
      }
    }
    kept.unshift(line);
  }
  return kept;
}

/** Never starts with the second half of a surrogate pair. */
function endOf(text: string, count: number): string {
  const end = text.slice(-count);
  return /^[\udc00-\udfff]/.test(end) ? end.slice(1) : end;
}
