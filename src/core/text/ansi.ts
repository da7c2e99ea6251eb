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
      this.#line.column = 0;
    } else if (sequence === '\b') {
      this.#line.column = Math.max(0, this.#line.column - 1);
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
 * One line under the cursor. Nearly all lines are only appended to, so cells are made only when
 * something is written over.
 */
class Line {
  column = 0;
  #segments: AnsiSegment[] = [];
  #length = 0;

  write(text: string, style: AnsiStyle): void {
    if (text === '') {
      return;
    }
    if (this.column < this.#length) {
      this.#overwrite(text, style);
      return;
    }
    this.#append(text, style);
    this.column = this.#length;
  }

  /** EL: from the cursor to the end (0), from the start to the cursor (1), all (2). */
  erase(parameters: string): void {
    if (parameters === '' || parameters === '0') {
      this.#setCells(this.#cells().slice(0, this.column));
    } else if (parameters === '1') {
      this.#setCells(this.#cells().map((cell, index) => (index <= this.column ? blankCell : cell)));
    } else if (parameters === '2') {
      this.#setCells([]);
    }
  }

  segments(): AnsiSegment[] {
    return this.#segments;
  }

  #append(text: string, style: AnsiStyle): void {
    const last = this.#segments.at(-1);
    if (last?.style === style) {
      this.#segments[this.#segments.length - 1] = { text: last.text + text, style };
    } else {
      this.#segments.push({ text, style });
    }
    this.#length += text.length;
  }

  #overwrite(text: string, style: AnsiStyle): void {
    const cells = this.#cells();
    const written = Array.from(text, (character) => ({ text: character, style }));
    const column = this.column;
    cells.splice(column, written.length, ...written);
    this.#setCells(cells);
    this.column = column + written.length;
  }

  #cells(): AnsiSegment[] {
    return this.#segments.flatMap(({ text, style }) =>
      Array.from(text, (character) => ({ text: character, style })),
    );
  }

  #setCells(cells: readonly AnsiSegment[]): void {
    this.#segments = [];
    this.#length = 0;
    for (const cell of cells) {
      this.#append(cell.text, cell.style);
    }
    this.column = Math.min(this.column, this.#length);
  }
}

const blankCell: AnsiSegment = { text: ' ', style: noStyle };

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
      const { colour, used } = extendedColour(codes.slice(at + 1), parameters.includes(':'));
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
