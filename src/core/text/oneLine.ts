/** C0 and C1 controls, bidirectional controls, zero-width and other invisible formatting characters. */
const unseen = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu;
const joiners = new Set(['\u200c', '\u200d']);

/**
 * Foreign text as one line for a list or a title: white space collapsed, control and direction
 * characters removed (joiners stay, they are part of emoji and of several scripts), cut with an
 * ellipsis after `max` code points.
 */
export function oneLine(text: string, max: number): string {
  // Nothing after this can be shown; a message of many MB must not be searched to its end.
  const beginning = text.length > max * 8 ? text.slice(0, max * 8) : text;
  const line = beginning
    .replace(/\s+/gu, ' ')
    .replace(unseen, (character) => (joiners.has(character) ? character : ''))
    .trim();
  let end = 0;
  let count = 0;
  for (const character of line) {
    count += 1;
    if (count > max) {
      return `${line.slice(0, end).trimEnd()}…`;
    }
    end += character.length;
  }
  return beginning.length < text.length ? `${line}…` : line;
}
