/** Limit for a single folded line: an output can be one long line. */
const foldedChars = 4_000;

/** The first lines of a text, without the final line break; the whole text if it has no more. */
export function firstLines(text: string, count: number): string {
  let end = -1;
  for (let line = 0; line < count; line += 1) {
    end = text.indexOf('\n', end + 1);
    if (end < 0) {
      end = text.length;
      break;
    }
  }
  const isRest = text.slice(end).trim() === '';
  const cut = isRest ? text.length : end;
  const chars = cut > foldedChars * 2 ? foldedChars : cut;
  const splitsPair = chars < text.length && /[\ud800-\udbff]/.test(text.charAt(chars - 1));
  return text.slice(0, splitsPair ? chars - 1 : chars);
}
