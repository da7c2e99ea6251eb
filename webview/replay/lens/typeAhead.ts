import type { OutlineModel } from '../model/outlineModel.ts';
import { outlineWords } from '../rows/outlineWords.ts';
import { TypedLetters } from '../../kit/page/typedLetters.ts';

/** Finds an entry by its first letters, typed one after another. */
export class TypeAhead {
  readonly #letters = new TypedLetters();
  #search: AbortController | undefined;

  /** A space now belongs to the text. */
  get isTyping(): boolean {
    return this.#letters.isTyping;
  }

  /** @returns the entry to move to; undefined if none begins like this. @throws AbortError */
  async type(
    letter: string,
    at: number,
    { search }: Pick<OutlineModel, 'search'>,
  ): Promise<number | undefined> {
    const isFirst = !this.isTyping;
    const typed = this.#letters.add(letter);
    this.#search?.abort();
    this.#search = new AbortController();
    // The first letter moves on, further letters may confirm the entry.
    return search(
      isFirst ? at : at - 1,
      (entry) => outlineWords(entry).toLocaleLowerCase().startsWith(typed),
      this.#search.signal,
    );
  }
}
