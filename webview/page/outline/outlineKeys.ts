import type { OutlineModel } from '../../model/outlineModel.ts';
import { outlineWords } from '../../rows/outlineWords.ts';

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

/** A pause that ends what is being typed, ms; as in VS Code's lists. */
const pause = 800;

/** Finds an entry by its first letters, typed one after another. */
export class TypeAhead {
  #typed = '';
  #end: ReturnType<typeof setTimeout> | undefined;
  #search: AbortController | undefined;

  /** Whether a key is a letter to search for. */
  static takes(key: string): boolean {
    return /^.$/u.test(key) && key !== '?';
  }

  /** A space now belongs to the text. */
  get isTyping(): boolean {
    return this.#typed !== '';
  }

  /** @returns the entry to move to; undefined if none begins like this. @throws AbortError */
  async type(
    letter: string,
    at: number,
    { search }: Pick<OutlineModel, 'search'>,
  ): Promise<number | undefined> {
    const isFirst = !this.isTyping;
    this.#typed += letter.toLocaleLowerCase();
    clearTimeout(this.#end);
    this.#end = setTimeout(() => {
      this.#typed = '';
    }, pause);
    this.#search?.abort();
    this.#search = new AbortController();
    const typed = this.#typed;
    // The first letter moves on, further letters may confirm the entry.
    return search(
      isFirst ? at : at - 1,
      (entry) => outlineWords(entry).toLocaleLowerCase().startsWith(typed),
      this.#search.signal,
    );
  }
}
