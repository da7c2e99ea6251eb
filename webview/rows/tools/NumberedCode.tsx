import type { VNode } from 'preact';
import { t } from '#base/l10n.ts';
import { HighlightedCode } from '../../code/HighlightedCode.tsx';
import { Long } from '../../surface/pieces.ts';
import { useRowTabIndex } from '../../widgets/rowContext.ts';
import { firstLines } from '../firstLines.ts';
import { missingText, showLabel } from '../missingText.ts';
import type { TextRestProps } from '../TextRest.tsx';

/** Lines shown of a folded text. */
const foldedLines = 20;

interface NumberedCodeProps extends TextRestProps {
  readonly firstLine: number;
  readonly language: string;
}

/** Lines of a file with their numbers. They do not wrap, so that numbers stay beside them. */
export function NumberedCode(props: NumberedCodeProps): VNode {
  const { rowId, part, firstLine, language } = props;
  const text = { ...props.text, text: props.text.text.replace(/\n$/, '') };
  const first = firstLines(text.text, foldedLines);
  return (
    <div class="long-text">
      <Long
        id={`${rowId}/${part}`}
        isLong={first.length < text.text.length}
        showAll={showLabel(props.text)}
        draw={(all) => (
          <Lines text={all ? text.text : first} firstLine={firstLine} language={language} />
        )}
        rest={(all) => ({ rowId, part, missing: all ? missingText(props.text) : undefined })}
      />
    </div>
  );
}

interface LinesProps {
  readonly text: string;
  readonly firstLine: number;
  readonly language: string;
}

function Lines({ text, firstLine, language }: LinesProps): VNode {
  const tabIndex = useRowTabIndex();
  const numbers = text.split('\n').map((_, at) => firstLine + at);
  return (
    <div class="numbered" role="group" aria-label={t('Content')} tabIndex={tabIndex} dir="ltr">
      <pre class="numbered-lines" aria-hidden="true">
        {numbers.join('\n')}
      </pre>
      <pre>
        <code>
          <HighlightedCode text={text} language={language} />
        </code>
      </pre>
    </div>
  );
}
