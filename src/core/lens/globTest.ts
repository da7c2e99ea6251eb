/**
 * Compares without regard to case: `exact` text, `part` of the text, `whole` text with `*`, or a
 * `path` with `*`, `**` and `?` that may begin at any folder.
 */
export function globTest(
  wanted: string,
  how: 'exact' | 'part' | 'whole' | 'path',
): (text: string) => boolean {
  const lower = wanted.toLowerCase();
  if (how === 'exact') {
    return (text) => text.toLowerCase() === lower;
  }
  if (how === 'part') {
    return (text) => text.toLowerCase().includes(lower);
  }
  const pieces = (how === 'path' ? `**/${lower}` : lower).split(/(\*\*\/|\*\*|\*|\?)/);
  const tested = new Map<string, boolean>();
  return (text) => {
    const before = tested.get(text);
    if (before !== undefined) {
      return before;
    }
    const passes = text.length <= longestPath && isMatch(pieces, Array.from(text.toLowerCase()));
    if (tested.size < mostTested) {
      tested.set(text, passes);
    }
    return passes;
  };
}

/** No file system has longer ones. */
const longestPath = 4_096;
/** A session names each of its files many times. */
const mostTested = 10_000;

/**
 * Looks at each place of the text once for each piece, so that neither the line nor a foreign path
 * can make it slow, as they can a regular expression.
 */
function isMatch(pieces: readonly string[], text: readonly string[]): boolean {
  /** Places at which the pieces so far can end, in order. */
  let ends = new Set([0]);
  for (const piece of pieces) {
    const [first = 0] = ends;
    const isEnd = endTest(piece, text, ends);
    const next = new Set<number>();
    for (let at = first; at <= text.length; at += 1) {
      if (isEnd(at, next)) {
        next.add(at);
      }
    }
    if (next.size === 0) {
      return false;
    }
    ends = next;
  }
  return ends.has(text.length);
}

/** Whether a piece can end at a place. */
function endTest(
  piece: string,
  text: readonly string[],
  starts: ReadonlySet<number>,
): (at: number, ends: ReadonlySet<number>) => boolean {
  switch (piece) {
    case '**/':
      return (at) => starts.has(at) || text[at - 1] === '/';
    case '**':
      return () => true;
    case '*':
      return (at, ends) => starts.has(at) || (ends.has(at - 1) && text[at - 1] !== '/');
    case '?':
      return (at) => starts.has(at - 1) && text[at - 1] !== '/';
    default: {
      const literal = Array.from(piece);
      return (at) =>
        starts.has(at - literal.length) &&
        literal.every((character, index) => text[at - literal.length + index] === character);
    }
  }
}
