import type { VNode } from 'preact';
import { t, plural } from '#base/l10n.ts';
import type { ToolViewOf } from '#core/rows/views/toolView.ts';
import { languageOfPath } from '../../../kit/code/highlighter.ts';
import { Prose } from '../../../kit/widgets/Visible.tsx';
import { FilePath } from '../FilePath.tsx';
import type { ToolViewProps } from './toolViewProps.ts';
import { HighlightedCode } from '../../../kit/code/HighlightedCode.tsx';
import { useRowTabIndex } from '../../../kit/widgets/rowContext.ts';
import { LongLines, type TextRestProps } from '../LongText.tsx';

export function ReadContent({ row, view }: ToolViewProps<ToolViewOf<'read'>>): VNode {
  const { path, line, content, note } = view;
  return (
    <>
      <p class="tool-subject">
        <FilePath path={path} line={line === 1 ? undefined : line} />
        <span class="quiet">{rangeOf(view)}</span>
      </p>
      {content !== undefined && (
        <NumberedCode
          rowId={row.id}
          part="output"
          text={content.text}
          firstLine={content.firstLine}
          language={languageOfPath(path)}
        />
      )}
      {note !== undefined && (
        <p class="tool-note">
          <Prose text={note} />
        </p>
      )}
    </>
  );
}

function rangeOf({ content, total }: ToolViewOf<'read'>): string {
  if (content === undefined) {
    return '';
  }
  const { firstLine, text } = content;
  const last = firstLine + Math.max(1, text.lines) - 1;
  return total === undefined || total < last
    ? t('Lines {0} to {1}', firstLine, last)
    : t('Lines {0} to {1} of {2}', firstLine, last, total);
}

export function WriteContent({
  row,
  view: { path, content },
}: ToolViewProps<ToolViewOf<'write'>>): VNode {
  return (
    <>
      <p class="tool-subject">
        <FilePath path={path} />
        <span class="quiet">{plural(content.lines, '1 line', '{0} lines')}</span>
      </p>
      <NumberedCode
        rowId={row.id}
        part="input"
        text={content}
        firstLine={1}
        language={languageOfPath(path)}
      />
    </>
  );
}

interface NumberedCodeProps extends TextRestProps {
  readonly firstLine: number;
  readonly language: string;
}

/** Lines of a file with their numbers. They do not wrap, so that numbers stay beside them. */
function NumberedCode({ firstLine, language, ...text }: NumberedCodeProps): VNode {
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
