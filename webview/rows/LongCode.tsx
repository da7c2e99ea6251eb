import type { ComponentChildren, VNode } from 'preact';
import type { LongText, RowPart } from '#core/replay/row.ts';
import { HighlightedCode } from '../code/HighlightedCode.tsx';
import { TextButton } from '../components/TextButton.tsx';
import { usePage } from '../pageContext.ts';
import { counted, formatLength } from '../text/format.ts';
import { firstLines } from './firstLines.ts';
import { useOpenPart } from './openParts.ts';
import { missingChars } from './rowFacts.ts';
import './longText.css';

/** Lines that a folded output shows. */
export const foldedLines = 20;

interface LongCodeProps {
  readonly rowId: string;
  readonly part: RowPart;
  readonly text: LongText;
  readonly language?: string;
  /** Draws the text where it is not plain code. */
  readonly draw?: (text: string) => ComponentChildren;
}

/** Code or output: the first lines, all of it on demand, and an editor for what is not here. */
export function LongCode({ rowId, part, text, language = '', draw }: LongCodeProps): VNode {
  const { open, toggle } = useOpenPart(`${rowId}/${part}`, false);
  const first = firstLines(text.text, foldedLines);
  const folded = first.length < text.text.length;
  const shown = open || !folded ? text.text : first;
  return (
    <div class="long-text">
      <pre dir="ltr">
        <code>{draw?.(shown) ?? <HighlightedCode text={shown} language={language} />}</code>
      </pre>
      <LongTextActions rowId={rowId} part={part} text={text} open={open}>
        {folded && (
          <TextButton onClick={toggle}>
            {open
              ? 'Show less'
              : `Show all (${counted(text.lines, 'line')}, ${formatLength(text.length)})`}
          </TextButton>
        )}
      </LongTextActions>
    </div>
  );
}

interface LongTextActionsProps {
  readonly rowId: string;
  readonly part: RowPart;
  readonly text: LongText;
  /** Whether all that the page has of the text is shown. */
  readonly open: boolean;
  readonly children?: ComponentChildren;
}

/** Says how much of a text is not here, and opens the whole. */
export function LongTextActions(props: LongTextActionsProps): VNode | null {
  const page = usePage();
  const missing = missingChars(props.text);
  const hasMore = Array.isArray(props.children) ? props.children.some(Boolean) : props.children;
  if (missing <= 0 && !hasMore) {
    return null;
  }
  const openInEditor = () => {
    page.tell('row/open', { rowId: props.rowId, part: props.part });
  };
  return (
    <div class="long-text-actions">
      {props.children}
      <TextButton onClick={openInEditor}>
        {missing > 0 && props.open
          ? `${formatLength(missing).replace(' ', ' more ')}: open in editor`
          : 'Open in editor'}
      </TextButton>
    </div>
  );
}
