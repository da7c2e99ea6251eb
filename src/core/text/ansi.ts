import { Line, type AnsiSegment } from './ansiLine.ts';
import { applySgr, noStyle, type AnsiStyle } from './ansiStyle.ts';

/**
 * Terminal output as text with styles. Reads what shell commands really print: colors and weights
 * (SGR, ECMA-48 8.3.117, with 256 colors and true color), and carriage return, backspace and
 * erase-line as progress bars use them. Everything else a terminal would obey (cursor moves,
 * titles, links, device queries) is dropped, never carried out; an OSC 8 link keeps its text and
 * loses its address.
 *
 * @returns the segments of each line, in order; adjacent text of one style is one segment.
 */
export function ansiLines(text: string): AnsiSegment[][] {
  return new Screen().print(text);
}

/** Terminal output without any styles, with the same overwriting applied. */
export function stripAnsi(text: string): string {
  return ansiLines(text)
    .map((line) => line.map((segment) => segment.text).join(''))
    .join('\n');
}

/**
 * In order: OSC, DCS, SOS, PM and APC strings (ended by BEL or ST; one that never ends runs to the
 * end of its line), CSI sequences, other escapes, and single controls. Includes the 8-bit forms.
 */
const control =
  /(?:\u001b[\]PX^_]|[\u009d\u0090\u0098\u009e\u009f])[^\u0007\u001b\u009c\n]*(?:\u0007|\u001b\\|\u009c)?|(?:\u001b\[|\u009b)([0-9:;<=>?]*)[ -/]*([@-~])?|\u001b[ -/]*[0-~]?|[\u0000-\u0008\u000b-\u001f\u007f-\u009f]|\n/gu;

class Screen {
  readonly #lines: AnsiSegment[][] = [];
  #line = new Line();
  #style: AnsiStyle = noStyle;

  print(text: string): AnsiSegment[][] {
    let from = 0;
    for (const match of text.matchAll(control)) {
      this.#line.write(text.slice(from, match.index), this.#style);
      from = match.index + match[0].length;
      this.#obey(match[0], match[1] ?? '', match[2]);
    }
    this.#line.write(text.slice(from), this.#style);
    this.#endLine();
    return this.#lines;
  }

  #obey(sequence: string, parameters: string, final: string | undefined): void {
    if (sequence === '\n') {
      this.#endLine();
    } else if (sequence === '\r') {
      this.#line.toStart();
    } else if (sequence === '\b') {
      this.#line.back();
    } else if (final === 'm') {
      this.#style = applySgr(this.#style, parameters);
    } else if (final === 'K') {
      this.#line.erase(parameters);
    }
  }

  #endLine(): void {
    this.#lines.push(this.#line.segments());
    this.#line = new Line();
  }
}
