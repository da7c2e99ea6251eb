import { movedTo } from './movedTo.ts';
import { TypedLetters } from './typedLetters.ts';

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
