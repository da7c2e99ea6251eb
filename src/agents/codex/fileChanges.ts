import type { DiffLine } from '#core/diff.ts';
import type { SessionEvent } from '#core/event.ts';
import { Fields } from '../toolbox/fields.ts';
import { isJsonObject, type JsonObject } from '../toolbox/jsonObject.ts';
import type { LineProblems } from '../toolbox/lineProblems.ts';
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

function wholeFile(content: string, kind: 'added' | 'removed'): readonly DiffLine[] {
  const lines = content.split('\n');
  if (lines.at(-1) === '') {
    lines.pop();
  }
  return lines.map((text, at) => ({
    kind,
    oldLine: kind === 'removed' ? at + 1 : undefined,
    newLine: kind === 'added' ? at + 1 : undefined,
    text,
  }));
}

/** Hunks without the names of the files. */
function unifiedLines(diff: string): readonly DiffLine[] {
  let oldLine = 1;
  let newLine = 1;
  const lines: DiffLine[] = [];
  for (const line of diff.replace(/\n$/, '').split('\n')) {
    const hunk = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/.exec(line);
    const text = line.slice(1);
    if (hunk !== null) {
      oldLine = Number(hunk[1]);
      newLine = Number(hunk[2]);
      lines.push({ kind: 'hunk', oldLine: undefined, newLine: undefined, text: line });
    } else if (line.startsWith('+')) {
      lines.push({ kind: 'added', oldLine: undefined, newLine, text });
      newLine += 1;
    } else if (line.startsWith('-')) {
      lines.push({ kind: 'removed', oldLine, newLine: undefined, text });
      oldLine += 1;
    } else if (!line.startsWith('\\') && diff !== '') {
      lines.push({ kind: 'context', oldLine, newLine, text });
      oldLine += 1;
      newLine += 1;
    }
  }
  return lines;
}
