/**
 * Searches bytes for a text of ASCII, at the speed of memory while its rarest characters are rare.
 *
 * Node seeks a short text by its first character, with `memchr`, and a longer one by the methods of
 * Boyer and Moore (`StringSearch`, up to Node 24), which took 3 to 6 times as long over a log of
 * 200 MB. So a few characters are sought that begin with the rarest, and the rest is compared.
 */
export class RareText {
  readonly #offset: number;
  #sought: string;
  #misses = 0;

  constructor(private readonly text: string) {
    this.#offset = rarestOf(text);
    this.#sought = text.slice(this.#offset, this.#offset + shortLength);
  }

  /** Whether it stands at a place. */
  standsAt(bytes: Buffer, start: number): boolean {
    return asciiAt(bytes, start, this.text);
  }

  /** Place of the first that lies between two places; -1 if none does. */
  find(bytes: Buffer, from: number, to: number): number {
    // Memory that is used for one log after another holds more behind this one's end. With little of
    // it, that is searched sooner than a view made.
    const range = bytes.length - to > shortRest ? bytes.subarray(0, to) : bytes;
    for (let at = from + this.#offset; ;) {
      const found = range.indexOf(this.#sought, at, 'latin1');
      const start = found - this.#offset;
      if (found < 0 || start + this.text.length > to) {
        return -1;
      }
      if (this.standsAt(bytes, start)) {
        return start;
      }
      this.#misses += 1;
      if (this.#misses === mostMisses) {
        this.#sought = this.text.slice(this.#offset);
      }
      at = found + 1;
    }
  }
}

const shortRest = 64 * 1024;
/** Longer texts are not sought by their first character. */
const shortLength = 6;
/** Comparing the rest so many times costs more than the slower search of a log. */
const mostMisses = 20_000;

/** Place of a text's rarest character; some follow it. */
function rarestOf(text: string): number {
  let rarest = 0;
  for (let at = 1; at < text.length - 2; at += 1) {
    if (rarity(text.charAt(at)) > rarity(text.charAt(rarest))) {
      rarest = at;
    }
  }
  return rarest;
}

/** How rare a character is in logs, from 0; all that are not common are the same. */
export function rarity(character: string): number {
  const rank = commonCharacters.indexOf(character);
  return rank < 0 ? commonCharacters.length : rank;
}

/** Of logs, the commonest first; capitals are rarer than all of these. */
const commonCharacters = '"etaoinsrlcdumhpfg01wyb2v345k6789xjqz';

/** Whether the bytes contain an ASCII text at a position. */
function asciiAt(bytes: Uint8Array, start: number, text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    if (bytes[start + index] !== text.charCodeAt(index)) {
      return false;
    }
  }
  return true;
}
