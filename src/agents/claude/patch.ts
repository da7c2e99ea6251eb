import type { DiffLine } from '#core/events/diff.ts';
import { Fields } from '../toolbox/fields.ts';
import { isJsonObject } from '#core/jsonObject.ts';
import type { LineProblems } from '../toolbox/lineProblems.ts';
import { hunkHeader, hunkLines } from '../toolbox/unifiedDiff.ts';
import { hunkShape } from './schema.ts';

/** The lines of a `structuredPatch`: a list of hunks. */
export function patchLines(hunks: readonly unknown[], problems: LineProblems): readonly DiffLine[] {
  return hunks.flatMap((hunk): readonly DiffLine[] => {
    if (!isJsonObject(hunk)) {
      return [];
    }
    const fields = new Fields(hunk, hunkShape, 'structuredPatch', problems);
    const oldStart = fields.get('oldStart') ?? 1;
    const newStart = fields.get('newStart') ?? 1;
    const lines = fields.get('lines', 'lost') ?? [];
    return [
      hunkHeader(`@@ -${oldStart} +${newStart} @@`),
      ...hunkLines(
        lines.filter((line) => typeof line === 'string'),
        oldStart,
        newStart,
      ),
    ];
  });
}
