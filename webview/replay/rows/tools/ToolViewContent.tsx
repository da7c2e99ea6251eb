import type { FunctionComponent, VNode } from 'preact';
import { AskContent, TodoContent } from './ChecklistContent.tsx';
import { EditContent } from './EditContent.tsx';
import { ReadContent, WriteContent } from './FileContent.tsx';
import { SearchContent } from './SearchContent.tsx';
import type { ToolViewProps } from './toolViewProps.ts';
import { WebContent } from './WebContent.tsx';
import { t } from '#base/l10n.ts';
import type { ToolView, ToolViewOf, ToolField } from '#core/rows/views/toolView.ts';
import { Icon } from '../../../kit/widgets/Icon.tsx';
import { Foreign, Code, ForeignProse } from '../../../kit/widgets/Visible.tsx';
import { LongMarkdown } from '../LongText.tsx';
import { ValueCode } from './ValueCode.tsx';
import { NestedAgents } from '../../../kit/surface/pieces.ts';

/** One component for each kind of view; the compiler reports a missing one. */
const contents: {
  readonly [Kind in ToolView['kind']]: FunctionComponent<ToolViewProps<ToolViewOf<Kind>>>;
} = {
  read: ReadContent,
  write: WriteContent,
  edit: EditContent,
  search: SearchContent,
  web: WebContent,
  todo: TodoContent,
  agent: AgentContent,
  mcp: McpContent,
  ask: AskContent,
};

/** A call as its tool's view. */
export function ToolViewContent({ row, view }: ToolViewProps): VNode {
  const Content = contents[view.kind] as FunctionComponent<ToolViewProps>;
  return (
    <section class={`tool-part tool-view tool-view-${view.kind}`}>
      <Content row={row} view={view} />
      <FieldTable fields={view.more} />
    </section>
  );
}

function McpContent({ row, view }: ToolViewProps<ToolViewOf<'mcp'>>): VNode {
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
          <ValueCode rowId={row.id} part="output" text={output} />
        </div>
      )}
    </>
  );
}

/** Longer values are read in the raw input. */
const mostChars = 2_000;

/** Arguments by name. */
function FieldTable({ fields }: { fields: readonly ToolField[] }): VNode | null {
  return fields.length === 0 ? null : (
    <table class="tool-fields">
      <tbody>
        {fields.map(({ name, value }, at) => (
          <tr key={at}>
            <th scope="row">
              <Foreign text={name} />
            </th>
            <td dir="auto">
              <Code text={value.text.slice(0, mostChars)} />
              {value.length > mostChars && '…'}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What an agent told others to do, and what they answered. */
function AgentContent({ row, view: { tasks, answer } }: ToolViewProps<ToolViewOf<'agent'>>): VNode {
  return (
    <>
      {tasks.map(({ agent, title, prompt }, at) => (
        <div key={at} class="agent-task">
          {(agent !== undefined || title !== undefined) && (
            <p class="tool-subject">
              <Icon name="robot" />
              {agent !== undefined && <Foreign text={agent} className="agent-name" />}
              {title !== undefined && <ForeignProse text={title} className="quiet" />}
            </p>
          )}
          <LongMarkdown rowId={row.id} part="input" id={`task${at}`} text={prompt} />
        </div>
      ))}
      <NestedAgents row={row} />
      {answer !== undefined && (
        <div class="agent-answer">
          <h2>{t('Answer')}</h2>
          <LongMarkdown rowId={row.id} part="output" id="output" text={answer} />
        </div>
      )}
    </>
  );
}
