/** The formula of a paragraph that is one: `$$…$$`; undefined for any other. */
export function formulaOf(paragraph: string): string | undefined {
  const text = paragraph.trim();
  return text.length > 4 && text.startsWith('$$') && text.indexOf('$$', 2) === text.length - 2
    ? text.slice(2, -2).trim()
    : undefined;
}
