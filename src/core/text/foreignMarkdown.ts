import { fencedBlock, quotation } from './markdown.ts';

/**
 * Markdown that somebody else wrote, for a document of ours: it reads as it was meant, but raw HTML
 * shows as text, no image is loaded, headings are three levels lower (ours are above them), and
 * nothing stays open at its end. Where it cannot be told what is code without a whole Markdown parser
 * (a fence within a list), all of it is quoted, which ends whatever is open, and code shows `<` as
 * `&lt;`.
 */
export function foreignMarkdown(markdown: string): string {
  const text = markdown.replace(/\r\n?/g, '\n').trim();
  return tooDeep.test(text) ? fencedBlock(text) : (blocks(text) ?? quotation(withoutHtml(text)));
}

/** Lists and quotations nested so deeply on one line are no text, and end what would draw them. */
const tooDeep = /^(?:[ \t]*(?:[-*+>]|\d{1,9}[.)])){24}/m;

interface Fence {
  /** Its run of backticks or tildes. */
  readonly mark: string;
  readonly indent: number;
}

/** The text block by block; undefined where a fence may end elsewhere than it seems to. */
function blocks(text: string): string | undefined {
  const done: string[] = [];
  let paragraph: string[] = [];
  let fence: Fence | undefined;
  const endParagraph = () => {
    done.push(...calmParagraph(paragraph));
    paragraph = [];
  };
  for (const line of text.split('\n')) {
    const isBlank = line.trim() === '';
    if (fence !== undefined) {
      if (!isBlank && indentOf(line) < fence.indent) {
        return undefined;
      }
      const isEnd = ends(fence, line);
      done.push(isEnd ? line.trimEnd() : line);
      fence = isEnd ? undefined : fence;
    } else if (isFenceInside(line)) {
      return undefined;
    } else {
      fence = fenceOf(line);
      if (fence !== undefined || isBlank) {
        endParagraph();
        done.push(line);
      } else {
        paragraph.push(line);
      }
    }
  }
  endParagraph();
  if (fence === undefined) {
    return done.join('\n');
  }
  return fence.indent > 0 ? undefined : [...done, fence.mark].join('\n');
}

/** A fence that a list or a quotation may hold: where it ends depends on where that ends. */
function isFenceInside(line: string): boolean {
  return (
    /^(?: {4}|[ ]{0,3}\t)\s*(?:`{3}|~{3})/.test(line) ||
    /^\s*(?:(?:[-*+>]|\d{1,9}[.)])\s*)+(?:`{3}|~{3})/.test(line)
  );
}

function fenceOf(line: string): Fence | undefined {
  const match = /^( {0,3})(`{3,}|~{3,})(.*)$/.exec(line);
  const [, indent = '', mark = '', info = ''] = match ?? [];
  // A backtick in the info string means that this is a code span.
  return match === null || (mark.startsWith('`') && info.includes('`'))
    ? undefined
    : { mark, indent: indent.length };
}

function ends(fence: Fence, line: string): boolean {
  const [, mark = ''] = /^ {0,3}(`+|~+)[ \t]*$/.exec(line) ?? [];
  return mark.startsWith(fence.mark);
}

function indentOf(line: string): number {
  return /^ */.exec(line)?.[0].length ?? 0;
}

/** Lines without a blank one between them. */
function calmParagraph(lines: readonly string[]): string[] {
  const spans = lines.map(codeSpans);
  // A span over several lines may be one or not, by what kind of block each line is.
  const isClear = spans.every((found) => found !== undefined);
  return lines.flatMap((line, at) => {
    const calm = isClear ? calmAround(line, spans[at] ?? []) : withoutHtml(line);
    const isUnderline = at > 0 && /^ {0,3}(?:-+|=+)[ \t]*$/.test(calm);
    if (isUnderline) {
      return calm.includes('=') ? [calm.replace('=', String.raw`\=`)] : ['', calm];
    }
    return [calm.replace(/^( {0,3})(#{1,6})(?=[ \t]|$)/, lowerHeading)];
  });
}

function lowerHeading(_: string, indent: string, marks: string): string {
  return indent + '#'.repeat(Math.min(6, marks.length + 3));
}

type Range = readonly [start: number, end: number];

/**
 * Code spans of a line; undefined where that is not clear: a run of backticks has no other end here,
 * or an address before it may reach into it.
 */
function codeSpans(line: string): Range[] | undefined {
  const spans: Range[] = [];
  let isAddress = false;
  for (let at = 0; at < line.length;) {
    const character = line.charAt(at);
    const run = runAt(line, at);
    if (run > 0) {
      let end = at + run;
      while (end < line.length && runAt(line, end) !== run) {
        end += Math.max(1, runAt(line, end));
      }
      if (isAddress || end >= line.length) {
        return undefined;
      }
      spans.push([at, end + run]);
      at = end + run;
    } else {
      isAddress = character.trim() !== '' && (isAddress || '@:.'.includes(character));
      at += character === '\\' ? 2 : 1;
    }
  }
  return spans;
}

/** Backticks that begin here. */
function runAt(line: string, at: number): number {
  let end = at;
  while (line.charAt(end) === '`') {
    end += 1;
  }
  return end - at;
}

/** The line with its code spans as they are; but a bar ends a table's cell, in code too. */
function calmAround(line: string, spans: readonly Range[]): string {
  let calm = '';
  let from = 0;
  for (const [start, end] of spans) {
    const span = line.slice(start, end);
    calm += withoutHtml(line.slice(from, start)) + (span.includes('|') ? withoutHtml(span) : span);
    from = end;
  }
  return calm + withoutHtml(line.slice(from));
}

function withoutHtml(text: string): string {
  return text.replaceAll('<', '&lt;').replace(/!(?=\[)/g, '&#33;');
}
