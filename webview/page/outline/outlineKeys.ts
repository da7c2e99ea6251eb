import type { OutlineModel } from '../../model/outlineModel.ts';
import { outlineWords } from '../../rows/outlineWords.ts';
import { TypedLetters } from '../typedLetters.ts';

/** The entry that a key moves to; undefined for any other key. @param page entries of a screen. */
export function nextEntry(
  key: string,
  at: number,
  total: number,
  page: number,
): number | undefined {
  const moves: Readonly<Record<string, number>> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    PageDown: at + page,
    PageUp: at - page,
    Home: 0,
    End: total - 1,
  };
  const next = Object.hasOwn(moves, key) ? moves[key] : undefined;
  return next === undefined ? undefined : Math.max(0, Math.min(next, total - 1));
}

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
