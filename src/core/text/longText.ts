/**
 * Text that may be long. `text` is the beginning that fits the page's budget; the whole text opens
 * in an editor tab.
 */
export interface LongText {
  readonly text: string;
  /** UTF-16 length of the whole text; larger than `text.length` if `text` was cut. */
  readonly length: number;
  /** Lines of the whole text. */
  readonly lines: number;
}

/** The end of a text whose beginning was cut off. */
export interface TextEnd {
  readonly text: string;
  /** Lines of the whole text before it. */
  readonly linesAbove: number;
}

/** How much of a text goes to the page with its row; the rest opens in an editor. */
export interface TextLimits {
  /** UTF-16 units. */
  readonly chars: number;
  readonly lines: number;
  /** For a screen: calls get their views, and cut outputs their ends. */
  readonly isDrawn?: true;
}

/** 32 K characters are several screens; 200 rows of them stay within a few MB. */
export const pageLimits: TextLimits = { chars: 32_768, lines: 1_000, isDrawn: true };

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

/**
 * The end of a text that `longText` cuts, as long as the beginning may be and without repeating it;
 * undefined if nothing was cut.
 */
export function textEnd(
  text: string,
  beginning: LongText,
  limits: TextLimits,
): TextEnd | undefined {
  if (beginning.text.length === text.length) {
    return undefined;
  }
  let start = Math.max(beginning.text.length, text.length - limits.chars);
  const lineStart = text.indexOf('\n', start) + 1;
  if (lineStart === start + 1 || (lineStart > 0 && lineStart < (start + text.length) / 2)) {
    start = lineStart;
  } else if (isHighSurrogate(text, start - 1)) {
    start += 1;
  }
  // A final line end starts no further line.
  let from = text.endsWith('\n') ? text.length - 1 : text.length;
  for (let lines = 0; lines < limits.lines && from >= start; lines += 1) {
    from = from === 0 ? -1 : text.lastIndexOf('\n', from - 1);
  }
  start = Math.max(start, from + 1);
  const end = text.slice(start);
  return { text: end, linesAbove: beginning.lines - countLines(end) };
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
