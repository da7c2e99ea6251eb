import { Lexer, type MarkedToken } from 'marked';

/** Deeper levels look alike, so they are shown as written. */
export const deepest = 16;

/**
 * Longer texts are shown plain: an agent's answer takes a few KB, and the host truncates at 32 K.
 */
const longestText = 65_536;

/** Longer paragraphs stay plain: other marks take quadratic time too (`!`: 0.06 s). */
const longestRun = 10_000;

/**
 * The lexer may scan the rest of the paragraph at each emphasis mark, so paragraphs made of marks
 * stay plain. Each scanned character takes up to 27 ns (`x@***`, `_a*` and the like, repeated;
 * marked 18.2). An agent's answer of 32 K characters needs about 0.4 million.
 */
const mostReading = 3_000_000;

/** Quotes and lists nested on one line take quadratic time. */
const deepLine = /^(?:[ \t]*(?:>|(?:[*+-]|\d{1,9}[.)])[ \t])){50}/m;

/**
 * Tokens of a Markdown text; undefined if it is too large or too deeply nested to be worth parsing
 * (some thousand `>` overflow the lexer's stack). Tokens are data and never become HTML.
 *
 * @param breaks whether a single line break starts a new line, as in text that people type.
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
    // Not only RangeError: text that the lexer rejects must still be readable.
    if (error instanceof Error) {
      return undefined;
    }
    throw error;
  }
  return ownTokens(lexer.tokens);
}

/** Without extensions the lexer produces only its own tokens, which its types do not express. */
export function ownTokens(tokens: Lexer['tokens'] | readonly { type: string }[]) {
  return tokens as readonly MarkedToken[];
}
