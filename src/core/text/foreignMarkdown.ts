import { append } from '#base/append.ts';
import { closeFence, fencedBlock, quotation } from './markdown.ts';

/** Where foreign Markdown goes. */
interface Place {
  /** Whether our own headings are above its headings. */
  readonly isBelowHeadings: boolean;
  /** Converts the whole text if it is unclear what is code. */
  readonly unclear: (text: string) => string;
}

const inDocument: Place = { isBelowHeadings: true, unclear: (text) => quotation(clean(text)) };

/** VS Code's chat removes HTML itself, but leaves links and images, including those to files. */
const inChat: Place = {
  isBelowHeadings: false,
  unclear: (text) => closeFence(withSafeTargets(text.replace(chatTags, '&lt;'))),
};

const chatTags = /<(?=(?:a|img)[\s/>]|(?!https?:|mailto:)[a-z][a-z0-9+.-]*:)/gi;

/**
 * Foreign Markdown for a document of ours. It reads as intended, but raw HTML shows as text, no
 * image is loaded, a link leads only to the web or to a path beside the document, headings are
 * three levels lower (ours are above them), and nothing stays open at its end. If only a whole
 * Markdown parser could tell what is code (a fence within a list), all of it is quoted, which ends
 * whatever is open, and code shows `<` as `&lt;`.
 */
export function foreignMarkdown(markdown: string): string {
  return cleanedFor(markdown, inDocument);
}

/** The same for VS Code's chat view, where headings stay as they are. */
export function foreignChatMarkdown(markdown: string): string {
  return cleanedFor(markdown, inChat);
}

function cleanedFor(markdown: string, place: Place): string {
  const text = markdown.replace(/\r\n?/g, '\n').trim();
  return tooDeep.test(text) ? fencedBlock(text) : (blocks(text, place) ?? place.unclear(text));
}

/**
 * Lists and quotations nested this deeply on one line are not real text, and break whatever would
 * render them.
 */
const tooDeep = /^(?:[ \t]*(?:[-*+>]|\d{1,9}[.)])){24}/m;

interface Fence {
  /** Its run of backticks or tildes. */
  readonly mark: string;
  readonly indent: number;
}

/** The text block by block; undefined if a fence may end elsewhere than it seems to. */
function blocks(text: string, place: Place): string | undefined {
  const done: string[] = [];
  let paragraph: string[] = [];
  let fence: Fence | undefined;
  const endParagraph = () => {
    append(done, cleanParagraph(paragraph, place));
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

/** A fence inside a list or a quotation: where it ends depends on where that ends. */
function isFenceInside(line: string): boolean {
  return (
    /^(?: {4}|[ ]{0,3}\t)\s*(?:`{3}|~{3})/.test(line) ||
    /^\s*(?:(?:[-*+>]|\d{1,9}[.)])\s*)+(?:`{3}|~{3})/.test(line)
  );
}

function fenceOf(line: string): Fence | undefined {
  const match = /^( {0,3})(`{3,}|~{3,})(.*)$/s.exec(line);
  const [, indent = '', mark = '', info = ''] = match ?? [];
  // A backtick in the info string makes this a code span.
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
function cleanParagraph(lines: readonly string[], place: Place): string[] {
  const spans = lines.map(codeSpans);
  // Whether a span over several lines is one depends on the kind of block that each line is.
  const isClear = spans.every((found) => found !== undefined);
  return lines.flatMap((line, at) => {
    const cleaned = isClear ? cleanAround(line, spans[at] ?? []) : clean(line);
    if (!place.isBelowHeadings) {
      return [cleaned];
    }
    const isUnderline = at > 0 && /^ {0,3}(?:-+|=+)[ \t]*$/.test(cleaned);
    if (isUnderline) {
      return cleaned.includes('=') ? [cleaned.replace('=', String.raw`\=`)] : ['', cleaned];
    }
    return [cleaned.replace(/^( {0,3})(#{1,6})(?=[ \t]|$)/, lowerHeading)];
  });
}

function lowerHeading(_: string, indent: string, marks: string): string {
  return indent + '#'.repeat(Math.min(6, marks.length + 3));
}

type Range = readonly [start: number, end: number];

/**
 * Code spans of a line; undefined if unclear: a run of backticks has no matching end here, or an
 * address before it may reach into it.
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

/** Backticks that start here. */
function runAt(line: string, at: number): number {
  let end = at;
  while (line.charAt(end) === '`') {
    end += 1;
  }
  return end - at;
}

/** The line with its code spans unchanged, except that a bar ends a table cell even in code. */
function cleanAround(line: string, spans: readonly Range[]): string {
  let cleaned = '';
  let from = 0;
  for (const [start, end] of spans) {
    const span = line.slice(start, end);
    cleaned += clean(line.slice(from, start)) + (span.includes('|') ? clean(span) : span);
    from = end;
  }
  return cleaned + clean(line.slice(from));
}

function clean(text: string): string {
  return withSafeTargets(text.replaceAll('<', '&lt;'));
}

/**
 * Where a link's target starts, inline or as a definition; then the target as far as its scheme
 * could go, which cannot contain a bracket. Uses a lookahead, since a target may contain another
 * link's.
 */
const target = /\]([(:])(?=[^\S\n]*([^\s)\]]*)(.?))/g;

/**
 * Loads no image, and turns links to anywhere but the web, a mail address or a path into text: the
 * words in their brackets, and the target. Entities and escapes could hide a scheme, so a target
 * with them is not a path.
 */
function withSafeTargets(text: string): string {
  const withoutImages = text.replace(/!(?=\[)/g, '&#33;');
  return withoutImages.replace(target, (all, mark: string, to: string, next: string) => {
    const isEmpty = to === '' && (mark === ':' || next !== ')');
    return !isEmpty && safeTarget.test(to) ? all : `]\\${mark}`;
  });
}

const safeTarget = /^(?:https?:\/\/|mailto:|(?!\/\/)[^:&\\]*(?:[/?#]|$))/i;
