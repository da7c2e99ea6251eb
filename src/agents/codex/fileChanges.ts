import type { SessionEvent } from '#core/events/event.ts';
import { Fields } from '../toolbox/fields.ts';
import { isJsonObject, type JsonObject } from '#core/jsonObject.ts';
import type { LineProblems } from '../toolbox/lineProblems.ts';
import { diffOf, unifiedLines, wholeFile } from '../toolbox/unifiedDiff.ts';
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
    return diffOf(lines, path);
  });
}
