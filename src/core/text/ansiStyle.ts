/** How a piece of terminal output looks. */
export interface AnsiStyle {
  readonly foreground?: AnsiColor;
  readonly background?: AnsiColor;
  readonly bold?: true;
  readonly dim?: true;
  readonly italic?: true;
  readonly underline?: true;
  readonly strike?: true;
  readonly inverse?: true;
}

/** One of the theme's 16 terminal colors, or any color as `#rrggbb`. */
export type AnsiColor = number | `#${string}`;

export const noStyle: AnsiStyle = {};

/** Codes that switch one attribute on, by number; those that switch it off follow below. */
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

/**
 * The style after a “select graphic rendition”.
 *
 * @param parameters the text between its introducer and its `m`.
 */
export function applySgr(style: AnsiStyle, parameters: string): AnsiStyle {
  // Sub-parameters may be joined by colons (4:3, 38:2::r:g:b); parsed alike.
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
      const { color, used } = extendedColor(codes.slice(at + 1, at + 7), hasColons);
      at += used;
      if (color !== undefined) {
        next = { ...next, [code === 38 ? 'foreground' : 'background']: color };
      }
    } else {
      const color = basicColor(code);
      next = color === undefined ? next : { ...next, ...color };
    }
  }
  return next;
}

function basicColor(code: number): Partial<AnsiStyle> | undefined {
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
function extendedColor(
  codes: readonly number[],
  colons: boolean,
): { readonly color: AnsiColor | undefined; readonly used: number } {
  if (codes[0] === 5) {
    return { color: paletteColor(codes[1]), used: 2 };
  }
  if (codes[0] === 2) {
    const skip = colons && codes.length >= 5 ? 2 : 1;
    const rgb = codes.slice(skip, skip + 3);
    const valid = rgb.length === 3 && rgb.every((part) => part >= 0 && part <= 255);
    return { color: valid ? hex(rgb) : undefined, used: skip + 3 };
  }
  return { color: undefined, used: 0 };
}

/** The 256-color palette of xterm: 16 of the theme, a 6×6×6 cube, 24 grays. */
function paletteColor(index: number | undefined): AnsiColor | undefined {
  if (index === undefined || !Number.isInteger(index) || index < 0 || index > 255) {
    return undefined;
  }
  if (index < 16) {
    return index;
  }
  if (index >= 232) {
    const gray = 8 + (index - 232) * 10;
    return hex([gray, gray, gray]);
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
