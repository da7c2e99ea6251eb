import { t } from '#base/l10n.ts';
import { FindRefused } from './findRefused.ts';
import type { CharacterTest } from './characterTest.ts';
import { parseRegex, type RegexNode } from './parseRegex.ts';

/** One step of a compiled expression; `next` and the like are indexes of steps. */
type Step =
  | { readonly op: 'match' }
  | {
      readonly op: 'character';
      readonly test: CharacterTest;
      /** Inside a lookbehind, which reads to the left. */
      readonly backwards: boolean;
      readonly next: number;
    }
  | {
      readonly op: 'split';
      /** Index among the splits. */
      readonly id: number;
      /** Tried first. */
      first: number;
      second: number;
    }
  | {
      readonly op: 'assert';
      readonly holds: (text: string, at: number) => boolean;
      readonly next: number;
    }
  | {
      readonly op: 'look';
      readonly start: number;
      readonly isNegative: boolean;
      readonly next: number;
    };

export interface RegexProgram {
  readonly steps: readonly Step[];
  readonly start: number;
  readonly splits: number;
  /** The longest text that every match contains. */
  readonly required: string | undefined;
}

/** Steps. Counted repetitions are written out, and `a{1000}{1000}` must not fill the memory. */
const mostSteps = 5_000;

/** @throws FindRefused if the expression is invalid or cannot be used. */
export function compileRegex(source: string, matchCase: boolean): RegexProgram {
  const node = parseRegex(source, matchCase);
  const compiler = new Compiler();
  const start = compiler.add(node, compiler.step({ op: 'match' }), false);
  return { steps: compiler.steps, start, splits: compiler.splits, required: longestLiteral(node) };
}

class Compiler {
  readonly steps: Step[] = [];
  splits = 0;

  step(step: Step): number {
    if (this.steps.length >= mostSteps) {
      throw new FindRefused(t('This regular expression is too large.'));
    }
    return this.steps.push(step) - 1;
  }

  /** @returns the first step of a node that continues with `next`. */
  add(node: RegexNode, next: number, backwards: boolean): number {
    switch (node.kind) {
      case 'character':
        return this.step({ op: 'character', test: node.test, backwards, next });
      case 'assertion':
        return this.step({ op: 'assert', holds: node.holds, next });
      case 'look': {
        const start = this.add(node.node, this.step({ op: 'match' }), !node.isAhead);
        return this.step({ op: 'look', start, isNegative: node.isNegative, next });
      }
      case 'sequence': {
        const parts = backwards ? node.parts : node.parts.toReversed();
        return parts.reduce((after, part) => this.add(part, after, backwards), next);
      }
      case 'choice':
        return node.options
          .map((option) => this.add(option, next, backwards))
          .reduceRight((second, first) => this.#split(first, second));
      case 'repeat':
        return this.#repeat(node, next, backwards);
    }
  }

  #repeat(
    { node, min, max, isGreedy }: Extract<RegexNode, { kind: 'repeat' }>,
    next: number,
    backwards: boolean,
  ): number {
    const order = (again: number, on: number) =>
      isGreedy ? { first: again, second: on } : { first: on, second: again };
    let start = next;
    if (max === Infinity) {
      start = this.#split(next, next);
      const again = this.add(node, start, backwards);
      Object.assign(this.steps[start] ?? {}, order(again, next));
    } else {
      for (let times = min; times < max; times += 1) {
        const { first, second } = order(this.add(node, start, backwards), next);
        start = this.#split(first, second);
      }
    }
    for (let times = 0; times < min; times += 1) {
      start = this.add(node, start, backwards);
    }
    return start;
  }

  #split(first: number, second: number): number {
    const id = this.splits;
    this.splits += 1;
    return this.step({ op: 'split', id, first, second });
  }
}

function longestLiteral(node: RegexNode): string | undefined {
  let longest = '';
  let literal = '';
  for (const part of node.kind === 'sequence' ? node.parts : [node]) {
    literal = part.kind === 'character' && part.literal !== undefined ? literal + part.literal : '';
    if (literal.length > longest.length) {
      longest = literal;
    }
  }
  return longest === '' ? undefined : longest;
}
