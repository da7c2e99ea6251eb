import type { LongText } from '../replay/row.ts';

/** How much of a text goes to the page with its row; the rest opens in an editor. */
export interface TextLimits {
  /** UTF-16 units. */
  readonly chars: number;
  readonly lines: number;
}

/** 32 K characters are several screens; 200 rows of them stay within a few MB. */
export const pageLimits: TextLimits = { chars: 32_768, lines: 1_000 };

/** For command lines and tests, which want everything. */
export const noLimits: TextLimits = { chars: Infinity, lines: Infinity };

/** Cuts at a line end if one is near, and never between the halves of a surrogate pair. */
export function longText(text: string, limits: TextLimits): LongText {
  const lines = countLines(text);
  let end = text.length;
  if (lines > limits.lines) {
    end = nthLineEnd(text, limits.lines);
  }
  if (end > limits.chars) {
    end = limits.chars;
    const lineEnd = text.lastIndexOf('\n', end);
    if (lineEnd > end / 2) {
      end = lineEnd;
    } else if (isHighSurrogate(text, end - 1)) {
      end -= 1;
    }
  }
  return { text: end < text.length ? text.slice(0, end) : text, length: text.length, lines };
}

/** Lines as an editor counts them, except that a final line end starts no further line. */
function countLines(text: string): number {
  if (text === '') {
    return 0;
  }
  let count = 1;
  for (
    let at = text.indexOf('\n');
    at >= 0 && at < text.length - 1;
    at = text.indexOf('\n', at + 1)
  ) {
    count += 1;
  }
  return count;
}

function nthLineEnd(text: string, n: number): number {
  let at = -1;
  for (let count = 0; count < n; count += 1) {
    at = text.indexOf('\n', at + 1);
  }
  return at;
}

function isHighSurrogate(text: string, index: number): boolean {
  const unit = text.charCodeAt(index);
  return unit >= 0xd800 && unit <= 0xdbff;
}
