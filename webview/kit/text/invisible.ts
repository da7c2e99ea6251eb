/**
 * Invisible characters that change what a reader sees: overrides of the writing direction ("Trojan
 * Source", CVE-2021-42574), zero-width and other control characters. They are shown as marks where
 * a misreading would matter.
 */
export type TextPiece = string | InvisibleCharacter;

export interface InvisibleCharacter {
  /** In Unicode notation: `U+202E`. */
  readonly code: string;
  readonly name: string;
}

const names: Readonly<Record<number, string>> = {
  0x00ad: 'soft hyphen',
  0x061c: 'Arabic letter mark',
  0x180e: 'Mongolian vowel separator',
  0x200b: 'zero width space',
  0x200c: 'zero width non-joiner',
  0x200d: 'zero width joiner',
  0x200e: 'left-to-right mark',
  0x200f: 'right-to-left mark',
  0x2028: 'line separator',
  0x2029: 'paragraph separator',
  0x202a: 'left-to-right embedding',
  0x202b: 'right-to-left embedding',
  0x202c: 'pop directional formatting',
  0x202d: 'left-to-right override',
  0x202e: 'right-to-left override',
  0x2060: 'word joiner',
  0x2066: 'left-to-right isolate',
  0x2067: 'right-to-left isolate',
  0x2068: 'first strong isolate',
  0x2069: 'pop directional isolate',
  0xfeff: 'byte order mark',
};

/** A joiner inside an emoji sequence is legitimate and stays. */
const inCode =
  /(?<!\p{Extended_Pictographic}\ufe0f?)\u200d|[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200c\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/gu;

/**
 * In prose, marks for ordinary right-to-left writing and for Persian and Indic joining belong to
 * the language. The remaining ones serve only to deceive.
 */
const inProse =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u202a-\u202e]|[\u{e0000}-\u{e007f}]/gu;

/** Splits code, paths and terminal text at invisible characters. */
export function piecesOfCode(text: string): TextPiece[] {
  return pieces(text, inCode);
}

/** Splits prose at characters that must not affect the text around them. */
export function piecesOfProse(text: string): TextPiece[] {
  return pieces(text, inProse);
}

function pieces(text: string, invisible: RegExp): TextPiece[] {
  const result: TextPiece[] = [];
  let from = 0;
  for (const match of text.matchAll(invisible)) {
    if (match.index > from) {
      result.push(text.slice(from, match.index));
    }
    result.push(describe(match[0]));
    from = match.index + match[0].length;
  }
  if (from < text.length) {
    result.push(text.slice(from));
  }
  return result;
}

function describe(character: string): InvisibleCharacter {
  const point = character.codePointAt(0) ?? 0;
  const name = names[point] ?? (point >= 0xe0000 ? 'tag character' : 'control character');
  return { code: `U+${point.toString(16).toUpperCase().padStart(4, '0')}`, name };
}
