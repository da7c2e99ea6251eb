const asciiEnd = 0x80;

/** Whether a character matches a piece of a regular expression that stands for one character. */
export class CharacterTest {
  readonly #pattern: RegExp;
  readonly #ascii = new Uint8Array(asciiEnd);

  /** @param source such as `a`, `.`, `\d` or `[^x]`. */
  constructor(source: string) {
    this.#pattern = new RegExp(`^(?:${source})$`, 'u');
    for (let code = 0; code < asciiEnd; code += 1) {
      this.#ascii[code] = this.#pattern.test(String.fromCharCode(code)) ? 1 : 0;
    }
  }

  matches(codePoint: number): boolean {
    return codePoint < asciiEnd
      ? this.#ascii[codePoint] === 1
      : this.#pattern.test(String.fromCodePoint(codePoint));
  }
}
