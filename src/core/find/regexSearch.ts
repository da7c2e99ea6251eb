import { t } from '#base/l10n.ts';
import { FindRefused } from './findRefused.ts';
import { compileRegex, type RegexProgram } from './regexProgram.ts';
import type { TextMatch, TextQuery, TextSearch } from './textQuery.ts';
import { VisitedPlaces } from './visitedPlaces.ts';

/** Steps in one text, a second at worst. */
const mostSteps = 15_000_000;

/** Places to remember, about 20 MB of them. */
const mostPlaces = 2 ** 27;
const mostLookedAt = 1_000_000;

const asciiEnd = 0x80;

/**
 * Searches with a regular expression without ever trying the same thing twice at the same place:
 * the session's text is foreign, and with the engine's own expressions one line of it could hold a
 * thread for hours.
 *
 * As in VS Code, an expression is tried line by line unless it names a line end.
 */
export class RegexSearch implements TextSearch {
  readonly required: string | undefined;
  readonly #program: RegexProgram;
  /** ASCII characters that a match can begin with; undefined if any. */
  readonly #beginnings: Uint8Array | undefined;
  readonly #isMultiline: boolean;
  readonly #visited: VisitedPlaces;
  #steps = 0;

  /** @throws FindRefused if the expression is invalid or cannot be used. */
  constructor({ query, matchCase }: TextQuery) {
    this.#program = compileRegex(query, matchCase);
    this.required = this.#program.required;
    this.#beginnings = beginningsOf(this.#program);
    this.#isMultiline = /\n|(?<!\\)(?:\\\\)*\\[nrW]/.test(query);
    this.#visited = new VisitedPlaces(this.#program.splits);
  }

  matchesIn(text: string): TextMatch[] {
    this.#steps = 0;
    if (this.#isMultiline) {
      return this.#matchesInLine(text);
    }
    const matches: TextMatch[] = [];
    let start = 0;
    // Every other piece is the end of a line.
    for (const [at, piece] of text.split(/(\r\n|\r|\n)/).entries()) {
      if (at % 2 === 0) {
        for (const { from, to } of this.#matchesInLine(piece)) {
          matches.push({ from: start + from, to: start + to });
        }
      }
      start += piece.length;
    }
    return matches;
  }

  #matchesInLine(text: string): TextMatch[] {
    const matches: TextMatch[] = [];
    const { start, splits } = this.#program;
    if (splits * text.length > mostPlaces) {
      throw tooSlow();
    }
    this.#visited.reset(text.length);
    for (let from = this.#nextBeginning(text, 0); from <= text.length;) {
      const to = this.#run(text, start, from, this.#visited);
      if (to !== undefined) {
        this.#visited.clear();
      }
      if (to !== undefined && to > from) {
        matches.push({ from, to });
        from = this.#nextBeginning(text, to);
      } else {
        from = this.#nextBeginning(text, from + widthAt(text, from));
      }
    }
    return matches;
  }

  #nextBeginning(text: string, from: number): number {
    const beginnings = this.#beginnings;
    let at = from;
    if (beginnings !== undefined) {
      for (; at < text.length; at += 1) {
        const code = text.charCodeAt(at);
        if (code >= asciiEnd || beginnings[code] === 1) {
          break;
        }
      }
    }
    return at;
  }

  /** @returns the end of the match at a place; undefined if there is none. */
  #run(
    text: string,
    start: number,
    from: number,
    visited: Pick<VisitedPlaces, 'add'>,
  ): number | undefined {
    const { steps } = this.#program;
    /** What to try if the current way fails: a step and a place each. */
    const others = [start, from];
    while (others.length > 0) {
      let at = others.pop() ?? 0;
      let next: number | undefined = others.pop();
      while (next !== undefined) {
        this.#count();
        const step = steps[next];
        next = undefined;
        switch (step?.op) {
          case 'match':
            return at;
          case 'character': {
            const place = step.backwards ? at - widthBefore(text, at) : at;
            const code = place >= 0 ? text.codePointAt(place) : undefined;
            if (code !== undefined && (!step.backwards || at > 0) && step.test.matches(code)) {
              at = step.backwards ? place : at + (code > 0xffff ? 2 : 1);
              ({ next } = step);
            }
            break;
          }
          case 'split':
            if (visited.add(step.id, at)) {
              others.push(step.second, at);
              next = step.first;
            }
            break;
          case 'assert':
            next = step.holds(text, at) ? step.next : undefined;
            break;
          case 'look': {
            const found = this.#run(text, step.start, at, new LookedAt(text.length));
            next = (found === undefined) === step.isNegative ? step.next : undefined;
            break;
          }
          case undefined:
            break;
        }
      }
    }
    return undefined;
  }

  #count(): void {
    this.#steps += 1;
    if (this.#steps > mostSteps) {
      throw tooSlow();
    }
  }
}

function tooSlow(): FindRefused {
  return new FindRefused(
    t('This regular expression takes too long. Try one that is more specific.'),
  );
}

/** Places visited by one lookahead or lookbehind, usually very few. */
class LookedAt {
  readonly #places = new Set<number>();

  constructor(private readonly length: number) {}

  add(id: number, at: number): boolean {
    const place = id * (this.length + 1) + at;
    if (this.#places.has(place)) {
      return false;
    }
    if (this.#places.size >= mostLookedAt) {
      throw tooSlow();
    }
    this.#places.add(place);
    return true;
  }
}

function widthAt(text: string, at: number): number {
  return (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
}

function widthBefore(text: string, at: number): number {
  return (text.codePointAt(at - 2) ?? 0) > 0xffff ? 2 : 1;
}

function beginningsOf({ steps, start }: RegexProgram): Uint8Array | undefined {
  const beginnings = new Uint8Array(asciiEnd);
  const seen = new Set<number>();
  const open = [start];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const step = steps[next];
    if (seen.has(next) || step === undefined) {
      continue;
    }
    seen.add(next);
    switch (step.op) {
      case 'match':
        return undefined;
      case 'character':
        for (let code = 0; code < asciiEnd; code += 1) {
          beginnings[code] ||= step.test.matches(code) ? 1 : 0;
        }
        break;
      case 'split':
        open.push(step.first, step.second);
        break;
      case 'assert':
      case 'look':
        open.push(step.next);
        break;
    }
  }
  return beginnings;
}
