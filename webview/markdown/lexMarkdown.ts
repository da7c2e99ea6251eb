import { Lexer, type MarkedToken } from 'marked';

/** Deeper than this no reader can tell the levels apart; what is below is shown as it was written. */
export const deepest = 16;

/**
 * Above this a text is shown plain: an agent's answer has some KB, and the host cuts at 32 K.
 */
const longestText = 65_536;

/** Longer paragraphs stay plain: other marks take time with the square of it too (`!`: 0.06 s). */
const longestRun = 10_000;

/**
 * At every mark of emphasis the lexer may read the rest of its paragraph, so paragraphs that are
 * nothing but marks stay plain. Characters that may be read take up to 27 ns each (`x@***`, `_a*` and
 * such, repeated; marked 18.2). In an agent's answer of 32 K characters there are some 0.4 million.
 */
const mostReading = 3_000_000;

/** Quotes and lists within each other on one line take time with the square of their number. */
const deepLine = /^(?:[ \t]*(?:>|(?:[*+-]|\d{1,9}[.)])[ \t])){50}/m;

/**
 * The tokens of a Markdown text, or undefined where it is too large or too deeply nested to be worth
 * it (some thousand `>` overflow the lexer's stack). Tokens are data; no HTML is ever made of them.
 *
 * @param breaks whether a single line end breaks the line, as in what people type.
 */
export function lexMarkdown(text: string, breaks: boolean): readonly MarkedToken[] | undefined {
  if (text.length > longestText || deepLine.test(text)) {
    return undefined;
  }
  const lexer = new Lexer({ gfm: true, breaks });
  try {
    lexer.blockTokens(text.replace(/\r\n?/g, '\n'), lexer.tokens);
    let reading = 0;
    for (const run of lexer.inlineQueue) {
      const toRead = (run.src.match(/[*_~]/g)?.length ?? 0) * run.src.length;
      if (run.src.length > longestRun || reading + toRead > mostReading) {
        run.tokens.push({ type: 'text', raw: run.src, text: run.src, escaped: true });
      } else {
        reading += toRead;
        lexer.inlineTokens(run.src, run.tokens);
      }
    }
  } catch (error) {
    // Not only RangeError: whatever the lexer does not like is still a text to be read.
    if (error instanceof Error) {
      return undefined;
    }
    throw error;
  }
  return ownTokens(lexer.tokens);
}

/** Without extensions the lexer makes no tokens but its own, which its types do not say. */
export function ownTokens(tokens: Lexer['tokens'] | readonly { type: string }[]) {
  return tokens as readonly MarkedToken[];
}
