import type { ComponentChildren, VNode } from 'preact';
import { Long, Rest } from '../../kit/surface/pieces.ts';
import './longText.css';
import type { LongText, RowPart } from '#core/rows/row.ts';
import { formatAmount } from '#base/format.ts';
import { plural, t } from '#base/l10n.ts';
import { CodeText } from '../../kit/code/HighlightedCode.tsx';
import { Markdown } from '../../kit/markdown/Markdown.tsx';

/** Limit for a single folded line: an output can be one long line. */
const foldedChars = 4_000;

/**
 * The first lines of a text, without the final line break; the whole text if it has no more.
 *
 * @param chars how much is left of lines that are more than twice as long.
 */
export function firstLines(text: string, count: number, chars = foldedChars): string {
  let end = -1;
  for (let line = 0; line < count; line += 1) {
    end = text.indexOf('\n', end + 1);
    if (end < 0) {
      end = text.length;
      break;
    }
  }
  const isRest = text.slice(end).trim() === '';
  const cut = isRest ? text.length : end;
  const length = cut > chars * 2 ? chars : cut;
  const splitsPair = length < text.length && /[\ud800-\udbff]/.test(text.charAt(length - 1));
  return text.slice(0, splitsPair ? length - 1 : length);
}

const promptLines = 12;
const promptChars = 900;

/** The beginning of a long prompt; all of it if there is little more. */
export function promptStart(text: string): string {
  const few = firstLines(text, promptLines + 4, promptChars);
  const first = firstLines(text, promptLines, promptChars);
  return few.length === text.length
    ? text
    : text.startsWith('\n', first.length)
      ? first
      : first.replace(/\s\S*$/, ' …');
}

/** Lines shown of a folded text. */
const foldedLines = 20;

interface LongLinesProps extends TextRestProps {
  /** Distinguishes the text from others of its part. */
  readonly id?: string;
  readonly draw: (shown: string) => ComponentChildren;
}

/** The first lines of a text, the rest on demand, and a link to what is not loaded. */
export function LongLines({ rowId, part, text, id = part, draw }: LongLinesProps): VNode {
  const first = firstLines(text.text, foldedLines);
  return (
    <Long
      id={`${rowId}/${id}`}
      isLong={first.length < text.text.length}
      showAll={showLabel(text)}
      draw={(all) => draw(all ? text.text : first)}
      rest={(all) => ({ rowId, part, missing: all ? missingText(text) : undefined })}
    />
  );
}

export interface TextRestProps {
  readonly rowId: string;
  readonly part: RowPart;
  readonly text: LongText;
}

/** Below a truncated text: how much is missing, and a link to it. */
export function TextRest({ rowId, part, text }: TextRestProps): VNode | null {
  const missing = missingText(text);
  return missing === undefined ? null : (
    <div class="long-text-actions">
      <Rest rowId={rowId} part={part} missing={missing} />
    </div>
  );
}

/** How much of a text is missing, such as `400 more lines`; undefined if nothing is. */
export function missingText({ text, length, lines }: LongText): string | undefined {
  const missing = length - text.length;
  if (missing <= 0) {
    return undefined;
  }
  const missingLines = lines - linesOf(text);
  return missingLines > 0
    ? plural(missingLines, '1 more line', '{0} more lines')
    : missing === 1
      ? t('1 more character')
      : t('{0} more characters', formatAmount(missing));
}

/** Label of the button that expands a folded text: all of it, or as much as is loaded. */
export function showLabel({ text, length, lines }: LongText): string {
  if (text.length >= length) {
    return plural(
      lines,
      'Show all (1 line, {1} characters)',
      'Show all ({0} lines, {1} characters)',
      formatAmount(length),
    );
  }
  const here = linesOf(text);
  return here < lines
    ? t('Show the first {0} of {1} lines', here, lines)
    : t('Show the first {0} of {1} characters', formatAmount(text.length), formatAmount(length));
}

function linesOf(text: string): number {
  return text.split('\n').length;
}

interface LongCodeProps extends TextRestProps {
  readonly language?: string;
}

/** Code or output. */
export function LongCode({ language = '', ...text }: LongCodeProps): VNode {
  return (
    <div class="long-text">
      <LongLines {...text} draw={(shown) => <CodeText text={shown} language={language} />} />
    </div>
  );
}

/** @param props with an `id` that distinguishes the text from others of its part. */
export function LongMarkdown(props: TextRestProps & { id: string }): VNode {
  return (
    <div class="tool-markdown">
      <LongLines {...props} draw={(shown) => <Markdown text={shown} breaks />} />
    </div>
  );
}
