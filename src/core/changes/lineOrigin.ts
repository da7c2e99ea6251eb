import type { DiffLine } from '../events/diff.ts';

/** Visible characters from which on a line says more than a brace. */
const tellingLength = 6;

/** Whether a line says enough to be known again. */
export function isTellingLine(line: string): boolean {
  return line.replace(/\s/g, '').length >= tellingLength;
}

/**
 * How an edit wrote lines: as they are now, with other blanks, or nearly so. `moved`: it only moved
 * them or changed their blanks.
 */
export type LineMatch = 'exact' | 'reindented' | 'similar' | 'moved';

/** What an edit has to do with wanted lines. */
export interface LineOrigin {
  /** How it wrote most of those that it wrote. */
  readonly match: LineMatch;
  /** How many of the wanted lines it wrote. */
  readonly lines: number;
  /** Greater for an edit that says more about who wrote the lines. */
  readonly weight: number;
}

/** From most certain to least. */
const weights: Readonly<Record<LineMatch, number>> = {
  exact: 1,
  reindented: 0.9,
  similar: 0.4,
  moved: 0.1,
};
const matches = Object.keys(weights) as readonly LineMatch[];

/** More selected lines than anybody asks about. */
const mostWanted = 200;
/** Lines of an edit that are compared word by word, and UTF-16 units of such a line. */
const mostCompared = 1_000;
const longestCompared = 300;
/** Of the words of two similar lines, so many are in both. */
const similarity = 0.6;
/** A line of fewer words is similar to too many. */
const leastWords = 3;

/** The lines that say something among selected ones; others only if there are no such. */
export function wantedLines(selected: readonly string[]): readonly string[] {
  const visible = selected.filter((line) => line.trim() !== '').slice(0, mostWanted);
  const telling = visible.filter(isTellingLine);
  return telling.length > 0 ? telling : visible;
}

/**
 * What an edit has to do with lines, wherever in the file they are now; undefined if nothing.
 *
 * @param wanted see `wantedLines`.
 */
export function lineOrigin(
  wanted: readonly string[],
  edit: readonly DiffLine[],
): LineOrigin | undefined {
  const added = edit.filter(({ kind }) => kind === 'added').map(({ text }) => text);
  if (added.length === 0) {
    return undefined;
  }
  const removed = edit.filter(({ kind }) => kind === 'removed').map(({ text }) => text);
  const moved = countsOf(removed.map(squeezed));
  const exact = new Set(added.map((text) => text.trimEnd()));
  const blank = new Set<string>();
  const fresh: string[] = [];
  for (const text of added) {
    const key = squeezed(text);
    blank.add(key);
    const left = moved.get(key) ?? 0;
    if (left > 0) {
      moved.set(key, left - 1);
    } else {
      fresh.push(text);
    }
  }
  const written = new Set(fresh.map(squeezed));
  let bags: readonly Words[] | undefined;
  const counts: Record<LineMatch, number> = { exact: 0, reindented: 0, similar: 0, moved: 0 };
  for (const line of wanted) {
    const key = squeezed(line);
    if (written.has(key)) {
      counts[exact.has(line.trimEnd()) ? 'exact' : 'reindented'] += 1;
    } else if (blank.has(key)) {
      counts.moved += 1;
    } else {
      const words = wordsOf(line);
      bags ??= fresh.slice(0, mostCompared).flatMap((text) => wordsOf(text) ?? []);
      if (words !== undefined && bags.some((other) => areSimilar(words, other))) {
        counts.similar += 1;
      }
    }
  }
  const lines = matches.reduce((sum, match) => sum + counts[match], 0);
  if (lines === 0) {
    return undefined;
  }
  const match = matches.reduce((most, one) => (counts[one] > counts[most] ? one : most));
  const weight = matches.reduce((sum, one) => sum + counts[one] * weights[one], 0);
  return { match, lines, weight };
}

/** A line without its blanks: what moves and reindents leave as it is. */
function squeezed(line: string): string {
  return line.replace(/\s+/g, '');
}

function countsOf(keys: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) {
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

interface Words {
  readonly counts: ReadonlyMap<string, number>;
  readonly total: number;
}

/** The words of a line; undefined if they tell too little, or are too many to compare. */
function wordsOf(line: string): Words | undefined {
  const words = line.length > longestCompared ? [] : (line.match(/[\p{L}\p{N}_$]+/gu) ?? []);
  return words.length < leastWords ? undefined : { counts: countsOf(words), total: words.length };
}

function areSimilar(a: Words, b: Words): boolean {
  const all = a.total + b.total;
  if ((2 * Math.min(a.total, b.total)) / all < similarity) {
    return false;
  }
  let common = 0;
  for (const [word, count] of a.counts) {
    common += Math.min(count, b.counts.get(word) ?? 0);
  }
  return (2 * common) / all >= similarity;
}
