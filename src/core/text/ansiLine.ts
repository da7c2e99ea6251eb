import { noStyle, type AnsiStyle } from './ansiStyle.ts';

/** Text of one style. */
export interface AnsiSegment {
  readonly text: string;
  readonly style: AnsiStyle;
}

/**
 * One line under the cursor, as the text before and the text behind the cursor. Writing adds before
 * and removes behind, and a move carries over what it passes; so each piece of text is touched only
 * a few times, however often a line is overwritten. A cell is a code point.
 */
export class Line {
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
      this.#takeBehind(cellsIn(text));
    }
    this.#before.push({ text, style });
  }

  /** Whether nothing was ever written. */
  get isEmpty(): boolean {
    return this.#before.length === 0 && this.#behind.length === 0;
  }

  /** Cells before the cursor, or `most` if there are more. */
  column(most: number): number {
    let cells = 0;
    for (const { text } of this.#before) {
      if (cells >= most) {
        break;
      }
      cells += cellsIn(text);
    }
    return Math.min(cells, Math.max(0, most));
  }

  /** CUF. Behind the end, blanks are written. */
  forward(count: number, style: AnsiStyle): void {
    const missing = this.#takeBehind(count, this.#before);
    if (missing > 0) {
      this.#before.push({ text: ' '.repeat(missing), style });
    }
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
        this.#takeBehind(1);
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

  /**
   * Removes cells behind the cursor.
   *
   * @param onto gets them.
   * @returns how many there were too few.
   */
  #takeBehind(count: number, onto?: AnsiSegment[]): number {
    let left = count;
    while (left > 0) {
      const next = this.#behind.pop();
      if (next === undefined) {
        return left;
      }
      let end = 0;
      for (; end < next.text.length && left > 0; left -= 1) {
        end += cellAt(next.text, end);
      }
      onto?.push({ text: next.text.slice(0, end), style: next.style });
      if (end < next.text.length) {
        this.#behind.push({ text: next.text.slice(end), style: next.style });
      }
    }
    return 0;
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
