import type { DiffLine } from '#core/events/diff.ts';
import type { DiffEvent } from '#core/events/event.ts';

/**
 * Numbers the lines of one hunk of a unified diff.
 *
 * @param lines each begins with a blank, `-` or `+`; what begins with anything else is context, and
 *   `\ No newline at end of file` is left out.
 * @param oldStart number of the hunk's first line in the old file, from 1; `newStart` in the new one.
 */
export function hunkLines(
  lines: readonly string[],
  oldStart: number,
  newStart: number,
): readonly DiffLine[] {
  let oldLine = oldStart;
  let newLine = newStart;
  const numbered: DiffLine[] = [];
  for (const line of lines) {
    const text = line.slice(1);
    switch (line[0]) {
      case '+':
        numbered.push({ kind: 'added', oldLine: undefined, newLine, text });
        newLine += 1;
        break;
      case '-':
        numbered.push({ kind: 'removed', oldLine, newLine: undefined, text });
        oldLine += 1;
        break;
      case '\\':
        break;
      default:
        numbered.push({ kind: 'context', oldLine, newLine, text });
        oldLine += 1;
        newLine += 1;
    }
  }
  return numbered;
}

/** The line that begins a hunk. @param text as shown. */
export function hunkHeader(text: string): DiffLine {
  return { kind: 'hunk', oldLine: undefined, newLine: undefined, text };
}

/** A created or deleted file as a diff: every line is added or removed. */
export function wholeFile(content: string, kind: 'added' | 'removed'): readonly DiffLine[] {
  const lines = content.split('\n');
  if (lines.at(-1) === '') {
    lines.pop();
  }
  const sign = kind === 'added' ? '+' : '-';
  return hunkLines(
    lines.map((text) => sign + text),
    1,
    1,
  );
}

/** The lines that name the files. */
const fileNames = /^(?:Index: .*\n)?(?:=+\n)?(?:--- .*\n)?(?:\+\+\+ .*(?:\n|$))?/;

/** How a hunk begins, with its first line in the old file and in the new one. */
const header = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/;

/** The hunks of a unified diff of one file. */
export function unifiedLines(diff: string): readonly DiffLine[] {
  const body = diff.replace(fileNames, '');
  if (body === '') {
    return [];
  }
  const hunks = body.replace(/\n$/, '').split(/\n(?=@@ -\d+(?:,\d+)? \+\d+(?:,\d+)? @@)/);
  return hunks.flatMap((hunk): readonly DiffLine[] => {
    const lines = hunk.split('\n');
    const [first = '', ...rest] = lines;
    const starts = header.exec(first);
    return starts === null
      ? hunkLines(lines, 1, 1)
      : [hunkHeader(first), ...hunkLines(rest, Number(starts[1]), Number(starts[2]))];
  });
}

/** A file's diff; none without lines. */
export function diffOf(lines: readonly DiffLine[], path: string | undefined): readonly DiffEvent[] {
  return lines.length === 0
    ? []
    : [{ kind: 'diff', lines, ...(path === undefined ? {} : { path }) }];
}
