import type { VNode } from 'preact';
import { assertNever } from '#base/assertNever.ts';
import { AgentView } from './AgentView.tsx';
import { AskView } from './AskView.tsx';
import { EditView } from './EditView.tsx';
import { FieldTable } from './FieldTable.tsx';
import { McpView } from './McpView.tsx';
import { ReadView } from './ReadView.tsx';
import { SearchView } from './SearchView.tsx';
import { TodoView } from './TodoView.tsx';
import type { ToolViewProps } from './toolViewProps.ts';
import { WebView } from './WebView.tsx';
import { WriteView } from './WriteView.tsx';

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
      return <ReadView row={row} view={view} />;
    case 'write':
      return <WriteView row={row} view={view} />;
    case 'edit':
      return <EditView row={row} view={view} />;
    case 'search':
      return <SearchView row={row} view={view} />;
    case 'web':
      return <WebView row={row} view={view} />;
    case 'todo':
      return <TodoView view={view} />;
    case 'agent':
      return <AgentView row={row} view={view} />;
    case 'mcp':
      return <McpView row={row} view={view} />;
    case 'ask':
      return <AskView view={view} />;
    default:
      return assertNever(view);
  }
}
