import type { VNode } from 'preact';
import { t } from '#base/l10n.ts';
import type { ToolViewOf } from '#core/rows/views/toolView.ts';
import { Icon } from '../../../kit/widgets/Icon.tsx';
import { Foreign } from '../../../kit/widgets/Visible.tsx';
import { LongCode } from '../LongCode.tsx';
import { FieldTable } from './FieldTable.tsx';
import type { ToolViewProps } from './toolViewProps.ts';

export function McpView({ row, view }: ToolViewProps<ToolViewOf<'mcp'>>): VNode {
  const { server, tool, output } = view;
  return (
    <>
      <p class="tool-subject">
        <Icon name="plug" />
        <Foreign text={server} />
        <span aria-hidden="true">·</span>
        <Foreign text={tool} />
      </p>
      <FieldTable fields={view.arguments} />
      {output !== undefined && (
        <div class="tool-output">
          <h2>{t('Output')}</h2>
          <LongCode
            rowId={row.id}
            part="output"
            text={output}
            language={/^\s*[[{]/.test(output.text) ? 'json' : ''}
          />
        </div>
      )}
    </>
  );
}
