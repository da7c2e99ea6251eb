import type { VNode } from 'preact';
import { plural, t } from '#base/l10n.ts';
import type { DiffLine } from '#core/events/diff.ts';
import { Long } from '../../kit/surface/pieces.ts';
import type { PieceProps } from '../../kit/surface/surface.ts';

/** Lines shown of a folded diff; most edits by agents are shorter. */
const foldedLines = 24;

interface LongDiffProps extends Pick<PieceProps['Rest'], 'rowId' | 'part'> {
  readonly id: string;
  readonly lines: readonly DiffLine[];
  /** Number of lines in the log. */
  readonly total: number;
  readonly draw: (lines: readonly DiffLine[]) => VNode;
}

/** The first lines of a diff, the rest on demand, and a link to what is not loaded. */
export function LongDiff({ id, rowId, part, lines, total, draw }: LongDiffProps): VNode | null {
  const left = total - lines.length;
  const missing = left > 0 ? plural(left, '1 more line', '{0} more lines') : undefined;
  return lines.length === 0 ? null : (
    <Long
      id={`${rowId}/${id}`}
      isLong={lines.length > foldedLines}
      showAll={
        left > 0
          ? t('Show the first {0} of {1} lines', lines.length, total)
          : plural(total, 'Show all (1 line)', 'Show all ({0} lines)')
      }
      draw={(all) => draw(all ? lines : lines.slice(0, foldedLines))}
      rest={() => (missing === undefined ? undefined : { rowId, part, missing })}
    />
  );
}
