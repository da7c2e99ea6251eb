import type { VNode } from 'preact';
import { t } from '#base/l10n.ts';
import type { ToolViewOf } from '#core/rows/views/toolView.ts';
import { languageOfPath } from '../../../kit/code/languageOfPath.ts';
import { Prose } from '../../../kit/widgets/Visible.tsx';
import { FilePath } from '../FilePath.tsx';
import { NumberedCode } from './NumberedCode.tsx';
import type { ToolViewProps } from './toolViewProps.ts';

export function ReadView({ row, view }: ToolViewProps<ToolViewOf<'read'>>): VNode {
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
