const fences = [
  ['$$', '$$'],
  ['\\[', '\\]'],
] as const;

/** The formula of a paragraph that is one, `$$…$$` or `\[…\]`; undefined for any other. */
export function formulaOf(paragraph: string): string | undefined {
  const text = paragraph.trim();
  const fence = fences.find(
    ([open, close]) =>
      text.length > 4 && text.startsWith(open) && text.indexOf(close, 2) === text.length - 2,
  );
  return fence && text.slice(2, -2).trim();
}
