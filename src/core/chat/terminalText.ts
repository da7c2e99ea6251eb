import { ansiLines } from '../text/ansi.ts';
import type { AnsiColor, AnsiStyle } from '../text/ansiStyle.ts';

const escape = '\u001b[';

/**
 * Shell output for the chat view's terminal card: colors and weights are rewritten, all other
 * control sequences are removed (the card would turn OSC 8 sequences into links and move its
 * cursor), and lines end with CR LF.
 */
export function terminalText(output: string): string {
  return ansiLines(output)
    .map((line) => line.map(({ text, style }) => styled(text, style)).join(''))
    .join('\r\n');
}

export function redText(text: string): string {
  return styled(text, { foreground: 1 });
}

function styled(text: string, style: AnsiStyle): string {
  const codes = [
    ...(style.bold ? ['1'] : []),
    ...(style.dim ? ['2'] : []),
    ...(style.italic ? ['3'] : []),
    ...(style.underline ? ['4'] : []),
    ...(style.inverse ? ['7'] : []),
    ...(style.strike ? ['9'] : []),
    ...(style.foreground === undefined ? [] : [color(38, style.foreground)]),
    ...(style.background === undefined ? [] : [color(48, style.background)]),
  ];
  return codes.length === 0 ? text : `${escape}${codes.join(';')}m${text}${escape}0m`;
}

/** @param selector 38 for the foreground, 48 for the background (ECMA-48 8.3.117). */
function color(selector: 38 | 48, value: AnsiColor): string {
  if (typeof value === 'number') {
    return `${selector};5;${value}`;
  }
  const channel = (at: number) => Number.parseInt(value.slice(at, at + 2), 16);
  return `${selector};2;${channel(1)};${channel(3)};${channel(5)}`;
}
