import type { VNode } from 'preact';
import { assertNever } from '#base/assertNever.ts';
import { AskContent, TodoContent } from './ChecklistContent.tsx';
import { EditContent } from './EditContent.tsx';
import { ReadContent, WriteContent } from './FileContent.tsx';
import { SearchContent } from './SearchContent.tsx';
import type { ToolViewProps } from './toolViewProps.ts';
import { WebContent } from './WebContent.tsx';
import { t } from '#base/l10n.ts';
import type { ToolViewOf, ToolField } from '#core/rows/views/toolView.ts';
import { Icon } from '../../../kit/widgets/Icon.tsx';
import { Foreign, Code, ForeignProse } from '../../../kit/widgets/Visible.tsx';
import { LongCode, LongMarkdown } from '../LongText.tsx';
import { NestedAgents } from '../../../kit/surface/pieces.ts';

/** A call as its tool's view. */
export function ToolViewContent({ row, view }: ToolViewProps): VNode {
  return (
    <section class={`tool-part tool-view tool-view-${view.kind}`}>
      {contentOf({ row, view })}
      <FieldTable fields={view.more} />
    </section>
  );
}

function contentOf({ row, view }: ToolViewProps): VNode {
  switch (view.kind) {
    case 'read':
      return <ReadContent row={row} view={view} />;
    case 'write':
      return <WriteContent row={row} view={view} />;
    case 'edit':
      return <EditContent row={row} view={view} />;
    case 'search':
      return <SearchContent row={row} view={view} />;
    case 'web':
      return <WebContent row={row} view={view} />;
    case 'todo':
      return <TodoContent view={view} />;
    case 'agent':
      return <AgentContent row={row} view={view} />;
    case 'mcp':
      return <McpContent row={row} view={view} />;
    case 'ask':
      return <AskContent view={view} />;
    default:
      return assertNever(view);
  }
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
