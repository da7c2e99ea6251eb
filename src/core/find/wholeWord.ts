import type { TextMatch } from './textQuery.ts';

/** VS Code's `editor.wordSeparators`, white space and line ends. */
const separators = new Set('`~!@#$%^&*()-=+[{]}\\|;:\'",.<>/? \t\r\n');

/**
 * Whether a match begins and ends where a word does, as VS Code's Find decides it: an end that is
 * itself a separator needs none beside it.
 */
export function isWholeWord(text: string, { from, to }: TextMatch): boolean {
  return isBorder(text, from - 1, from) && isBorder(text, to, to - 1);
}

function isBorder(text: string, outside: number, inside: number): boolean {
  return (
    outside < 0 ||
    outside >= text.length ||
    separators.has(text.charAt(outside)) ||
    separators.has(text.charAt(inside))
  );
}
