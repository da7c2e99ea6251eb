import type { ShownFact } from './shownFact.ts';

/** In the order of the columns in which a timeline counts them. */
export const rowMarks = [
  'prompt',
  'reply',
  'read',
  'search',
  'edit',
  'shell',
  'web',
  'agent',
  'tool',
  'diff',
  'compaction',
  'error',
  'other',
] as const;

/** What a row is on a timeline. A failed call is marked as such beside its own mark. */
export type RowMark = (typeof rowMarks)[number];

export function rowMark({ kind, tool }: Pick<ShownFact, 'kind' | 'tool'>): RowMark {
  switch (kind) {
    case 'user':
      return 'prompt';
    case 'assistant':
    case 'thinking':
      return 'reply';
    case 'shell':
    case 'diff':
    case 'compaction':
      return kind;
    case 'tool':
      return toolMark(tool);
    case 'interruption':
    case 'error':
    case 'problem':
      return 'error';
    case 'branch':
    case 'branchSummary':
    case 'fork':
    case 'extensionState':
    case 'notice':
    case 'unknown':
      return 'other';
  }
}

function toolMark(tool: ShownFact['tool']): RowMark {
  switch (tool) {
    case 'read':
    case 'search':
    case 'edit':
    case 'shell':
    case 'web':
    case 'agent':
      return tool;
    case 'write':
      return 'edit';
    default:
      return 'tool';
  }
}
