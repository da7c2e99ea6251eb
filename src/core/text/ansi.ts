import { Line, type AnsiSegment } from './ansiLine.ts';
import { applySgr, noStyle, type AnsiStyle } from './ansiStyle.ts';

/**
 * Terminal output as text with styles. Reads what shell commands really print: colors and weights
 * (SGR, ECMA-48 8.3.117, with 256 colors and true color), and whatever progress bars draw over
 * themselves with: carriage return, backspace, erasing, and moving the cursor within the latest
 * lines. Everything else a terminal would obey (titles, links, device queries) is dropped, never
 * carried out; an OSC 8 link keeps its text and loses its address.
 *
 * @returns the segments of each line, in order; adjacent text of one style is one segment.
 */
export function ansiLines(text: string): AnsiSegment[][] {
  return new Screen(text).print();
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

/**
 * Lines that the cursor can return to. Programs draw over their own last lines; a screen is not
 * taller than this.
 */
const reach = 100;

/** Blanks that one move can add behind a line. */
const widest = 400;

class Screen {
  /** Lines out of reach. */
  readonly #done: AnsiSegment[][] = [];
  readonly #lines = [new Line()];
  /** The cursor's line. */
  #row = 0;
  #style: AnsiStyle = noStyle;
  /** The screen was cleared, so its first line is where the cursor's home is. */
  #hasHome = false;
  /** Cells that moves may still pass: a move in a long text must not take longer than the text. */
  #moves: number;

  constructor(private readonly text: string) {
    this.#moves = 10_000 + 4 * text.length;
  }

  print(): AnsiSegment[][] {
    let from = 0;
    for (const match of this.text.matchAll(control)) {
      this.#line.write(this.text.slice(from, match.index), this.#style);
      from = match.index + match[0].length;
      this.#obey(match[0], match[1] ?? '', match[2]);
    }
    this.#line.write(this.text.slice(from), this.#style);
    this.#scroll(this.#lines.length);
    return this.#done;
  }

  get #line(): Line {
    return this.#lines[this.#row] ?? new Line();
  }

  #obey(sequence: string, parameters: string, final: string | undefined): void {
    if (sequence === '\n') {
      this.#nextLine();
    } else if (sequence === '\r') {
      this.#line.toStart();
    } else if (sequence === '\b') {
      this.#line.back();
    } else if (sequence === '\u001bc') {
      this.#clear();
    } else if (final === 'm') {
      this.#style = applySgr(this.#style, parameters);
    } else if (final === 'K') {
      this.#line.erase(parameters);
    } else if (final === 'J') {
      this.#eraseScreen(parameters);
    } else if (final === 'H' || final === 'f') {
      this.#goHome(parameters);
    } else if (final !== undefined && /^\d{0,4}$/.test(parameters)) {
      this.#move(final, Math.max(1, Number(parameters)));
    }
  }

  #nextLine(): void {
    this.#row += 1;
    if (this.#row === this.#lines.length) {
      this.#lines.push(new Line());
    } else {
      this.#line.toStart();
    }
    if (this.#lines.length >= 2 * reach) {
      this.#scroll(reach);
    }
  }

  /** CUU, CUD, CUF, CUB, CNL, CPL and CHA. */
  #move(final: string, count: number): void {
    switch (final) {
      case 'A':
        this.#goToRow(this.#row - count, this.#column());
        break;
      case 'B':
        this.#goToRow(this.#row + count, this.#column());
        break;
      case 'C':
        this.#forward(Math.min(count, widest));
        break;
      case 'D':
        for (let left = Math.min(count, widest); left > 0 && this.#pay(1); left -= 1) {
          this.#line.back();
        }
        break;
      case 'E':
        this.#goToRow(this.#row + count, 0);
        break;
      case 'F':
        this.#goToRow(this.#row - count, 0);
        break;
      case 'G':
        this.#line.toStart();
        this.#forward(Math.min(count - 1, widest));
        break;
    }
  }

  /** As far as a move to it can be paid. */
  #column(): number {
    return this.#line.column(this.#moves);
  }

  /** A line below the last one is not made: nothing was printed there. */
  #goToRow(row: number, column: number): void {
    if (this.#pay(column + 1)) {
      const first = Math.max(0, this.#lines.length - reach);
      this.#row = Math.min(Math.max(row, first), this.#lines.length - 1);
      this.#line.toStart();
      this.#line.forward(column, noStyle);
    }
  }

  #forward(count: number): void {
    if (this.#pay(count)) {
      this.#line.forward(count, noStyle);
    }
  }

  #pay(cells: number): boolean {
    this.#moves -= cells;
    return this.#moves >= 0;
  }

  #eraseScreen(parameters: string): void {
    if (parameters === '' || parameters === '0') {
      this.#line.erase('0');
      this.#lines.length = this.#row + 1;
    } else if (parameters === '2' || parameters === '3') {
      this.#clear();
    }
  }

  /** What a cleared screen showed is still part of the record, as in a terminal's history. */
  #clear(): void {
    const isBlank = this.#lines.length === 1 && this.#line.isEmpty;
    if (!isBlank) {
      this.#scroll(this.#lines.length);
      this.#lines.push(new Line());
      this.#row = 0;
    }
    this.#hasHome = true;
  }

  /** CUP. Nobody knows where any other place of the screen was. */
  #goHome(parameters: string): void {
    if (this.#hasHome && /^1?(;1?)?$/.test(parameters)) {
      this.#goToRow(0, 0);
    }
  }

  /** Puts the first lines out of reach. */
  #scroll(count: number): void {
    for (const line of this.#lines.splice(0, count)) {
      this.#done.push(line.segments());
    }
    this.#row -= count;
    this.#hasHome = false;
  }
}
