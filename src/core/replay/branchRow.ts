import type { SessionEvent } from '../event.ts';
import { oneLine } from '../text/oneLine.ts';
import { branchRowId } from './buildRow.ts';
import type { LineContent, LogIndex } from './logIndex.ts';
import type { BranchRow } from './row.ts';

const previewLength = 160;

/**
 * The row that offers the branches at a branch point.
 *
 * @param row its number, negative, as `VisibleRows` has it.
 * @param contentOf what a line holds, read again by the caller.
 * @returns undefined if there is no such branch point any more.
 */
export function buildBranchRow(
  index: LogIndex,
  row: number,
  contentOf: (line: number) => LineContent | undefined,
): BranchRow | undefined {
  const point = index.visible.branchPoint(row);
  if (point === undefined) {
    return undefined;
  }
  const { tree, lines } = index;
  const extents = tree.extents(point.children);
  return {
    kind: 'branch',
    id: branchRowId(point.line),
    source: lines.get(point.line) ?? { line: point.line, offset: 0, length: 0 },
    branches: point.children.map((child) => {
      const { leaf, entries, first } = extents.get(child) ?? { leaf: child, entries: 1, first: [] };
      const shown = tree.isShown(child);
      const end = shown ? tree.leaf : leaf;
      const time = contentOf(end)?.time;
      return {
        leaf: end,
        shown,
        preview: previewOf(first.flatMap((line) => contentOf(line)?.events ?? [])),
        entries,
        ...(time === undefined ? {} : { time }),
      };
    }),
  };
}

/** What the user said first there, else what anybody said. */
function previewOf(events: readonly SessionEvent[]): string {
  const message =
    events.find((event) => event.kind === 'userMessage') ??
    events.find((event) => event.kind === 'assistantText') ??
    events.find((event) => event.kind === 'branchSummary');
  switch (message?.kind) {
    case 'userMessage':
    case 'assistantText':
      return oneLine(message.text, previewLength);
    case 'branchSummary':
      return oneLine(message.summary, previewLength);
    default:
      return '';
  }
}
