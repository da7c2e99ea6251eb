import { Lexer, type MarkedToken } from 'marked';

/**
 * Above this a text is shown plain: an agent's answer has some KB, and the host cuts at 32 K.
 */
const longestText = 65_536;

/**
 * Emphasis is quadratic in the length of its paragraph for some inputs (`***a** ` repeated: 1.4 s for
 * 32 K characters, 0.13 s for 10 K; measured with marked 18.2), so longer runs stay plain.
 */
const longestRun = 10_000;

/**
 * The tokens of a Markdown text, or undefined where it is too large or too deeply nested to be worth
 * it (some thousand `>` overflow the lexer's stack). Tokens are data; no HTML is ever made of them.
 *
 * @param breaks whether a single line end breaks the line, as in what people type.
 */
export function lexMarkdown(text: string, breaks: boolean): readonly MarkedToken[] | undefined {
  if (text.length > longestText) {
    return undefined;
  }
  const lexer = new Lexer({ gfm: true, breaks });
  try {
    lexer.blockTokens(text.replace(/\r\n?/g, '\n'), lexer.tokens);
    for (const run of lexer.inlineQueue) {
      if (run.src.length > longestRun) {
        run.tokens.push({ type: 'text', raw: run.src, text: run.src, escaped: true });
      } else {
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
