/**
 * Terminal output as text with styles. Reads what shell commands really print: colours and weights
 * (SGR, ECMA-48 8.3.117, with 256 colours and true colour), carriage return, backspace and erase-line
 * as progress bars use them. Everything else a terminal would obey (cursor moves, titles, links,
 * device queries) is dropped, never carried out; the text of an OSC 8 link stays, its address goes.
 */
export interface AnsiSegment {
  readonly text: string;
  readonly style: AnsiStyle;
}

export interface AnsiStyle {
  readonly foreground?: AnsiColour;
  readonly background?: AnsiColour;
  readonly bold?: true;
  readonly dim?: true;
  readonly italic?: true;
  readonly underline?: true;
  readonly strike?: true;
  readonly inverse?: true;
}

/** One of the theme's 16 terminal colours, or a colour of its own as `#rrggbb`. */
export type AnsiColour = number | `#${string}`;

/** The segments of each line, in order. Adjacent text of one style is one segment. */
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
 * In turn: OSC, DCS, SOS, PM and APC strings (ended by BEL or ST; one that never ends goes to the end
 * of its line), CSI sequences, other escapes, and single controls. The 8-bit forms are included.
 */
const control =
  /(?:\u001b[\]PX^_]|[\u009d\u0090\u0098\u009e\u009f])[^\u0007\u001b\u009c\n]*(?:\u0007|\u001b\\|\u009c)?|(?:\u001b\[|\u009b)([0-9:;<=>?]*)[ -/]*([@-~])?|\u001b[ -/]*[0-~]?|[\u0000-\u0008\u000b-\u001f\u007f-\u009f]|\n/gu;

const noStyle: AnsiStyle = {};

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

/**
 * One line under the cursor, as what stands before the cursor and what stands behind it. Writing adds
 * before and takes away behind, and a move carries over what it passes; so each piece of text is
 * touched a few times in all, however often a line is written over. A cell is a code point.
 */
class Line {
  readonly #before: AnsiSegment[] = [];
  /** Nearest last. */
  readonly #behind: AnsiSegment[] = [];
  /** How many of `#before` are known to be blank. */
  #blank = 0;

  write(text: string, style: AnsiStyle): void {
    if (text === '') {
      return;
    }
    if (this.#behind.length > 0) {
      this.#takeBehind(text);
    }
    this.#before.push({ text, style });
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
        this.#takeBehind(' ');
        this.#behind.push(blank(' '));
      }
    } else if (parameters === '2') {
      this.#before.length = 0;
      this.#behind.length = 0;
      this.#blank = 0;
    }
  }

  /** What is on the line; adjacent text of one style is one segment. */
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

  /** Takes away as many cells behind the cursor as a text has. */
  #takeBehind(text: string): void {
    let left = cellsIn(text);
    while (left > 0) {
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

/** UTF-16 units of the code point at a place. */
function cellAt(text: string, at: number): number {
  return (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
}

/** Codes that switch one thing on, by number; what switches it off follows below. */
const attributes: Readonly<Record<number, keyof AnsiStyle>> = {
  1: 'bold',
  2: 'dim',
  3: 'italic',
  4: 'underline',
  7: 'inverse',
  9: 'strike',
};

const resets: Readonly<Record<number, readonly (keyof AnsiStyle)[]>> = {
  22: ['bold', 'dim'],
  23: ['italic'],
  24: ['underline'],
  27: ['inverse'],
  29: ['strike'],
  39: ['foreground'],
  49: ['background'],
};

function applySgr(style: AnsiStyle, parameters: string): AnsiStyle {
  // Sub-parameters may be joined by colons (4:3, 38:2::r:g:b); read alike.
  const hasColons = parameters.includes(':');
  const codes = parameters.split(/[;:]/).map((code) => (code === '' ? 0 : Number(code)));
  let next = style;
  for (let at = 0; at < codes.length; at += 1) {
    const code = codes[at] ?? 0;
    const attribute = attributes[code];
    const reset = resets[code];
    if (code === 0) {
      next = noStyle;
    } else if (attribute !== undefined) {
      next = { ...next, [attribute]: true };
    } else if (reset !== undefined) {
      next = without(next, reset);
    } else if (code === 38 || code === 48) {
      const { colour, used } = extendedColour(codes.slice(at + 1, at + 7), hasColons);
      at += used;
      if (colour !== undefined) {
        next = { ...next, [code === 38 ? 'foreground' : 'background']: colour };
      }
    } else {
      const colour = basicColour(code);
      next = colour === undefined ? next : { ...next, ...colour };
    }
  }
  return next;
}

function basicColour(code: number): Partial<AnsiStyle> | undefined {
  if (code >= 30 && code <= 37) {
    return { foreground: code - 30 };
  }
  if (code >= 40 && code <= 47) {
    return { background: code - 40 };
  }
  if (code >= 90 && code <= 97) {
    return { foreground: code - 82 };
  }
  if (code >= 100 && code <= 107) {
    return { background: code - 92 };
  }
  return undefined;
}

/** What follows 38 or 48: `5;n` or `2;r;g;b` (with colons possibly `2::r:g:b`). */
function extendedColour(
  codes: readonly number[],
  colons: boolean,
): { readonly colour: AnsiColour | undefined; readonly used: number } {
  if (codes[0] === 5) {
    return { colour: paletteColour(codes[1]), used: 2 };
  }
  if (codes[0] === 2) {
    const skip = colons && codes.length >= 5 ? 2 : 1;
    const rgb = codes.slice(skip, skip + 3);
    const valid = rgb.length === 3 && rgb.every((part) => part >= 0 && part <= 255);
    return { colour: valid ? hex(rgb) : undefined, used: skip + 3 };
  }
  return { colour: undefined, used: 0 };
}

/** The 256-colour palette of xterm: 16 of the theme, a 6×6×6 cube, 24 greys. */
function paletteColour(index: number | undefined): AnsiColour | undefined {
  if (index === undefined || !Number.isInteger(index) || index < 0 || index > 255) {
    return undefined;
  }
  if (index < 16) {
    return index;
  }
  if (index >= 232) {
    const grey = 8 + (index - 232) * 10;
    return hex([grey, grey, grey]);
  }
  const cube = index - 16;
  const level = (step: number) => (step === 0 ? 0 : 55 + step * 40);
  return hex([level(Math.floor(cube / 36)), level(Math.floor(cube / 6) % 6), level(cube % 6)]);
}

function hex(parts: readonly number[]): `#${string}` {
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

function without(style: AnsiStyle, keys: readonly (keyof AnsiStyle)[]): AnsiStyle {
  const rest = Object.entries(style).filter(([key]) => !keys.includes(key as keyof AnsiStyle));
  return rest.length === 0 ? noStyle : Object.fromEntries(rest);
}
