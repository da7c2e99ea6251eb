import type { DiffLine } from '#core/diff.ts';
import type { SessionEvent } from '#core/event.ts';
import { Fields } from '../toolbox/fields.ts';
import { isJsonObject, type JsonObject } from '../toolbox/jsonObject.ts';
import type { LineProblems } from '../toolbox/lineProblems.ts';
import { hunkHeader, hunkLines, wholeFile } from '../toolbox/unifiedDiff.ts';
import { changeShape } from './schema.ts';

/** What a patch made of each file: a map from paths to changes. */
export function fileChangeEvents(
  changes: JsonObject | undefined,
  problems: LineProblems,
): readonly SessionEvent[] {
  return Object.entries(changes ?? {}).flatMap(([path, change]): readonly SessionEvent[] => {
    if (!isJsonObject(change)) {
      return [];
    }
    const fields = new Fields(change, changeShape, 'changes', problems);
    const content = fields.get('content') ?? '';
    const lines =
      fields.text('type') === 'add'
        ? wholeFile(content, 'added')
        : fields.text('type') === 'delete'
          ? wholeFile(content, 'removed')
          : unifiedLines(fields.get('unified_diff') ?? '');
    return lines.length === 0 ? [] : [{ kind: 'diff', path, lines }];
  });
}

/** How a hunk begins, with its first line in the old file and in the new one. */
const header = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/;

/** Hunks without the names of the files. */
function unifiedLines(diff: string): readonly DiffLine[] {
  if (diff === '') {
    return [];
  }
  const hunks = diff.replace(/\n$/, '').split(/\n(?=@@ -\d+(?:,\d+)? \+\d+(?:,\d+)? @@)/);
  return hunks.flatMap((hunk): readonly DiffLine[] => {
    const lines = hunk.split('\n');
    const [first = '', ...rest] = lines;
    const starts = header.exec(first);
    return starts === null
      ? hunkLines(lines, 1, 1)
      : [hunkHeader(first), ...hunkLines(rest, Number(starts[1]), Number(starts[2]))];
  });
}
