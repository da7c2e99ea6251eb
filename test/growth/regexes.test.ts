import assert from 'node:assert/strict';
import { processorMs } from './measure.ts';
import { pumpsOf, unbounded, type Pump } from './pumps.ts';
import { regexLiterals, type RegexLiteral } from './regexLiterals.ts';

/** Repetitions with which exponential, cubic and quadratic work take some tenths of a millisecond or more. */
const counts = [20, 200, 2_000];
const suspiciousMs = 0.5;
/** Four times the text takes 4 times as long for linear work, and 16 times for quadratic work. */
const growth = 4;
const mostGrowth = 9;
/** A busy machine and the compiler only make measurements longer. */
const tries = 5;

const textOf = ({ start, repeated, end }: Pump, count: number) =>
  start + repeated.repeat(count) + end;

function runOn({ regex, splits }: RegexLiteral, text: string): void {
  if (splits) {
    text.split(regex);
  } else if (regex.global) {
    text.replace(regex, '');
  } else {
    regex.lastIndex = 0;
    regex.exec(text);
  }
}

function msOf(literal: RegexLiteral, text: string, attempts: number): number {
  let least = Infinity;
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const before = processorMs();
    runOn(literal, text);
    least = Math.min(least, processorMs() - before);
  }
  return least;
}

function growsTooMuch(literal: RegexLiteral, pump: Pump, count: number): boolean {
  const large = textOf(pump, count);
  if (msOf(literal, large, 1) < suspiciousMs) {
    return false;
  }
  const most = msOf(literal, large, tries);
  const least = msOf(literal, textOf(pump, count / growth), tries);
  return most > suspiciousMs && most > mostGrowth * least;
}

/** A text with which an expression takes much longer than its length tells, if there is one. */
function worstOf({ regex, ...where }: RegexLiteral): Pump | undefined {
  const literal = { ...where, regex: unbounded(regex) };
  return pumpsOf(literal.regex).find((pump) =>
    counts.some((count) => growsTooMuch(literal, pump, count)),
  );
}

describe('No regular expression takes longer than a text is long', () => {
  it('and one that does is found', () => {
    const bad = [/\s+$/, /<a>[^]*?<\/a>/, /^a*a*$/, /^(?:a+)+$/, /^(?:a|ab)*_.*_.*x/, /x.*\n/g];
    for (const regex of bad) {
      assert.ok(worstOf({ place: '', regex, splits: false }) !== undefined, `${regex}`);
    }
    const good = [/(?<!\s)\s+$/, /^a*b*$/, /^(?:a+b)+$/, /x[^x]*/g, /^<a>[^]*<\/a>/];
    for (const regex of good) {
      const worst = worstOf({ place: '', regex, splits: false });
      assert.equal(worst, undefined, `${regex} ${JSON.stringify(worst)}`);
    }
  });

  for (const folder of ['src', 'webview']) {
    it(`in ${folder}`, () => {
      const literals = regexLiterals(folder);
      assert.ok(literals.length > 50);
      const slow = literals.flatMap((literal) => {
        const worst = worstOf(literal);
        return worst === undefined
          ? []
          : [`${literal.place} ${literal.regex} with ${JSON.stringify(worst)}`];
      });
      assert.deepEqual(slow, []);
    });
  }
});
