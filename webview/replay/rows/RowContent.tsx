import type { VNode } from 'preact';
import { assertNever } from '#base/assertNever.ts';
import type { Row } from '#core/rows/row.ts';
import { AssistantContent, UserContent, ThinkingContent } from './MessageContent.tsx';
import { BranchContent } from './BranchContent.tsx';
import { BranchSummaryContent, CompactionContent } from './SummaryContent.tsx';
import { DiffContent } from './DiffContent.tsx';
import {
  ErrorContent,
  InterruptionContent,
  NoticeContent,
  ProblemContent,
  ForkContent,
} from './MarkerContent.tsx';
import { RecordContent } from './RecordContent.tsx';
import { ShellContent } from './ShellContent.tsx';
import { ToolContent } from './ToolContent.tsx';

/** One component for each kind of row; the compiler reports a missing one. */
export function RowContent({ row }: { row: Row }): VNode {
  switch (row.kind) {
    case 'user':
      return <UserContent row={row} />;
    case 'assistant':
      return <AssistantContent row={row} />;
    case 'thinking':
      return <ThinkingContent row={row} />;
    case 'tool':
      return <ToolContent row={row} />;
    case 'shell':
      return <ShellContent row={row} />;
    case 'diff':
      return <DiffContent row={row} />;
    case 'compaction':
      return <CompactionContent row={row} />;
    case 'branch':
      return <BranchContent row={row} />;
    case 'branchSummary':
      return <BranchSummaryContent row={row} />;
    case 'fork':
      return <ForkContent row={row} />;
    case 'extensionState':
    case 'unknown':
      return <RecordContent row={row} />;
    case 'interruption':
      return <InterruptionContent />;
    case 'error':
      return <ErrorContent row={row} />;
    case 'notice':
      return <NoticeContent row={row} />;
    case 'problem':
      return <ProblemContent row={row} />;
    default:
      return assertNever(row);
  }
}
