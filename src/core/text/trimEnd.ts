/**
 * A text without what it ends with of some characters. An expression such as `/[/\\]+$/` would begin
 * anew at each of a thousand slashes in the middle.
 */
export function trimEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) {
    end -= 1;
  }
  return text.slice(0, end);
}
