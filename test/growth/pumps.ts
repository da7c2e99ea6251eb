import { CharacterTest } from './characterTest.ts';
import { parseRegex, type RegexNode } from './parseRegex.ts';

/** A text that grows: a start, something that is repeated, and an end. */
export interface Pump {
  readonly start: string;
  readonly repeated: string;
  readonly end: string;
}

/** A repetition that may take so many is as bad as one without an end. */
const many = 50;
const ascii = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));
const probes = ['a', ' ', '0', '_', '\n', ...ascii, '\u00ad', 'é', '\u2028', '…', '😀'];

/**
 * Texts that make a backtracking expression try again and again, if any do; none for one without long
 * repetitions. It tries again where a repetition can give back what it took to another one, and where it
 * can begin again in what it has seen already. So each text begins like the expression up to a
 * repetition, and continues with what repetitions take, or with the beginning again.
 */
export function pumpsOf({ source }: RegExp): readonly Pump[] {
  const repetitions = new Repetitions(parseRegex(source));
  if (repetitions.areNone) {
    return [];
  }
  const { starts, bodies, characters } = repetitions;
  const either = ['', ...characters];
  const pieces = new Set([...starts, ...bodies]);
  const repeated = new Set([...pieces].flatMap((piece) => either.map((mark) => mark + piece)));
  repeated.delete('');
  return [...new Set([...starts, ...characters])].flatMap((start) =>
    [...repeated].flatMap((each) => either.map((end) => ({ start, repeated: each, end }))),
  );
}

/** The same expression, where a repetition that may take many has no end. */
export function unbounded(regex: RegExp): RegExp {
  const source = regex.source.replace(/\{(\d+),(\d+)\}/g, (whole, min: string, max: string) =>
    Number(max) < many ? whole : `{${min},}`,
  );
  return new RegExp(source, regex.flags);
}

class Repetitions {
  /** Short texts that are matched up to a repetition, or up to its second time. */
  readonly starts = new Set(['']);
  /** Short texts that are matched once by one. */
  readonly bodies = new Set<string>();
  /** Of each kind that these tell apart. */
  readonly characters: readonly string[];
  readonly #tests: CharacterTest[] = [];

  constructor(node: RegexNode) {
    this.#visit(node, '', false);
    const kinds = new Map<string, string>();
    // Words begin only after some characters.
    const tests = [...this.#tests, new CharacterTest('\\w')];
    for (const probe of probes) {
      const code = probe.codePointAt(0) ?? 0;
      const kind = tests.map((test) => Number(test.matches(code))).join('');
      kinds.set(kind, kinds.get(kind) ?? probe);
    }
    this.characters = [...kinds.values()];
  }

  get areNone(): boolean {
    return this.#tests.length === 0;
  }

  /** @returns a short text that the node matches. @param before the same of all before it. */
  #visit(node: RegexNode, before: string, isRepeated: boolean): string {
    switch (node.kind) {
      case 'character':
        if (isRepeated) {
          this.#tests.push(node.test);
        }
        return (
          node.literal ?? probes.find((probe) => node.test.matches(probe.codePointAt(0) ?? 0)) ?? ''
        );
      case 'assertion':
        return '';
      case 'look':
        this.#visit(node.node, before, isRepeated);
        return '';
      case 'sequence':
        return node.parts.reduce(
          (text, part) => text + this.#visit(part, before + text, isRepeated),
          '',
        );
      case 'choice':
        return node.options.map((option) => this.#visit(option, before, isRepeated))[0] ?? '';
      case 'repeat': {
        const isLong = node.max >= many;
        const once = this.#visit(node.node, before, isRepeated || isLong);
        if (isLong) {
          this.starts.add(before);
          this.starts.add(before + once);
          this.bodies.add(once);
        }
        return once.repeat(Math.min(node.min, many));
      }
    }
  }
}
