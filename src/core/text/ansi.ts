import { applySgr, noStyle, type AnsiStyle } from './ansiStyle.ts';

/** Text of one style. */
export interface AnsiSegment {
  readonly text: string;
  readonly style: AnsiStyle;
}

/**
 * In order: OSC, DCS, SOS, PM and APC strings (ended by BEL or ST; one that never ends runs to the
 * end of its line), CSI sequences, other escapes, and single controls. Includes the 8-bit forms.
 */
const control =
  /(?:\u001b[\]PX^_]|[\u009d\u0090\u0098\u009e\u009f])[^\u0007\u001b\u009c\n]*(?:\u0007|\u001b\\|\u009c)?|(?:\u001b\[|\u009b)([0-9:;<=>?]*)[ -/]*([@-~])?|\u001b[ -/]*[0-~]?|[\u0000-\u0008\u000b-\u001f\u007f-\u009f]|\n/gu;

/**
 * Terminal output as text with styles. Reads what shell commands print where no terminal is: colors
 * and weights (SGR, ECMA-48 8.3.117, with 256 colors and true color), and how a progress bar draws
 * over its line: carriage return, backspace and erasing. Everything else a terminal would obey is
 * dropped, never carried out: titles, device queries, moves of the cursor to other lines. An OSC 8
 * link keeps its text and loses its address.
 *
 * @returns the segments of each line, in order; adjacent text of one style is one segment.
 */
export function ansiLines(text: string): AnsiSegment[][] {
  const lines: AnsiSegment[][] = [];
  let line = new Line();
  const endLine = () => {
    lines.push(line.segments());
    line = new Line();
  };
  let style = noStyle;
  let from = 0;
  for (const match of text.matchAll(control)) {
    line.write(text.slice(from, match.index), style);
    from = match.index + match[0].length;
    const [sequence, parameters = '', final = sequence] = match;
    switch (final) {
      case '\n':
        endLine();
        break;
      case '\r':
        line.toStart();
        break;
      case '\b':
        line.back();
        break;
      case 'm':
        style = applySgr(style, parameters);
        break;
      case 'G':
        // To a column; progress bars begin again at the first.
        if (/^[01]?$/.test(parameters)) {
          line.toStart();
        }
        break;
      case 'K':
        line.erase(parameters);
        break;
      case 'J':
      case '\u001bc':
        // What a cleared screen showed is still part of the record, as in a terminal's history.
        if (final === 'J' && /^0?$/.test(parameters)) {
          line.erase(parameters);
        } else if (parameters !== '1' && !line.isEmpty) {
          endLine();
        }
        break;
    }
  }
  line.write(text.slice(from), style);
  endLine();
  return lines;
}

/** Terminal output without any styles, with the same overwriting applied. */
export function stripAnsi(text: string): string {
  return ansiLines(text)
    .map((line) => line.map((segment) => segment.text).join(''))
    .join('\n');
}

/**
 * One line under the cursor, as the text before and the text behind the cursor. Writing adds before
 * and removes behind, and going back carries over what it passes; so each piece of text is touched
 * only a few times, however often a line is overwritten. A cell is a code point.
 */
class Line {
  readonly #before: AnsiSegment[] = [];
  /** Nearest last. */
  readonly #behind: AnsiSegment[] = [];
  /** How many of `#before` are certain to be blank. */
  #blank = 0;

  write(text: string, style: AnsiStyle): void {
    if (text === '') {
      return;
    }
    if (this.#behind.length > 0) {
      this.#dropBehind(cellsIn(text));
    }
    this.#before.push({ text, style });
  }

  get isEmpty(): boolean {
    return this.#before.length === 0 && this.#behind.length === 0;
  }

  /** CR. */
  toStart(): void {
    this.#blank = 0;
    for (let last = this.#before.pop(); last !== undefined; last = this.#before.pop()) {
      this.#behind.push(last);
    }
  }

  /** BS. */
  back(): void {
    const last = this.#before.pop();
    if (last === undefined) {
      return;
    }
    const { text, style } = last;
    const at = text.length > 1 ? text.length - cellAt(text, text.length - 2) : 0;
    if (at > 0) {
      this.#before.push({ text: text.slice(0, at), style });
    }
    this.#behind.push({ text: text.slice(at), style });
    this.#blank = Math.min(this.#blank, this.#before.length);
  }

  /** EL: from the cursor to the end (0), from the start to the cursor (1), all (2). */
  erase(parameters: string): void {
    if (parameters === '' || parameters === '0') {
      this.#behind.length = 0;
    } else if (parameters === '1') {
      for (; this.#blank < this.#before.length; this.#blank += 1) {
        this.#before[this.#blank] = blank(this.#before[this.#blank]?.text ?? '');
      }
      if (this.#behind.length > 0) {
        this.#dropBehind(1);
        this.#behind.push(blank(' '));
      }
    } else if (parameters === '2') {
      this.#before.length = 0;
      this.#behind.length = 0;
      this.#blank = 0;
    }
  }

  /** The line's content; adjacent text of one style is one segment. */
  segments(): AnsiSegment[] {
    const segments: { text: string; style: AnsiStyle }[] = [];
    for (const { text, style } of [...this.#before, ...this.#behind.reverse()]) {
      const last = segments.at(-1);
      if (last?.style === style) {
        last.text += text;
      } else {
        segments.push({ text, style });
      }
    }
    return segments;
  }

  /** Removes cells behind the cursor. */
  #dropBehind(count: number): void {
    for (let left = count; left > 0;) {
      const next = this.#behind.pop();
      if (next === undefined) {
        return;
      }
      let end = 0;
      for (; end < next.text.length && left > 0; left -= 1) {
        end += cellAt(next.text, end);
      }
      if (end < next.text.length) {
        this.#behind.push({ text: next.text.slice(end), style: next.style });
      }
    }
  }
}

function blank(text: string): AnsiSegment {
  return { text: ' '.repeat(cellsIn(text)), style: noStyle };
}

function cellsIn(text: string): number {
  let cells = 0;
  for (let at = 0; at < text.length; at += cellAt(text, at)) {
    cells += 1;
  }
  return cells;
}

/** UTF-16 units of the code point at an index. */
function cellAt(text: string, at: number): number {
  return (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
}
