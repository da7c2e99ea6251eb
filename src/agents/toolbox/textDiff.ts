import type { DiffLine } from '#core/events/diff.ts';
import { lineChanges } from '#core/changes/lineChanges.ts';
import { hunkHeader } from './unifiedDiff.ts';

/** Unchanged lines around a change. */
const around = 3;

/** What changed between two states of a file, with numbers and a few lines around each change. */
export function changedLines(before: string, after: string): readonly DiffLine[] {
  let [oldLine, newLine] = [1, 1];
  const numbered = lineChanges(before, after).map((line): DiffLine => {
    const isOld = line.kind !== 'added';
    const isNew = line.kind !== 'removed';
    const placed = {
      ...line,
      oldLine: isOld ? oldLine : undefined,
      newLine: isNew ? newLine : undefined,
    };
    oldLine += isOld ? 1 : 0;
    newLine += isNew ? 1 : 0;
    return placed;
  });
  const shown = new Set(
    numbered.flatMap(({ kind }, place) =>
      kind === 'context'
        ? []
        : Array.from({ length: 2 * around + 1 }, (_, at) => place - around + at),
    ),
  );
  return numbered.flatMap((line, place) => {
    const header = hunkHeader(`@@ -${line.oldLine ?? 0} +${line.newLine ?? 0} @@`);
    return !shown.has(place) ? [] : shown.has(place - 1) && place > 0 ? [line] : [header, line];
  });
}
