import { diffArrays } from 'diff';

/** Part of a line, in UTF-16 units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The changed words of each line; none for a line that is new as a whole. */
export interface ChangedWords {
  readonly removed: readonly (readonly Span[])[];
  readonly added: readonly (readonly Span[])[];
}

/** Larger changes are rewritten rather than edited, and their marks would tell nothing. */
const mostTokens = 2_000;

/** Edits between both sides; the search takes its square. */
const mostEdits = 400;

/** Share of a line's characters that stay, below which the line counts as new. */
const leastShared = 0.35;

/**
 * What differs between the removed lines of a change and the added ones, word by word. This module
 * comes with the highlighter, after the first paint.
 */
export function changedWords(removed: readonly string[], added: readonly string[]): ChangedWords {
  const before = tokensOf(removed);
  const after = tokensOf(added);
  const isSmall = before.length <= mostTokens && after.length <= mostTokens;
  const changes =
    isSmall && removed.length > 0 && added.length > 0
      ? diffArrays(before, after, { maxEditLength: mostEdits })
      : undefined;
  if (changes === undefined) {
    return { removed: removed.map(() => []), added: added.map(() => []) };
  }
  const old = new Marks(removed);
  const now = new Marks(added);
  for (const { value, removed: isRemoved, added: isAdded } of changes) {
    if (!isAdded) {
      old.pass(value, isRemoved);
    }
    if (!isRemoved) {
      now.pass(value, isAdded);
    }
  }
  return { removed: old.spans(), added: now.spans() };
}

/** Words, runs of blanks, and single signs; each line ends with a line feed. */
function tokensOf(lines: readonly string[]): string[] {
  return lines.flatMap((line) => [...(line.match(/[\p{L}\p{N}_$]+|\s+|[^]/gu) ?? []), '\n']);
}

/** The marks of one side, gathered token by token. */
class Marks {
  readonly #spans: Span[][];
  #line = 0;
  #at = 0;

  constructor(private readonly lines: readonly string[]) {
    this.#spans = lines.map(() => []);
  }

  pass(tokens: readonly string[], isChanged: boolean): void {
    for (const token of tokens) {
      if (token === '\n') {
        this.#line += 1;
        this.#at = 0;
        continue;
      }
      const start = this.#at;
      this.#at += token.length;
      if (isChanged) {
        this.#mark(start, this.#at);
      }
    }
  }

  spans(): readonly (readonly Span[])[] {
    return this.#spans.map((spans, line) => {
      const text = this.lines[line] ?? '';
      const words = spans
        .map((span) => trimmed(text, span))
        .filter(({ start, end }) => end > start);
      // Blanks count where nothing else changed.
      return this.#isNew(line) ? [] : words.length > 0 ? words : spans;
    });
  }

  /** Marks that only blanks separate become one. */
  #mark(start: number, end: number): void {
    const spans = this.#spans[this.#line];
    const last = spans?.at(-1);
    const between = this.lines[this.#line]?.slice(last?.end, start);
    if (last !== undefined && between?.trim() === '') {
      spans?.splice(-1, 1, { start: last.start, end });
    } else {
      spans?.push({ start, end });
    }
  }

  /** Whether nearly nothing of the line was there before: then words that stayed did so by chance. */
  #isNew(line: number): boolean {
    const text = this.lines[line] ?? '';
    const spans = this.#spans[line] ?? [];
    const length = visible(text);
    const changed = spans.reduce((sum, { start, end }) => sum + visible(text.slice(start, end)), 0);
    return length - changed < length * leastShared;
  }
}

/** Without the blanks at its ends. */
function trimmed(line: string, { start, end }: Span): Span {
  const text = line.slice(start, end);
  return { start: end - text.trimStart().length, end: start + text.trimEnd().length };
}

function visible(text: string): number {
  return text.replace(/\s/g, '').length;
}
