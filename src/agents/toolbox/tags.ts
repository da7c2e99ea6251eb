/** What stands in each of a text's tags of a name; one that does not end holds all that follows. */
export function insideTags(text: string, tag: string): readonly string[] {
  const [open, close] = [`<${tag}>`, `</${tag}>`];
  const found: string[] = [];
  for (let start = text.indexOf(open); start >= 0;) {
    const from = start + open.length;
    const end = text.indexOf(close, from);
    found.push(text.slice(from, end < 0 ? undefined : end).trim());
    start = end < 0 ? -1 : text.indexOf(open, end);
  }
  return found;
}

/** What stands in a text's first tag of a name; undefined if there is none, or if none ends after it. */
export function insideTag(text: string, tag: string): string | undefined {
  const [open, close] = [`<${tag}>`, `</${tag}>`];
  const start = text.indexOf(open);
  const end = start < 0 ? -1 : text.indexOf(close, start);
  return end < 0 ? undefined : text.slice(start + open.length, end);
}

/** A text without the tag in which all of it stands, or as much of that tag as there is. */
export function withoutFrame(text: string, tag: string): string {
  const [open, close] = [`<${tag}>`, `</${tag}>`];
  const framed = text.trim();
  const start = framed.startsWith(open) ? open.length : 0;
  const end = framed.endsWith(close) ? -close.length : undefined;
  return framed.slice(start, end).trim();
}

/** A text without tags of these names and what stands in them; a tag that does not end stays. */
export function withoutTags(text: string, tags: readonly string[]): string {
  return text.includes('<') ? tags.reduce(without, text) : text;
}

function without(text: string, tag: string): string {
  const [open, close] = [`<${tag}>`, `</${tag}>`];
  const left: string[] = [];
  let at = 0;
  for (let from = text.indexOf(open); from >= 0; from = text.indexOf(open, at)) {
    const to = text.indexOf(close, from);
    if (to < 0) {
      break;
    }
    left.push(text.slice(at, from));
    at = to + close.length;
  }
  return at === 0 ? text : left.join('') + text.slice(at);
}
