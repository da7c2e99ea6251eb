import type { VNode } from 'preact';
import { plural } from '#base/l10n.ts';
import type { ToolViewOf } from '#core/rows/views/toolView.ts';
import { languageOfPath } from '../../../kit/code/languageOfPath.ts';
import { FilePath } from '../FilePath.tsx';
import { NumberedCode } from './NumberedCode.tsx';
import type { ToolViewProps } from './toolViewProps.ts';

export function WriteView({
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
