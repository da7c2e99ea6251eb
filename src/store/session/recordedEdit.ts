import type { DiffLine } from '#core/events/diff.ts';
import { lineChanges } from '#core/changes/lineChanges.ts';
import { noLimits } from '#core/text/longText.ts';
import type { SessionReader } from './sessionReader.ts';

export interface RecordedLines {
  /** As the log spells it; undefined if it does not say. */
  readonly path: string | undefined;
  readonly lines: readonly DiffLine[];
}

/**
 * What a row changed, from its diff, else from what its call says; undefined if neither says.
 *
 * @param isWanted which of a call's files, by their paths as the log spells them.
 */
export function recordedEdit(
  reader: Pick<SessionReader, 'row' | 'diff'>,
  rowId: string,
  isWanted: (path: string) => boolean = () => true,
): RecordedLines | undefined {
  const diff = reader.diff(rowId);
  if (diff !== undefined) {
    return { path: diff.path, lines: diff.lines };
  }
  const row = reader.row(rowId, { ...noLimits, isDrawn: true });
  const view = row?.kind === 'tool' ? row.view : undefined;
  switch (view?.kind) {
    case 'edit': {
      const files = view.files.filter(({ path }) => isWanted(path));
      return { path: files[0]?.path, lines: files.flatMap(({ lines }) => lines) };
    }
    case 'write':
      return { path: view.path, lines: lineChanges('', view.content.text) };
    default:
      return undefined;
  }
}
