/** C0 and C1 controls, bidirectional controls, zero-width and other invisible formatting characters. */
const unseen = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu;
/** Words of visible ASCII with one blank between them: nothing to be done, which is nearly always so. */
const plain = /^[!-~]+(?: [!-~]+)*$/;
/** White space that is not one blank already: of those there are many. */
const wideSpace = /(?:[^\S ]| \s)\s*/gu;
const joiners = new Set(['\u200c', '\u200d']);

/**
 * Foreign text as one line for a list or a title: white space collapsed, control and direction
 * characters removed (joiners stay, they are part of emoji and of several scripts), cut with an
 * ellipsis after `max` code points.
 */
export function oneLine(text: string, max: number): string {
  // Two more than are shown, so that what is cut off is known to be visible.
  const start = text.length > max + 2 ? text.slice(0, max + 2) : text;
  if (text.length <= max * 8 && plain.test(start)) {
    return start.length <= max ? start : `${start.slice(0, max).trimEnd()}…`;
  }
  // Nothing after this can be shown; a message of many MB must not be searched to its end.
  const beginning = text.length > max * 8 ? text.slice(0, max * 8) : text;
  const quick =
    beginning.length > max * 2 ? cut(collapsed(beginning.slice(0, max * 2)), max) : undefined;
  if (quick !== undefined) {
    return quick;
  }
  const line = collapsed(beginning);
  return cut(line, max) ?? (beginning.length < text.length ? `${line}…` : line);
}

function collapsed(text: string): string {
  return text
    .replace(wideSpace, ' ')
    .replace(unseen, (character) => (joiners.has(character) ? character : ''))
    .trim();
}

/** The beginning with an ellipsis; undefined for what is not too long. */
function cut(line: string, max: number): string | undefined {
  let end = 0;
  let count = 0;
  for (const character of line) {
    count += 1;
    if (count > max) {
      return `${line.slice(0, end).trimEnd()}…`;
    }
    end += character.length;
  }
  return undefined;
}
