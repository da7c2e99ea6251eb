import type { ContextHistory } from './contextHistory.ts';
import { sentItems } from './contextRequests.ts';
import { charsPerToken } from './contextSize.ts';

/** Tokens for a character that texts can have; what is beyond has another cause, such as thinking that went. */
const leastTokens = 1 / 8;
const mostTokens = 1;

/**
 * Tokens for each character of the items of a context; 4 bytes an item. What a request sent more than the one
 * before it is what was said between them. Where that cannot be, an item has as many as the session's others.
 */
export function tokensPerChar(history: ContextHistory): Float32Array {
  const walk = history.walk();
  const found = new Float32Array(walk.most);
  const sum = { tokens: 0, chars: 0 };
  /** Of the request before, unless the context changed meanwhile. */
  let before: { readonly count: number; readonly tokens: number } | undefined;
  for (const request of history.requests()) {
    walk.advance(request.isNamed === true ? request.line + 1 : request.line, () => {
      before = undefined;
    });
    const count = sentItems(walk, request);
    if (before !== undefined && count > before.count) {
      const added = walk.items.slice(before.count, count);
      const chars = added.reduce((all, item) => all + walk.chars(item), 0);
      const tokens = request.tokens - before.tokens;
      const ratio = tokens / chars;
      if (ratio >= leastTokens && ratio <= mostTokens) {
        sum.tokens += tokens;
        sum.chars += chars;
        for (const item of added) {
          found[item] = ratio;
        }
      }
    }
    before = { count, tokens: request.tokens };
  }
  const usual = sum.chars === 0 ? 1 / charsPerToken : sum.tokens / sum.chars;
  return found.map((ratio) => (ratio === 0 ? usual : ratio));
}
