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
