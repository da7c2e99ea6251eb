import type { VNode } from 'preact';
import { assertNever } from '#base/assertNever.ts';
import type { Row } from '#core/rows/row.ts';
import { AssistantRow } from './AssistantRow.tsx';
import { BranchRow } from './BranchRow.tsx';
import { BranchSummaryRow } from './BranchSummaryRow.tsx';
import { CompactionRow } from './CompactionRow.tsx';
import { DiffRow } from './DiffRow.tsx';
import { ErrorRow } from './ErrorRow.tsx';
import { ForkRow } from './ForkRow.tsx';
import { InterruptionRow } from './InterruptionRow.tsx';
import { NoticeRow } from './NoticeRow.tsx';
import { ProblemRow } from './ProblemRow.tsx';
import { RecordRow } from './RecordRow.tsx';
import { ShellRow } from './ShellRow.tsx';
import { ThinkingRow } from './ThinkingRow.tsx';
import { ToolRow } from './ToolRow.tsx';
import { UserRow } from './UserRow.tsx';

/** One component for each kind of row; the compiler reports a missing one. */
export function RowContent({ row }: { row: Row }): VNode {
  switch (row.kind) {
    case 'user':
      return <UserRow row={row} />;
    case 'assistant':
      return <AssistantRow row={row} />;
    case 'thinking':
      return <ThinkingRow row={row} />;
    case 'tool':
      return <ToolRow row={row} />;
    case 'shell':
      return <ShellRow row={row} />;
    case 'diff':
      return <DiffRow row={row} />;
    case 'compaction':
      return <CompactionRow row={row} />;
    case 'branch':
      return <BranchRow row={row} />;
    case 'branchSummary':
      return <BranchSummaryRow row={row} />;
    case 'fork':
      return <ForkRow row={row} />;
    case 'extensionState':
    case 'unknown':
      return <RecordRow row={row} />;
    case 'interruption':
      return <InterruptionRow />;
    case 'error':
      return <ErrorRow row={row} />;
    case 'notice':
      return <NoticeRow row={row} />;
    case 'problem':
      return <ProblemRow row={row} />;
    default:
      return assertNever(row);
  }
}
