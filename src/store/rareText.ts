/**
 * Searches bytes for a text of ASCII at the speed of memory: the search looks for one character and
 * compares the rest where it finds it, so it begins with the rarest.
 */
export class RareText {
  readonly #text: string;
  readonly #rare: string;
  /** Of the rarest character in the text. */
  readonly #offset: number;

  constructor(text: string) {
    this.#text = text;
    this.#rare = rarestPart(text);
    this.#offset = text.length - this.#rare.length;
  }

  /** Place of the first that lies between two places; -1 if none does. */
  find(bytes: Buffer, from: number, to: number): number {
    // Memory that is used for one log after another holds more behind this one's end.
    const range = bytes.subarray(from, to);
    for (let at = this.#offset; ;) {
      const found = range.indexOf(this.#rare, at, 'latin1');
      if (found < 0) {
        return -1;
      }
      const start = found - this.#offset;
      if (
        start === found ||
        range.toString('latin1', start, start + this.#text.length) === this.#text
      ) {
        return from + start;
      }
      at = found + 1;
    }
  }
}

/** A text from its rarest character on. */
export function rarestPart(text: string): string {
  let rarest = 0;
  for (let at = 1; at < text.length - 2; at += 1) {
    if (rarity(text.charAt(at)) > rarity(text.charAt(rarest))) {
      rarest = at;
    }
  }
  return text.slice(rarest);
}

function rarity(character: string): number {
  const rank = commonCharacters.indexOf(character);
  return rank < 0 ? commonCharacters.length : rank;
}

/** Of logs, the commonest first; capitals are rarer than all of these. */
const commonCharacters = '"etaoinsrlcdumhpfg01wyb2v345k6789xjqz';
