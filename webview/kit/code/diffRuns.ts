import type { DiffLine } from '#core/events/diff.ts';
import { changedWords, type Span } from './changedWords.ts';
import type { CodeRun } from './highlight.ts';
import { changesOf, isChange } from './diffParts.ts';

/** Class of a changed word. */
const wordClass = 'diff-word';

/**
 * The runs of each line, with the classes of its colors and of changed words. Lines without either
 * are missing. This module comes with the highlighter, after the first paint.
 *
 * @param lines part of a diff; a comment that starts before it is not known to be one.
 * @param runsOf colors a text in the language of the file.
 */
export function diffRuns(
  lines: readonly DiffLine[],
  runsOf: (text: string) => readonly CodeRun[] | undefined,
): ReadonlyMap<DiffLine, readonly CodeRun[]> {
  const runs = new Map<DiffLine, readonly CodeRun[]>();
  for (const other of ['added', 'removed'] as const) {
    const side = lines.filter(({ kind }) => kind !== other && kind !== 'hunk');
    const text = side.map((line) => line.text).join('\n');
    const perLine = linesOf(runsOf(text) ?? []);
    for (const [at, line] of side.entries()) {
      const found = perLine[at];
      // A line of hostile text may itself contain line ends.
      if (found?.map((run) => run.text).join('') === line.text) {
        runs.set(line, found);
      }
    }
  }
  for (const part of changesOf(lines)) {
    if (isChange(part) && part.removed.length > 0 && part.added.length > 0) {
      const { removed, added } = part;
      const marks = changedWords(removed.map(textOf), added.map(textOf));
      for (const [side, spans] of [
        [removed, marks.removed],
        [added, marks.added],
      ] as const) {
        for (const [at, line] of side.entries()) {
          const words = spans[at] ?? [];
          if (words.length > 0) {
            runs.set(line, marked(runs.get(line) ?? [{ text: line.text, classes: '' }], words));
          }
        }
      }
    }
  }
  return runs;
}

function textOf({ text }: DiffLine): string {
  return text;
}

/** Cuts runs at line ends. */
function linesOf(runs: readonly CodeRun[]): readonly (readonly CodeRun[])[] {
  const lines: CodeRun[][] = [[]];
  for (const { text, classes } of runs) {
    for (const [at, piece] of text.split('\n').entries()) {
      if (at > 0) {
        lines.push([]);
      }
      if (piece !== '') {
        lines.at(-1)?.push({ text: piece, classes });
      }
    }
  }
  return runs.length === 0 ? [] : lines;
}

/** Cuts runs where a word begins or ends. */
function marked(runs: readonly CodeRun[], words: readonly Span[]): readonly CodeRun[] {
  const cut: CodeRun[] = [];
  let at = 0;
  for (const { text, classes } of runs) {
    const end = at + text.length;
    let from = at;
    const add = (to: number, isWord: boolean) => {
      if (to > from) {
        const own = isWord ? `${classes} ${wordClass}`.trim() : classes;
        cut.push({ text: text.slice(from - at, to - at), classes: own });
        from = to;
      }
    };
    for (const word of words) {
      if (word.end > from && word.start < end) {
        add(Math.min(end, word.start), false);
        add(Math.min(end, word.end), true);
      }
    }
    add(end, false);
    at = end;
  }
  return cut;
}
