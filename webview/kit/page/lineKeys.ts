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

const letters = new TypedLetters();

/**
 * The line that a key moves to in a list that is one tab stop: by arrows, Home and End, or the
 * first letters of its words; undefined for any other key.
 *
 * @param at index of the current line.
 */
export function nextLine(
  { key, ctrlKey, metaKey, altKey }: KeyboardEvent,
  at: number,
  lines: readonly HTMLElement[],
): HTMLElement | undefined {
  if (ctrlKey || metaKey || altKey) {
    return undefined;
  }
  const next = movedTo(key, at, lines.length);
  if (next !== undefined) {
    return lines[next];
  }
  return isLetter(key) ? lineBeginningWith(key, at, lines) : undefined;
}

/** A space that begins a word would press the line's button. */
function isLetter(key: string): boolean {
  return TypedLetters.takes(key) && (key !== ' ' || letters.isTyping);
}

function lineBeginningWith(
  letter: string,
  at: number,
  lines: readonly HTMLElement[],
): HTMLElement | undefined {
  // The first letter moves on, further letters may confirm the line.
  const from = letters.isTyping ? at : at + 1;
  const typed = letters.add(letter);
  const found = [...lines.slice(from), ...lines.slice(0, from)].find((line) =>
    line.textContent.trim().toLocaleLowerCase().startsWith(typed),
  );
  return found ?? lines[at];
}

/**
 * Index of the item that a key moves to in a list; undefined for any other key.
 *
 * @param page items of a screen; without it, the page keys move nowhere.
 */
export function movedTo(key: string, at: number, count: number, page = NaN): number | undefined {
  const moves: Readonly<Record<string, number>> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    PageDown: at + page,
    PageUp: at - page,
    Home: 0,
    End: count - 1,
  };
  const next = moves[key] ?? NaN;
  return Number.isNaN(next) ? undefined : Math.max(0, Math.min(next, count - 1));
}
