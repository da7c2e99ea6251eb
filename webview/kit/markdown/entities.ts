/**
 * Common character references. HTML's full table has 2,231 names; unknown ones stay as written,
 * which loses nothing.
 */
const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  copy: '©',
  reg: '®',
  trade: '™',
  hellip: '…',
  mdash: '—',
  ndash: '–',
  bull: '•',
  middot: '·',
  times: '×',
  larr: '←',
  rarr: '→',
  harr: '↔',
  le: '≤',
  ge: '≥',
  ne: '≠',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
};

/** Resolves character references that the Markdown lexer left as written. */
export function decodeEntities(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([A-Za-z]{2,8}));/g,
    (whole, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) {
        return Object.hasOwn(named, name) ? (named[name] ?? whole) : whole;
      }
      const point = decimal === undefined ? parseInt(hex ?? '', 16) : Number(decimal);
      const isCharacter = point > 0 && point <= 0x10ffff && (point < 0xd800 || point > 0xdfff);
      return isCharacter ? String.fromCodePoint(point) : whole;
    },
  );
}
