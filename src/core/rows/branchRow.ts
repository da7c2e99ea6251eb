import { defined } from '#base/defined.ts';
import { oneLine } from '../text/oneLine.ts';
import { branchRowId } from './rowId.ts';
import type { EntryTree } from '../entries/entryTree.ts';
import type { LogIndex } from '../index/logIndex.ts';
import type { LineContent } from '../jsonl/rawRecord.ts';
import type { RowOf } from './row.ts';

const previewLength = 160;

/** More than anybody goes through; each is read from the log for its row. */
export const mostBranches = 50;

/**
 * The row that offers the branches at a branch point.
 *
 * @param row its number, negative as in `VisibleRows`.
 * @param contentOf a line's content, reread by the caller.
 * @returns undefined if the branch point no longer exists.
 */
export function buildBranchRow(
  index: LogIndex,
  row: number,
  contentOf: (line: number) => LineContent | undefined,
): RowOf<'branch'> | undefined {
  const point = index.visible.branchPoint(row);
  if (point === undefined) {
    return undefined;
  }
  const { tree, lines } = index;
  const { line, children } = point;
  const listed = listedOf(children, tree);
  return {
    kind: 'branch',
    id: branchRowId(line),
    source: lines.get(line) ?? { line, offset: 0, length: 0 },
    branches: listed.map((child) => {
      const { leaf, entries, first } = tree.extent(child);
      const shown = tree.isShown(child);
      const end = shown ? tree.leaf : leaf;
      const preview = previewOf(first, contentOf);
      return defined({ leaf: end, shown, preview, entries, time: contentOf(end)?.time });
    }),
    ...(listed.length === children.length ? {} : { unlisted: children.length - listed.length }),
  };
}

/** The shown branch and the latest others, in log order. */
function listedOf(children: readonly number[], tree: EntryTree): readonly number[] {
  const latest = children.slice(-mostBranches);
  const shown = children.find((child) => tree.isShown(child));
  return shown === undefined || latest.includes(shown) ? latest : [shown, ...latest.slice(1)];
}

/** The user's first words on these lines, else anybody's. */
function previewOf(
  lines: readonly number[],
  contentOf: (line: number) => LineContent | undefined,
): string {
  let said: string | undefined;
  let summary: string | undefined;
  for (const line of lines) {
    for (const event of contentOf(line)?.events ?? []) {
      if (event.kind === 'userMessage') {
        return oneLine(event.text, previewLength);
      }
      if (event.kind === 'assistantText') {
        said ??= event.text;
      } else if (event.kind === 'branchSummary') {
        summary ??= event.summary;
      }
    }
  }
  return oneLine(said ?? summary ?? '', previewLength);
}
