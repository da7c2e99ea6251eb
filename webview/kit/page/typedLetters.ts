/** A pause that ends what is being typed, ms; as in VS Code's lists. */
const pause = 800;

/** Letters typed one after another to find an entry of a list. */
export class TypedLetters {
  #typed = '';
  #end: ReturnType<typeof setTimeout> | undefined;

  /** Whether a key is a letter to search for. */
  static takes(key: string): boolean {
    return /^.$/u.test(key) && key !== '?';
  }

  /** A space now belongs to the text. */
  get isTyping(): boolean {
    return this.#typed !== '';
  }

  /** @returns all letters so far, in lower case. */
  add(letter: string): string {
    this.#typed += letter.toLocaleLowerCase();
    clearTimeout(this.#end);
    this.#end = setTimeout(() => {
      this.#typed = '';
    }, pause);
    return this.#typed;
  }
}
