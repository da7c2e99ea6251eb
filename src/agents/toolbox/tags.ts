/** Contents of each `<name>` tag; an unclosed one runs to the end. */
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

/** Contents of the first `<name>` tag; undefined if there is none, or if it is unclosed. */
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

/** A text without tags of these names and their contents; an unclosed tag stays. */
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

export interface Tag {
  readonly name: string;
  /** As written, such as `id="1" color="blue"`. */
  readonly attributes: string;
  /** Without the white space around it. */
  readonly inside: string;
}

/**
 * The tags with which a text begins, each with what stands in it, such as more of the same name; and
 * what follows them.
 */
export function leadingTags(text: string): {
  readonly tags: readonly Tag[];
  readonly rest: string;
} {
  const tags: Tag[] = [];
  let rest = text.trim();
  for (;;) {
    const [open, name = '', attributes = ''] = opening.exec(rest) ?? [];
    if (open?.endsWith('/>') === true) {
      tags.push({ name, attributes: attributes.replace(/\/$/, '').trim(), inside: '' });
      rest = rest.slice(open.length).trim();
      continue;
    }
    const close = open === undefined ? -1 : closingOf(rest, name, open.length);
    if (open === undefined || close < 0) {
      return { tags, rest };
    }
    const inside = rest.slice(open.length, close).trim();
    tags.push({ name, attributes: attributes.trim(), inside });
    rest = rest.slice(close + name.length + '</>'.length).trim();
  }
}

/** A value may hold the marks of tags. */
const opening = /^<([A-Za-z][\w:-]*)((?:\s[^<>"]*(?:"[^"]*"[^<>"]*)*)?)\/?>/;

/** Where the tag ends that began before a place; -1 if it does not. */
function closingOf(text: string, name: string, from: number): number {
  let depth = 1;
  const marks = new RegExp(`<${name}(?=[\\s>])|</${name}>`, 'g');
  marks.lastIndex = from;
  for (let mark = marks.exec(text); mark !== null; mark = marks.exec(text)) {
    depth += mark[0].startsWith('</') ? -1 : 1;
    if (depth === 0) {
      return mark.index;
    }
  }
  return -1;
}
