import type { VNode } from 'preact';
import { t } from '#base/l10n.ts';
import { HighlightedCode } from '../../../kit/code/HighlightedCode.tsx';
import { useRowTabIndex } from '../../../kit/widgets/rowContext.ts';
import { LongLines } from '../LongLines.tsx';
import type { TextRestProps } from '../TextRest.tsx';

interface NumberedCodeProps extends TextRestProps {
  readonly firstLine: number;
  readonly language: string;
}

/** Lines of a file with their numbers. They do not wrap, so that numbers stay beside them. */
export function NumberedCode({ firstLine, language, ...text }: NumberedCodeProps): VNode {
  return (
    <div class="long-text">
      <LongLines
        {...text}
        draw={(shown) => (
          <Lines text={shown.replace(/\n$/, '')} firstLine={firstLine} language={language} />
        )}
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
  const numbers = text.split('\n').map((_, at) => firstLine + at);
  return (
    <div
      class="numbered"
      role="group"
      aria-label={t('Content')}
      tabIndex={useRowTabIndex()}
      dir="ltr"
    >
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
