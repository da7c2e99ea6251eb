/** Behind the last letter that has a case. */
const endOfCases = 0x1e944;

let variants: ReadonlyMap<string, readonly string[]> | undefined;

/** All characters that an expression with `iu` may take for a character, that one among them. */
export function caseVariants(character: string): readonly string[] {
  variants ??= allVariants();
  return variants.get(character) ?? [character];
}

/**
 * Letters that some change of case leads to, such as `ς` and `σ` through `Σ`. Those are a few more
 * than an expression takes for the same.
 */
function allVariants(): ReadonlyMap<string, readonly string[]> {
  const classes = new Map<string, string[]>();
  for (let code = 0x80; code < endOfCases; code += 1) {
    const character = String.fromCodePoint(code);
    for (const other of [character.toLowerCase(), character.toUpperCase()]) {
      if (other !== character && isOne(other)) {
        join(classes, character, other);
      }
    }
  }
  return classes;
}

function join(classes: Map<string, string[]>, one: string, other: string): void {
  const own = classes.get(one) ?? [one];
  const others = classes.get(other) ?? [other];
  if (own !== others) {
    const both = [...own, ...others];
    for (const character of both) {
      classes.set(character, both);
    }
  }
}

function isOne(text: string): boolean {
  return text.length === ((text.codePointAt(0) ?? 0) > 0xffff ? 2 : 1);
}
