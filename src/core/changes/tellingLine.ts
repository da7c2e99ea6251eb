/** Visible characters from which on a line says more than a brace. */
const tellingLength = 6;

/** Whether a line says enough to be known again. */
export function isTelling(line: string): boolean {
  return line.replace(/\s/g, '').length >= tellingLength;
}
